"""Everything about a GPU that cannot be known without one, measured by one command. Installs nothing.

    python -m pipeline.gpu_check --out data/gpu/NAME [--steps 5] [--tflops 989]

1. the check after publishing (tied and untied head, and a head left behind), for both models
2. learner and vLLM taking turns on the card: seconds and memory of each move
3. sampler throughput against vLLM alone on the same prompts
4. the learner's share of the card's peak (model FLOP utilisation)
5. ``cpu-tiny`` and ``cpu-smol`` with the sizes of a card, engine vllm: seconds by phase

Writes ``report.json``, what each part printed, and the two runs. Exit status: 0 all measured, 1 a part failed
(the others are in the report), 2 there is nothing to measure with.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pipeline.config import ROOT
from pipeline.run_log import RunLogError, RunReader

TINY = ROOT / "data" / "models" / "spade-tiny-base"
SMOL = ROOT / "data" / "models" / "smollm2-135m-instruct"
PARTS = ("tied", "untied", "cycle", "throughput", "learner")
PART_S = 1800
"""Longest wait for one part."""
SCALED = {
    "cpu-tiny": {
        "designer.prompts": 16,
        "designer.designs_per_prompt": 4,
        "sampler.max_rows": 1024,
        "learner.micro_tokens": 65536,
        "learner.autocast": "bfloat16",
        "run.threads": 8,
    },
    "cpu-smol": {
        "designer.prompts": 8,
        "designer.designs_per_prompt": 4,
        "play.seeds_per_env": 4,
        "play.plays_per_seed": 2,
        "sampler.max_rows": 512,
        "learner.micro_tokens": 32768,
        "learner.autocast": "bfloat16",
        "run.threads": 8,
    },
}
"""What a card runs of each preset: eight times the designs of the preset, and more in a batch."""
PACKAGES = ("vllm", "torch", "transformers", "ray", "numpy")


class CheckError(Exception):
    """Why nothing can be measured; one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        host = look_around(options.out)
    except CheckError as error:
        print(error, file=sys.stderr)
        return 2
    options.out.mkdir(parents=True)
    report: dict[str, Any] = {"host": host, "parts": {}, "runs": {}, "problems": []}
    for model in (TINY, SMOL):
        for part in PARTS:
            _measure(report, options.out, part, model, options.tflops)
    for preset in SCALED:
        _train(report, options.out, preset, options.steps)
    for line in lines(report):
        print(line)
    return 1 if report["problems"] else 0


def look_around(out: Path) -> dict[str, Any]:
    """What this machine is. Raises :class:`CheckError` when it has no GPU, no vLLM, or not both models."""
    import torch

    if not torch.cuda.is_available():
        raise CheckError(f"no CUDA device is visible to torch {torch.__version__}, and this measures one")
    if find_spec("vllm") is None:
        raise CheckError("the package vllm is not installed, and this measures it")
    for model in (TINY, SMOL):
        if not (model / "config.json").is_file():
            raise CheckError(f"{model} is not there: make smol brings SmolLM2, a clone the small base model")
    if out.exists():
        raise CheckError(f"--out: {out} exists already, expected a new directory")
    card = torch.cuda.get_device_properties(0)
    return {
        "card": card.name,
        "memory_gb": card.total_memory / 1e9,
        "cuda": torch.version.cuda,
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _measure(report: dict[str, Any], out: Path, part: str, model: Path, tflops: float) -> None:
    name = f"{part}-{model.name}"
    result = out / f"{name}.json"
    command = ["-m", "pipeline.gpu_parts", part, "--model", str(model), "--to", str(result)]
    if _run([*command, "--tflops", str(tflops)], out / f"{name}.txt", report["problems"]):
        report["parts"][name] = json.loads(result.read_text(encoding="utf-8"))
    _save(report, out)


def _train(report: dict[str, Any], out: Path, preset: str, steps: int) -> None:
    directory = out / "runs" / preset
    options = {"sampler.engine": "vllm", **SCALED[preset]}
    command = ["pipeline/run.py", "--preset", preset, "--steps", str(steps), "--out", str(directory)]
    for option, value in options.items():
        command += [f"--{option}", str(value)]
    if _run(command, out / f"{preset}.txt", report["problems"]):
        try:
            report["runs"][preset] = phases(directory)
        except RunLogError as error:
            report["problems"].append(str(error))
    _save(report, out)


def _run(command: Sequence[str], printed: Path, problems: list[str]) -> bool:
    """Run a Python command of this repository, its output in a file; whether it went well."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "web_runtime")])
    with printed.open("w", encoding="utf-8") as handle:
        try:
            status = subprocess.run(
                [sys.executable, *command],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": paths},
                stdout=handle,
                stderr=subprocess.STDOUT,
                timeout=PART_S,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            problems.append(f"{printed.stem}: not done after {PART_S} s")
            return False
    if status:
        said = printed.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        problems.append(f"{printed.stem}: exit status {status} ({said[-1] if said else 'nothing printed'})")
    return status == 0


def phases(directory: Path) -> dict[str, Any]:
    """Seconds by phase, tokens and drift of a run, from its log: means over all steps but the first."""
    with RunReader(directory) as run:
        columns = [f"seconds_{name}" for name in ("design", "validate", "hint", "play", "learn", "publish")]
        means = ", ".join(f"avg({name}) as {name}" for name in (*columns, "seconds_log", "seconds_total"))
        found = run.rows(
            f"select count(*) as steps, {means}, max(kl_sampler) as kl_sampler_max, "
            "avg(sampled_tokens) as sampled_tokens, avg(trained_tokens) as trained_tokens, "
            "avg(valid) as valid, avg(designs) as designs from updates where step > 0"
        )
    return dict(found[0])


def lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The report for the screen."""
    host = report["host"]
    yield f"{host['card']}, {host['memory_gb']:.0f} GB, vLLM {host['packages']['vllm']}"
    for name, found in report["parts"].items():
        yield f"{name}: {_flat(found)}"
    for name, found in report["runs"].items():
        yield f"{name}: {_flat(found)}"
    for problem in report["problems"]:
        yield f"not measured: {problem}"


def _flat(found: Mapping[str, Any], prefix: str = "") -> str:
    parts = []
    for key, value in found.items():
        if isinstance(value, Mapping):
            parts.append(_flat(value, f"{prefix}{key}."))
        elif isinstance(value, float):
            parts.append(f"{prefix}{key} {value:.4g}")
        elif not isinstance(value, list):
            parts.append(f"{prefix}{key} {value}")
    return ", ".join(filter(None, parts))


def _save(report: Mapping[str, Any], out: Path) -> None:
    (out / "report.json").write_text(json.dumps(report, indent=1, default=str), encoding="utf-8")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pipeline.gpu_check", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--out", type=Path, required=True, help="a new directory, e.g. data/gpu/h200")
    parser.add_argument("--steps", type=_count, default=5, help="steps of each run; the first is not counted")
    parser.add_argument("--tflops", type=float, default=989.0, help="the card's dense bfloat16 peak")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 2:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 1")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
