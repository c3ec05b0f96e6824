"""The same replies give the same bytes in CPython and in Pyodide under Node."""

from __future__ import annotations

import spade_env
from bank_sample import bank_jobs, here
from programs import one_liner

from web_runtime.node_replay import replay_in_node


def test_every_sampled_program_of_the_bank_replays_exactly_in_node():
    jobs = bank_jobs()
    assert len(jobs) >= 2 * 3 * 12
    results = replay_in_node(jobs)
    different = [i for i, (job, r) in enumerate(zip(jobs, results, strict=True)) if canonical(r) != here(job)]
    assert different == []


def test_text_floats_and_faults_cross_unchanged():
    steps = [
        '("é \\U0001f642 \\ud800 \\x00 \\u202e", 0.1 + 0.2, False, False, {})',
        '("x", 1e-300, True, False, {})',
        '("x", float("nan"), True, False, {})',
        "1 / 0",
        '("x", 1.0, True, False)',
        '(__import__("random").random(), 0, 0, 0, {})',
        '(str(__import__("random").random()), 0.5, True, False, {})',
    ]
    jobs = [{"source": one_liner(s), "seed": 5, "replies": ["a", "b"], "max_turns": 25} for s in steps]
    assert [canonical(result) for result in replay_in_node(jobs)] == [here(job) for job in jobs]


def test_a_program_that_does_not_load_is_an_error_with_its_stage():
    job = {"source": "x = 1 / 0", "seed": 0, "replies": [], "max_turns": 25}
    [result] = replay_in_node([job])
    assert result["error"].startswith("load: ")


def canonical(result: dict) -> str:
    return spade_env.transcript_json(result["transcript"])
