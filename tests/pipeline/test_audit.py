"""The model audit: what it is shown, that it can reject, and that silence is a rejection."""

from __future__ import annotations

import pytest

from pipeline.audit import read_verdict
from tests.pipeline.loop_harness import distinct_games, run_steps, save_micro_model, small_config


@pytest.fixture(scope="module")
def micro(tmp_path_factory):
    return save_micro_model(tmp_path_factory.mktemp("micro") / "model")


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("VERDICT: accept", None),
        ("It is fair.\nverdict: Accept.", None),
        ("VERDICT: reject - guessing wins.", "guessing wins."),
        ("VERDICT: accept\nNo: VERDICT: reject, rules are missing", "rules are missing"),
        ("VERDICT: reject", "the audit rejected it without a reason"),
        ("I accept it", "the audit gave no verdict, and no verdict is a rejection"),
        ("", "the audit gave no verdict, and no verdict is a rejection"),
        ("VERDICT: acceptable?", "the audit gave no verdict, and no verdict is a rejection"),
    ],
)
def test_the_last_clear_verdict_counts(reply, reason):
    assert read_verdict(reply) == reason


@pytest.mark.parametrize(
    ("reply", "valid"), [("VERDICT: accept", 4), ("VERDICT: reject - dull", 0), ("fine", 0), (None, 0)]
)
def test_rejected_designs_are_logged_penalised_and_not_played(micro, reply, valid):
    def answer(prompt: str, seed: int) -> str | None:
        return reply if "You review text environments" in prompt else distinct_games(prompt, seed)

    rows = run_steps(small_config(micro, validator={"audit": True}), answer)[0]
    designs = rows["designs"]
    assert sum(row["valid"] for row in designs) == valid
    assert {row["check_audit"] for row in designs} == {"pass" if valid else "fail"}
    if not valid:
        assert {row["verdict_stage"] for row in designs} == {"audit"}
        assert all(row["verdict_reason"] and row["designer_reward"] == -0.10 for row in designs)
        assert not rows["plays"]


def test_without_the_switch_nobody_is_asked(micro):
    asked = []

    def answer(prompt: str, seed: int) -> str | None:
        asked.append("You review" in prompt)
        return distinct_games(prompt, seed)

    assert all("check_audit" not in row for row in run_steps(small_config(micro), answer)[0]["designs"])
    assert not any(asked)
