"""What the tests of the vLLM engine share."""

from __future__ import annotations

import os
import subprocess
import sys

import torch

from pipeline.config import ROOT

TOLERANCE = 2e-4
"""Nats; float32 on both sides."""


def plain_logprobs(model, prompt, ids, temperature):
    """Log-probs of ``ids`` after ``prompt`` under the temperature-scaled full softmax, (tokens,)."""
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([[*prompt, *ids]])).logits[0, len(prompt) - 1 : -1]
    return (logits / temperature).log_softmax(-1).gather(-1, torch.tensor(ids)[:, None])[:, 0]


def largest_difference(model, prompts, completions, temperature):
    differences = [
        (plain_logprobs(model, prompt, c.ids, temperature) - torch.tensor(c.logprobs)).abs().max()
        for prompt, c in zip(prompts, completions, strict=True)
    ]
    return float(max(differences))


def train(*arguments):
    """A run in a process of its own, as users start them; its exit status and what it printed."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "web_runtime")])
    done = subprocess.run(
        [sys.executable, "pipeline/run.py", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr
