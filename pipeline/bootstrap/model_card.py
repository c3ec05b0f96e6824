"""The model card: what was trained, how, how long, and what it can do, from the files beside the model."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any

from safetensors import safe_open


def write_card(out: Path) -> None:
    """Write ``README.md`` of ``out`` from its model, ``training.json``, ``training_log.jsonl`` and
    ``evaluation.json``."""
    rows = [json.loads(line) for line in (out / "training_log.jsonl").read_text().splitlines()]
    evaluation, config, options = (
        json.loads((out / f"{name}.json").read_text()) for name in ("evaluation", "config", "training")
    )
    sections = [
        _HEAD.format(name=out.name, millions=_parameters(out) / 1e6),
        _training(rows, config, _parameters(out), options, out.name),
        _designs(evaluation),
        _plays(evaluation),
        _USE.format(name=out.name),
    ]
    (out / "README.md").write_text("\n".join(sections), encoding="utf-8")


_HEAD = """---
license: apache-2.0
library_name: transformers
---
# {name}

A language model of {millions:.1f} million parameters that writes small text-game programs and plays them,
trained from scratch without an accelerator. It is the starting point of runs on a laptop and knows nothing
else. All of its training data is generated: programs of the bank of mechanics over the nouns of the corpus
(`pipeline/bootstrap`), episodes played by each mechanic's expert, and copying drills. It is meant to be
imperfect, so that a run has something to learn.
"""

_USE = """
## Use

```python
from transformers import AutoModelForCausalLM, AutoTokenizer

model = AutoModelForCausalLM.from_pretrained("data/models/{name}")
tokenizer = AutoTokenizer.from_pretrained("data/models/{name}")
```

Prompts are those of `pipeline/prompts.py` in their compact form; sample designs at temperature 0.6
and replies at 0.8. At temperature 1 most designs are not valid Python.
"""


def _training(
    rows: list[dict[str, Any]], config: dict[str, Any], parameters: int, options: dict[str, Any], name: str
) -> str:
    last = rows[-1]
    said = " ".join(
        f"--{option} {value:g}" if isinstance(value, float) else f"--{option} {value}"
        for option, value in options.items()
    )
    cores = "one core" if options["threads"] == 1 else f"{options['threads']} cores"
    losses = ", ".join(f"{key[5:]} {last[key]:.3f}" for key in sorted(last) if key.startswith("loss_"))
    return f"""
## Training

| | |
|---|---|
| command | `python -m pipeline.bootstrap --out data/models/{name} {said}` |
| machine | {platform.machine()}, {cores} of a virtual machine, no accelerator |
| time | {last["minutes"]:.1f} minutes, {last["tokens"] / 1e6:.1f} M tokens, {last["step"]} steps |
| shape | Llama, width {config["hidden_size"]}, {config["num_hidden_layers"]} layers, \
{config["num_attention_heads"]} heads, feed-forward {config["intermediate_size"]}, \
context {config["max_position_embeddings"]}, vocabulary {config["vocab_size"]}, tied embeddings |
| start | random, with an induction circuit in the first two layers (`pipeline/bootstrap/induction.py`) |
| optimiser | Muon inside the layers, AdamW for embedding and norms; warm-up, then a cosine over the time |
| parameters | {parameters:,} ({options["dtype"]}) |
| last cross-entropy, nats per token | {losses} |

The curve is in `training_log.jsonl`; a tenth of the time between lines:

| minutes | tokens, millions | drill | program | prompt | reply |
|---|---|---|---|---|---|
{_curve(rows)}
"""


def _curve(rows: list[dict[str, Any]], points: int = 10) -> str:
    """Cross-entropies by kind of token at about ``points`` rows of the log, as lines of a table."""
    chosen = [rows[round(number * (len(rows) - 1) / points)] for number in range(points + 1)]
    kinds = ("drill", "program", "prompt", "reply")
    return "\n".join(
        f"| {row['minutes']:.0f} | {row['tokens'] / 1e6:.1f} | "
        + " | ".join(f"{row[f'loss_{kind}']:.2f}" if f"loss_{kind}" in row else "" for kind in kinds)
        + " |"
        for row in dict((row["step"], row) for row in chosen).values()
    )


def _designs(evaluation: dict[str, Any]) -> str:
    stages = ", ".join(f"{stage} {count}" for stage, count in evaluation["stages"].items())
    found = ", ".join(f"{name} {count}" for name, count in evaluation["mechanics"].items())
    valid = evaluation["stages"].get("valid", 0)
    return f"""
## Designs

{evaluation["designs"]} designs sampled at temperature {evaluation["temperature"]["designer"]}, \
judged by every check of the validator.

| | |
|---|---|
| valid | {evaluation["validity"]:.1%} |
| distinct programs | {evaluation["distinct"]} of {evaluation["designs"]} |
| valid designs of the skill asked for | {evaluation["on_skill"]} of {valid} |
| verdicts | {stages} |
| mechanics of the valid ones ({len(evaluation["mechanics"])}) | {found} |
"""


def _plays(evaluation: dict[str, Any]) -> str:
    wins = evaluation["wins"]
    lines = [
        "\n## Plays\n",
        f"Instances and programs not seen in training, temperature {evaluation['temperature']['agent']}, "
        "both arms on the same instances.\n",
        "| mechanic | episodes per arm | won plain | won with hint |",
        "|---|---|---|---|",
    ]
    for name, (won, played) in wins["plain"].items():
        hinted, hinted_played = wins["hint"][name]
        lines.append(f"| {name} | {played} | {won / played:.1%} | {hinted / hinted_played:.1%} |")
    for word, (won, played) in evaluation["by_difficulty"]["plain"].items():
        hinted, hinted_played = evaluation["by_difficulty"]["hint"][word]
        lines.append(f"| all, {word} | {played} | {won / played:.1%} | {hinted / hinted_played:.1%} |")
    rates = evaluation["win_rate"]
    lines.append(f"| **mean over mechanics** | | **{rates['plain']:.1%}** | **{rates['hint']:.1%}** |")
    return "\n".join(lines) + "\n"


def _parameters(out: Path) -> int:
    total = 0
    with safe_open(out / "model.safetensors", framework="numpy") as weights:
        for name in weights.keys():  # noqa: SIM118 - not a mapping
            count = 1
            for size in weights.get_slice(name).get_shape():
                count *= size
            total += count
    return total
