"""The command: reproducible to the row, resumed to the same log after a kill, one sentence per mistake."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.config import ROOT, Config, preset_names, resolve_config
from pipeline.run_cli import main
from pipeline.run_log import RunReader, RunWriter
from pipeline.run_schema import TABLES, WALL_CLOCK
from pipeline.state import StateError, exclusive, load_state, prune_states, save_state
from tests.pipeline.loop_harness import corpus_file, save_micro_model

BASE = Path(os.environ.get("SPADE_TEST_MODEL", ROOT / "data" / "models" / "spade-tiny-base"))
SMALL = [
    "--designer.prompts=2",
    "--play.seeds_per_env=2",
    "--run.log_tokens=true",
    "--run.threads=1",
    "--run.checkpoint_every=2",
    "--learner.lr=3e-4",
]


def command(*arguments: object) -> list[str]:
    return [sys.executable, str(ROOT / "pipeline" / "run.py"), *map(str, arguments)]


def run(*arguments: object) -> subprocess.CompletedProcess:
    """The command in a process of its own."""
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=240, check=False)


@pytest.fixture
def here(capsys):
    """The command in this process, which spares the start of torch: (exit status, standard error)."""

    def call(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        status = main(list(map(str, arguments)))
        return status, capsys.readouterr().err

    return call


def log_of(path: Path) -> dict:
    """Everything a run recorded, wall-clock columns and times of day aside."""
    tables = {}
    for name in TABLES:
        for file in sorted((path / name).glob("*.parquet")):
            table = pq.read_table(file)
            kept = [column for column in table.column_names if column not in WALL_CLOCK[name]]
            tables[f"{name}/{file.name}"] = repr(table.select(kept).to_pylist())
    meta = json.loads((path / "run.json").read_text())
    tables["run.json"] = {key: meta[key] for key in meta if key not in ("started", "finished", "code")}
    for file in sorted((path / "checkpoints").rglob("*.safetensors")):
        tables[str(file.relative_to(path))] = file.read_bytes()
    return tables


def same_log(one: Path, other: Path) -> bool:
    first, second = log_of(one), log_of(other)
    assert first.keys() == second.keys()
    for name in first:
        assert first[name] == second[name], name
    return True


def steps_done(path: Path) -> int:
    try:
        return json.loads((path / "run.json").read_text())["counts"]["steps"]
    except FileNotFoundError:
        return 0


def kill_in_second_step(process: subprocess.Popen, path: Path, wait: float) -> None:
    while steps_done(path) < 1:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.02)
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.fixture(scope="module")
def pool(tmp_path_factory) -> Path:
    """A few sound programs with a manifest."""
    from tests.pipeline.loop_harness import game

    path = tmp_path_factory.mktemp("pool")
    lines = []
    for noun in ("cup", "pen", "hat"):
        (path / f"{noun}.py").write_text(game(noun))
        lines.append(json.dumps({"file_name": f"{noun}.py", "skill": "Optimization", "difficulty": "easy"}))
    (path / "manifest.jsonl").write_text("\n".join(lines))
    return path


@pytest.fixture(scope="module")
def micro(tmp_path_factory, pool) -> list[str]:
    """Options of a run of seconds: a random policy of a few thousand parameters plays a pool."""
    path = tmp_path_factory.mktemp("micro")
    return [
        f"--model.path={save_micro_model(path / 'model')}",
        f"--corpus.path={corpus_file(path / 'c.jsonl')}",
        "--designer.source=pool",
        f"--designer.pool={pool}",
        "--designer.prompts=1",
        "--play.seeds_per_env=1",
        "--play.max_reply_tokens=6",
        "--run.threads=1",
    ]


@pytest.mark.skipif(not BASE.exists(), reason=f"needs {BASE}")
def test_a_killed_run_resumes_to_the_log_of_an_unkilled_one(tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    options = ["--preset", "cpu-tiny", "--steps", 2, f"--model.path={BASE}", *SMALL]
    straight = run(*options, "--out", whole)
    assert straight.returncode == 0, straight.stderr
    process = subprocess.Popen(command(*options, "--out", killed), stderr=subprocess.PIPE, text=True)
    kill_in_second_step(process, killed, 0.3)
    assert steps_done(killed) == 1
    with RunReader(killed) as partial:
        assert partial.problems == []
        assert partial.rows("select distinct step from designs") == [{"step": 0}]
    resumed = run("--resume", killed)
    assert resumed.returncode == 0, resumed.stderr
    assert same_log(whole, killed)
    with RunReader(whole) as reader:
        assert reader.rows("select count(*) as n, min(step) as a, max(step) as b from updates") == [
            {"n": 2, "a": 0, "b": 1}
        ]
        assert reader.rows("select count(*) as n from designs") == [{"n": 16}]
    assert (whole / "checkpoints" / "step-000002" / "tokenizer.json").exists()


def test_resuming_from_every_stage_of_a_commit_gives_the_same_log(micro, here, tmp_path):
    whole = tmp_path / "whole"
    assert here(*micro, "--steps", 3, "--out", whole)[0] == 0
    part = tmp_path / "part"
    assert here(*micro, "--steps", 2, "--out", part)[0] == 0
    shutil.rmtree(part / "checkpoints")
    for stage in ("clean", "state written", "files half written", "state half written"):
        path = tmp_path / stage.replace(" ", "-")
        shutil.copytree(part, path)
        if stage != "clean":
            shutil.copytree(whole / "state" / "steps-000003", path / "state" / "steps-000003")
        if stage == "files half written":
            shutil.copy(whole / "plays" / "step-000002.parquet", path / "plays")
            (path / "designs" / ".step-000002.parquet.tmp").write_bytes(b"PAR1 torn")
        if stage == "state half written":
            (path / "state" / "steps-000003" / "loop.json").write_text("{")
            (path / "state" / ".steps-000003.tmp").mkdir()
        status, errors = here("--resume", path, "--steps", 3)
        assert status == 0, errors
        assert same_log(whole, path)
        assert [p.name for p in (path / "state").iterdir() if p.is_dir()] == ["steps-000003"]


def test_ctrl_c_ends_with_a_readable_run_that_resumes(micro, here, tmp_path):
    path = tmp_path / "run"
    process = subprocess.Popen(
        command(*micro, "--steps", 400, "--out", path),
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs this suite in the background has its children ignore the interrupt.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while steps_done(path) < 2:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "continue with --resume" in errors
    assert "Traceback" not in errors
    with RunReader(path) as reader:
        assert reader.meta["status"] == "interrupted"
        done = reader.steps
        assert reader.problems == []
    assert here("--resume", path, "--steps", done + 1)[0] == 0
    assert steps_done(path) == done + 1
    status, errors = here("--resume", path)
    assert status == 0
    assert "no step was left to run" in errors


def test_two_seeds_give_two_logs(micro, here, tmp_path):
    for seed in (1, 2):
        assert here(*micro, "--steps", 1, "--seed", seed, "--out", tmp_path / str(seed))[0] == 0
    one, two = log_of(tmp_path / "1"), log_of(tmp_path / "2")
    assert one["plays/step-000000.parquet"] != two["plays/step-000000.parquet"]
    assert one["run.json"]["run_id"] != two["run.json"]["run_id"]


def test_the_recorded_configuration_runs_again_to_the_same_log(micro, here, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    assert here(*micro, "--steps", 1, "--out", first)[0] == 0
    assert here("--config", first / "run.json", "--out", second)[0] == 0
    one, two = log_of(first), log_of(second)
    assert one["run.json"]["config"] == two["run.json"]["config"]
    run_ids = one["run.json"]["run_id"], two["run.json"]["run_id"]
    for name in ("plays/step-000000.parquet", "designs/step-000000.parquet"):
        assert one[name].replace(run_ids[0], "r") == two[name].replace(run_ids[1], "r")


def test_a_drifting_sampler_fails_the_run_and_says_so(micro, here, tmp_path):
    path = tmp_path / "run"
    options = ("--steps", 1, "--learner.kl_bound=1e-12", "--learner.autocast=bfloat16")
    status, errors = here(*micro, *options, "--out", path)
    assert status == 1
    assert "kl_bound" in errors
    assert json.loads((path / "run.json").read_text())["status"] == "failed"


def test_dry_run_checks_and_writes_nothing(micro, capsys, tmp_path):
    assert main([*micro, "--dry-run", "--out", str(tmp_path / "run")]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# sandbox:")
    assert "designs_per_prompt: 4" in shown
    assert not (tmp_path / "run").exists()


@pytest.fixture
def recorded(tmp_path) -> Path:
    """A run of one step as it is published: no state, and a model directory that is there."""
    overrides = {"model.path": str(tmp_path), "corpus.path": str(corpus_file(tmp_path / "c.jsonl"))}
    header = {"run_id": "r", "title": "r", "config": resolve_config(overrides=overrides).as_dict()}
    RunWriter.create(tmp_path / "run", header).write_step(0, designs=[], plays=[], updates=[])
    return tmp_path / "run"


@pytest.mark.parametrize("more", [(), ("--steps", "3"), ("--dry-run",)])
def test_a_run_without_state_is_refused_and_left_alone(here, recorded, more):
    before = sorted(recorded.rglob("*"))
    status, errors = here("--resume", recorded, *more)
    file = recorded / "state" / "steps-000001" / "loop.json"
    sentence = f"{file} is missing, so {recorded} cannot resume (recorded and imported runs have no state)"
    assert (status, errors) == (2, sentence + "\n")
    assert sorted(recorded.rglob("*")) == before


def test_what_is_refused_does_not_wait_for_torch(recorded, tmp_path):
    said = "import sys; from pipeline.run_cli import main; print(main(sys.argv[1:]), 'torch' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", said, "--resume", str(recorded)],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT}/web_runtime"},
        timeout=240, check=False,
    )  # fmt: skip
    assert done.stdout == "2 False\n", done.stderr


def test_a_run_without_a_configuration_is_not_resumed(here, tmp_path):
    RunWriter.create(tmp_path / "run", {"run_id": "r", "config": {}})
    status, errors = here("--resume", tmp_path / "run")
    assert status == 2 and "run.json has no 'config', so" in errors
    assert not (tmp_path / "run" / "state").exists()


@pytest.mark.parametrize("option", ["designer.pool", "validator.known_pool"])
@pytest.mark.parametrize("dry", [("--dry-run",), ()])
def test_a_pool_that_cannot_be_used_is_refused_before_anything_starts(micro, here, tmp_path, option, dry):
    pool, out = tmp_path / "pool", tmp_path / "deep" / "run"
    pool.mkdir()
    source = "pool" if option == "designer.pool" else "policy"
    given = [*micro, f"--designer.source={source}", f"--{option}={pool}", "--out", out, *dry]
    for content, sentence in (
        (None, "manifest.jsonl cannot be read (No such file or directory)"),
        (b"", "manifest.jsonl lists no program"),
        (b"\xff", "manifest.jsonl cannot be read (it is not UTF-8 text)"),
        (b'{"file_name": "gone.py"}', "manifest.jsonl:1 cannot be used"),
    ):
        if content is not None:
            (pool / "manifest.jsonl").write_bytes(content)
        status, errors = here(*given)
        assert status == 2
        assert errors.startswith(f"{option}: ") and sentence in errors and errors.count("\n") == 1
    assert not out.parent.exists()


def test_a_start_that_is_refused_leaves_nothing(micro, here, tmp_path):
    (tmp_path / "empty").mkdir()
    out = tmp_path / "deep" / "run"
    status, errors = here(*micro, f"--model.path={tmp_path / 'empty'}", "--out", out)
    assert (status, errors.count("\n")) == (2, 1)
    assert not out.parent.exists()


def test_an_interrupt_during_start_up_says_what_is_left(micro, here, recorded, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pipeline.run_cli.open_sandbox", interrupted)
    out = tmp_path / "deep" / "run"
    for more in ((), ("--dry-run",)):
        status, errors = here(*micro, "--out", out, *more)
        assert (status, errors) == (130, "interrupted during start-up: nothing was written\n")
        assert not out.parent.exists()
    save_state(recorded, 1, b"weights", {})
    status, errors = here("--resume", recorded)
    assert status == 130 and errors.count("\n") == 1
    assert errors.endswith(f"; continue with --resume {recorded}\n")
    assert json.loads((recorded / "run.json").read_text())["counts"]["steps"] == 1


def test_help_says_how_everything_is_set_and_found(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert "--section.name VALUE sets any option" in shown and "--dry-run prints every section" in shown
    words = set(re.findall(r"[\w-]+", shown))
    assert {*preset_names(), *Config.model_fields} <= words


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--preset", "nope"], "unknown preset 'nope'"),
        (["--bogus", "1"], "unknown option '--bogus'"),
        (["--learner.lrr", "1"], "unknown option 'learner.lrr'"),
        (["--steps", "many"], "option 'run.steps' expects a whole number, not 'many'"),
        (["--model.path", "nowhere"], "model.path names 'nowhere'"),
        (["--corpus.path", "nowhere"], "corpus.path names 'nowhere'"),
        (["--resume", "nowhere"], "nowhere/run.json does not exist"),
        (["--resume", "nowhere", "--seed", "3"], "--resume continues a run with its own configuration"),
        (["--config", "nowhere"], "--config nowhere cannot be read"),
        (["--out", "/dev/null/run"], "/dev/null/run cannot be written (Not a directory)"),
    ],
)
def test_every_mistake_is_one_sentence_and_exit_2(micro, here, arguments, sentence):
    options = [] if "--resume" in arguments or "--config" in arguments else micro
    status, errors = here(*options, *arguments)
    assert status == 2
    assert sentence in errors
    assert len(errors.strip().splitlines()) == 1


def test_the_file_itself_is_the_command():
    result = run("--preset", "nope")
    assert result.returncode == 2
    assert result.stderr.startswith("unknown preset 'nope'; presets are cpu-smol, ")


def test_corrupt_or_missing_state_is_one_sentence_and_exit_2(micro, here, tmp_path):
    path = tmp_path / "run"
    assert here(*micro, "--steps", 1, "--out", path)[0] == 0
    status, errors = here(*micro, "--steps", 1, "--out", path)
    assert (status, "already exists" in errors) == (2, True)
    weights = path / "state" / "steps-000001" / "learner.pt"
    weights.write_bytes(weights.read_bytes()[:-9])
    for action, sentence in ((lambda: None, "is damaged"), (weights.unlink, "is missing")):
        action()
        status, errors = here("--resume", path, "--steps", 2)
        assert status == 2
        assert str(weights) in errors and sentence in errors
        assert len(errors.strip().splitlines()) == 1


def test_state_is_whole_or_absent_and_locked(tmp_path):
    save_state(tmp_path, 1, b"w1", {"a": 1})
    save_state(tmp_path, 2, b"w2", {"a": 2})
    save_state(tmp_path, 2, b"w3", {"a": 3})
    assert load_state(tmp_path, 1) == (b"w1", {"a": 1})
    assert load_state(tmp_path, 2) == (b"w3", {"a": 3})
    prune_states(tmp_path, 2)
    with pytest.raises(StateError, match="is missing"):
        load_state(tmp_path, 1)
    with (
        exclusive(tmp_path),
        pytest.raises(StateError, match="being written by another process"),
        exclusive(tmp_path),
    ):
        pass
