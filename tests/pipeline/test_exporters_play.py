"""Exports that play: imported from their own folder, in a process that has nothing else of ours loaded."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import spade_env
from spade_env import Episode
from spade_env.actions import RandomAgent

from pipeline.exporters.__main__ import main

POOLS = Path(__file__).resolve().parents[2] / "data" / "pools"

MOODY = '''
class MoodyEnv:
    """Moody
    Breaks when told to, and does not begin at all with instance 13."""
    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        if seed == 13:
            raise ValueError("unlucky")
        return f"Instance {seed}. Say anything.", {}
    def step(self, action):
        if "break" in action:
            raise KeyError("broken")
        return "noted: ж", 0.25, False, False, {}
    def hint(self):
        return "say nothing that breaks"
'''


def run_alone(folder: Path, script: str, data: object = None) -> object:
    """What ``script`` prints as JSON, run with the export's folder and the installed packages only."""
    prelude = f"import json, sys\nsys.path.insert(0, {str(folder)!r})\ndata = json.load(sys.stdin)\n"
    check = "\nassert not {'spade_env', 'pipeline', 'web_runtime'} & set(sys.modules), 'not self-contained'\n"
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", prelude + script + check],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def export(target: str, source: Path, out: Path, *options: str) -> Path:
    assert main([target, str(source), "--out", str(out), *options]) == 0
    return out


def one_of_each_mechanic(folder: Path) -> Path:
    """A pool with one program of every mechanic of every pool."""
    folder.mkdir()
    lines = []
    for pool in ("seed", "held_out", "featured"):
        seen = set()
        for line in (POOLS / pool / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            mechanic = entry.get("mechanic", entry["file_name"])
            if mechanic not in seen:
                seen.add(mechanic)
                lines.append(line)
                shutil.copyfile(POOLS / pool / entry["file_name"], folder / entry["file_name"])
    (folder / "manifest.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def replies_of(program: spade_env.Program, seed: int) -> list[str]:
    """A winning line for even seeds where there is one, else what a random agent says."""
    episode = Episode(program, seed)
    if seed % 2 == 0 and episode.solution():
        return episode.solution()
    agent, shown, replies = RandomAgent(seed, episode.tools()), [episode.observation], []
    while not episode.done:
        replies.append(agent.reply(shown))
        shown.append(episode.act(replies[-1]).observation)
    return replies


def test_every_mechanic_plays_in_gymnasium_as_it_does_here(tmp_path):
    pytest.importorskip("gymnasium")
    pool = one_of_each_mechanic(tmp_path / "pool")
    folder = export("gymnasium", pool, tmp_path / "out", "--name", "all")
    expected, orders = {}, []
    for file in sorted(pool.glob("*.py")):
        program = spade_env.load(file.read_text(encoding="utf-8"))
        for seed in (0, 1):
            replies = replies_of(program, seed)
            transcript = spade_env.replay(program, seed, replies)
            orders.append([file.stem, seed, replies])
            expected[f"{file.stem}#{seed}"] = [
                transcript["first_observation"],
                [
                    [s["observation"], s["reward"], s["terminated"], s["truncated"]]
                    for s in transcript["steps"]
                ],
                transcript["return"],
            ]
    assert len(expected) == 2 * (77 + 26 + 12)
    played = run_alone(
        folder,
        """
import gymnasium, spade_gymnasium_all
found = {}
for name, seed, replies in data:
    env = gymnasium.make(f"spade/{name}")
    first, _ = env.reset(seed=seed)
    steps, info = [], {}
    for reply in replies:
        *step, info = env.step(reply)
        steps.append(step)
        if step[2] or step[3]:
            break
    found[f"{name}#{seed}"] = [first, steps, info.get("return")]
print(json.dumps(found))
""",
        orders,
    )
    assert played == expected


def test_gymnasium_checks_find_nothing(tmp_path):
    pytest.importorskip("gymnasium")
    folder = export("gymnasium", POOLS / "held_out", tmp_path / "out", "--kind", "tool_use", "--limit", "1")
    checks = """
import gymnasium, importlib, warnings
from gymnasium.utils.env_checker import check_env
package = importlib.import_module(data)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    for name in package.entries():
        check_env(gymnasium.make(f"spade/{name}").unwrapped)
    versions = [gymnasium.envs.registration.parse_env_id(f"spade/{name}")[2] for name in package.entries()]
print(json.dumps([[str(warning.message) for warning in said], versions]))
"""
    assert run_alone(folder, checks, "spade_gymnasium_held_out") == [[], [None]]
    games = export("gymnasium", POOLS / "featured", tmp_path / "games", "--limit", "2")
    assert run_alone(games, checks, "spade_gymnasium_featured") == [[], [None, None]]


@pytest.fixture
def moody(tmp_path: Path) -> Path:
    pool = tmp_path / "moods"
    pool.mkdir()
    (pool / "moody.py").write_text(MOODY, encoding="utf-8")
    return pool


def test_what_breaks_is_truncated_and_says_so_in_info(tmp_path, moody):
    pytest.importorskip("gymnasium")
    folder = export("gymnasium", moody, tmp_path / "out")
    found = run_alone(
        folder,
        """
import gymnasium, spade_gymnasium_moods
from gymnasium.error import ResetNeeded
env = gymnasium.make("spade_gymnasium_moods:spade/moody").unwrapped
out = {"first": env.reset(seed=4)}
out["plain"] = env.step("hello")
out["broken"] = env.step("break")
try:
    env.step("again")
except ResetNeeded:
    out["again"] = "refused"
out["unlucky"] = env.reset(seed=13)
out["unlucky step"] = env.step("hello")
out["drawn"] = [env.reset(seed=7)[1]["instance"], env.reset()[1]["instance"], env.reset()[1]["instance"]]
env.reset(seed=7)
out["drawn again"] = [env.reset()[1]["instance"], env.reset()[1]["instance"]]
hinted = gymnasium.make("spade/moody", hint=True, render_mode="ansi")
out["hint"] = hinted.reset(seed=0)[1]["hint"]
out["picture"] = hinted.render()
print(json.dumps(out))
""",
    )
    assert found["first"][0] == "Instance 4. Say anything."
    assert "hint" not in found["first"][1]
    assert found["plain"] == ["noted: ж", 0.25, False, False, {"turn": 1}]
    text, reward, terminated, truncated, info = found["broken"]
    assert (text, reward, terminated, truncated) == ("", 0.0, False, True)
    assert (info["outcome"], info["return"], info["fault"]) == ("void", None, "env_fault:KeyError@14")
    assert found["again"] == "refused"
    assert found["unlucky"][1]["fault"] == "env_fault:ValueError@10"
    assert found["unlucky step"][2:4] == [False, True]
    assert found["drawn"][0] == 7
    assert found["drawn"][1:] == found["drawn again"] and len(set(found["drawn"])) == 3
    assert found["hint"] == "say nothing that breaks"
    assert found["picture"] == "Instance 0. Say anything."


def test_two_exports_live_in_one_process(tmp_path, moody):
    pytest.importorskip("gymnasium")
    export("gymnasium", moody, tmp_path / "a")
    export("gymnasium", POOLS / "featured", tmp_path / "b", "--limit", "1")
    found = run_alone(
        tmp_path / "a",
        """
sys.path.insert(0, data)
import gymnasium, spade_gymnasium_moods, spade_gymnasium_featured
names = [name for name in gymnasium.registry if name.startswith("spade/")]
print(json.dumps([gymnasium.make(name).reset(seed=0)[1]["environment"] for name in names]))
""",
        str(tmp_path / "b"),
    )
    assert found == ["moody", "rotating_sokoban"]


def test_verifiers_rows_and_rollouts(tmp_path, moody):
    pytest.importorskip("verifiers.v1")
    shutil.copyfile(POOLS / "held_out" / "clinic_desk_easy_0.py", moody / "clinic_desk.py")
    program = spade_env.load((moody / "clinic_desk.py").read_text(encoding="utf-8"))
    winning = Episode(program, 0).solution()
    folder = export("verifiers", moody, tmp_path / "out")
    found = run_alone(
        folder,
        """
import asyncio, types, warnings
warnings.simplefilter("ignore")
import verifiers.v1 as vf
import spade_verifiers_moods as package

class Seat:
    def __init__(self, replies, trace):
        self.replies, self.trace, self.shown = list(replies), trace, []
    async def turn(self, message=None):
        self.shown.append(message)
        if not self.replies:
            return vf.Segment(messages=[], terminated=True)
        return vf.Segment(messages=[vf.AssistantMessage(content=self.replies.pop(0))])
    async def __aenter__(self):
        return self
    async def __aexit__(self, *_):
        return None

def rollout(task, replies):
    rewards, trace = {}, types.SimpleNamespace(info={}, errors=[])
    trace.record_reward = lambda name, value: rewards.update({name: value})
    trace.record_metric = lambda name, value: None
    seat = Seat(replies, trace)
    agents = types.SimpleNamespace(player=types.SimpleNamespace(interaction=lambda _: seat))
    try:
        asyncio.run(env.run(task, agents))
    except RuntimeError as error:
        rewards = str(error)
    return [rewards, seat.shown, trace.info["episode"]["outcome"]]

env = package.load_environment(seeds=2)
rows = list(env.taskset)
tool, moody = rows[0], rows[1]
print(json.dumps({
    "names": [row.data.name for row in rows],
    "system": tool.data.system_prompt,
    "prompt": moody.data.prompt,
    "hinted": list(package.load_environment(seeds=1, kind="game", hint=True).taskset)[0].data.prompt,
    "won": rollout(tool, data),
    "short": rollout(moody, ["a", "b"]),
    "void": rollout(moody, ["a", "break"]),
}))
""",
        winning,
    )
    assert found["names"] == ["clinic_desk#0", "moody#0", "clinic_desk#1", "moody#1"]
    assert all(tool["function"]["name"] in found["system"] for tool in Episode(program, 0).tools())
    assert found["prompt"] == "Instance 0. Say anything."
    assert found["hinted"] == "Instance 0. Say anything.\nHint: say nothing that breaks"
    steps = spade_env.replay(program, 0, winning)["steps"]
    assert found["won"] == [{"episode_return": 1.0}, [None, *(s["observation"] for s in steps[:-1])], "won"]
    assert found["short"] == [{"episode_return": 0.0}, [None, "noted: ж", "noted: ж"], "truncated"]
    assert "env_fault:KeyError@14" in found["void"][0] and found["void"][2] == "void"


def test_openenv_serves_sessions_of_their_own(tmp_path, moody):
    pytest.importorskip("openenv.core")
    shutil.copyfile(POOLS / "featured" / "ice_glide.py", moody / "ice_glide.py")
    program = spade_env.load((moody / "ice_glide.py").read_text(encoding="utf-8"))
    winning = Episode(program, 3).solution()
    folder = export("openenv", moody, tmp_path / "out")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    start = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.argv[1:] = ['--port', '{port}']; "
    server = subprocess.Popen([sys.executable, "-I", "-c", start + "from server.app import main; main()"])
    try:
        wait_for(f"http://127.0.0.1:{port}/health", server)
        found = run_alone(folder, OPENENV_CLIENT, {"url": f"http://127.0.0.1:{port}", "winning": winning})
    finally:
        server.terminate()
        server.wait()
    transcript = spade_env.replay(program, 3, winning)
    assert found["first"] == transcript["first_observation"]
    assert found["texts"] == [step["observation"] for step in transcript["steps"]]
    assert found["rewards"] == [0.0] * (len(winning) - 1) + [1.0]
    assert found["state"] == ["ice_glide", 3, len(winning), "won"]
    assert found["other"] == [1, 0.25, 0.0, False]
    assert found["broken"] == [None, True, "void", "env_fault:KeyError@14"]
    assert found["by seed"] == ["ice_glide", "moody"]
    assert found["hint"] == [None, "say nothing that breaks"]
    assert "no environment 'nowhere'" in found["refused"]


OPENENV_CLIENT = """
import warnings
warnings.simplefilter("ignore")
from spade_openenv_moods import SpadeAction, SpadeEnv
out = {}
with SpadeEnv(base_url=data["url"]).sync() as env, SpadeEnv(base_url=data["url"]).sync() as other:
    out["first"] = env.reset(environment="ice_glide", seed=3).observation.text
    other.reset(environment="moody", seed=1)
    results = []
    for reply in data["winning"]:
        results.append(env.step(SpadeAction(reply=reply)))
        if len(results) == 1:
            said = other.step(SpadeAction(reply="hello"))
            out["other"] = [said.observation.turn, said.observation.step_reward, said.reward, said.done]
    out["texts"] = [result.observation.text for result in results]
    out["rewards"] = [result.reward for result in results]
    state = env.state()
    out["state"] = [state.environment, state.instance, state.step_count, state.outcome]
    broken = other.step(SpadeAction(reply="break"))
    out["broken"] = [broken.reward, broken.done, broken.observation.outcome, broken.observation.fault]
    out["by seed"] = [env.reset(seed=seed).observation.environment for seed in (0, 1)]
    out["hint"] = [env.reset(seed=1, hint=hint).observation.hint for hint in (False, True)]
    try:
        env.reset(environment="nowhere")
    except RuntimeError as error:
        out["refused"] = str(error)
print(json.dumps(out))
"""


def wait_for(url: str, server: subprocess.Popen) -> None:
    while True:
        assert server.poll() is None, "the server ended by itself"
        try:
            urllib.request.urlopen(url).read()
            return
        except OSError:
            time.sleep(0.2)
