"""The optional model audit (``validator.audit``): the policy reads a program that passed every check and says
whether it is a fair environment. It fails closed: a reply without a clear verdict is a rejection.
"""

from __future__ import annotations

import re
from dataclasses import replace

from spade_env import derive_seed

from pipeline.chat import Chat
from pipeline.config_sections import Config
from pipeline.prompts import Message
from pipeline.sampler import Sampler, SamplingParams
from pipeline.validator import Verdict

STAGE = "audit"
REPLY_TOKENS = 256
_SYSTEM = """You review text environments written for training. Accept one only if its rules are stated, \
its goal can be reached by reasoning over several turns, and guessing does not win. End your reply with one \
line: VERDICT: accept, or VERDICT: reject - and the reason in one sentence."""
_VERDICT = re.compile(r"VERDICT:\s*(accept|reject)\b[ :,.-]*(.*)", re.IGNORECASE)


def audit_messages(code: str, first_observation: str) -> list[Message]:
    """What the auditing policy is shown."""
    content = f"```python\n{code}\n```\nFirst observation:\n{first_observation}"
    return [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": content}]


def read_verdict(reply: str) -> str | None:
    """``None`` for an accepted program, else the reason in one sentence; the last verdict line counts."""
    found = _VERDICT.findall(reply)
    if not found:
        return "the audit gave no verdict, and no verdict is a rejection"
    word, reason = found[-1]
    if word.lower() == "accept":
        return None
    return " ".join(reason.split())[:300] or "the audit rejected it without a reason"


class Auditor:
    """Asks the current policy about programs."""

    def __init__(self, config: Config, sampler: Sampler, chat: Chat):
        self._seed = config.run.seed
        self._sampler = sampler
        self._chat = chat
        self._params = SamplingParams(config.sampler.agent_temperature, REPLY_TOKENS, chat.stop_ids)

    def review(self, verdict: Verdict, code: str, key: str) -> Verdict:
        """``verdict`` of a valid program with the audit's added; ``key`` seeds what is sampled."""
        prompt = self._chat.encode(audit_messages(code, verdict.first_observation))
        seed = derive_seed(self._seed, f"audit:{key}", 0)
        completion = self._sampler.generate([prompt], self._params, [seed])[0]
        finished = completion.finish_reason == "stop"
        reason = read_verdict(self._chat.answer(self._chat.decode(completion.ids)) if finished else "")
        checks = {**verdict.checks, STAGE: "fail" if reason else "pass"}
        if reason is None:
            return replace(verdict, checks=checks)
        return replace(verdict, valid=False, stage=STAGE, reason=reason, checks=checks)
