"""Validation by execution, the part any host can run (ENVIRONMENT.md section 4).

Each check is a function of a loaded program that returns a :class:`CheckResult` with a sentence a
designer could learn from. The validator runs them inside the sandbox, the browser's editor in its
worker. What needs a second process or a clock (hash seeds, cost, novelty) belongs to the validator.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import protocols
from .actions import RandomAgent, conforming, legal_looking
from .episode import Episode
from .program import Program
from .schema import violations
from .shapes import is_tool_schema
from .transcript import replay, same_transcript

RANDOM_EPISODES = 40
"""Random episodes played over the seeds to estimate how often guessing wins."""

TRIVIAL_WIN_RATE = 0.15
"""Win rate of random or constant play from which an environment counts as trivial."""

PROBES = (
    "",
    "\\boxed{}",
    "\\boxed{purple elephant 17}",
    "hello, I would rather not",
    "\\boxed{-999999999999}",
    "\\boxed{∑√ 你好 🙂 ا}",
    "\\boxed{" + "x" * 20000 + "}",
    "\\boxed{{{nested} braces} [",
    '<tool_call>{"name": "no_such_tool", "arguments": {}}</tool_call>',
    "<tool_call>{broken</tool_call>",
)
HINT_LEAK_LENGTH = 12
SOLUTION_LEAK_LENGTH = 24
"""A hint or a joined solution shorter than these says too little to call its appearance a leak: short
solutions (``a b a b``) occur in honest observations by chance."""


@dataclass(frozen=True)
class CheckResult:
    """``status`` is ``pass``, ``fail``, ``unknown`` or ``skip``; ``data`` holds what was measured."""

    name: str
    status: str
    sentence: str
    data: dict[str, Any] = field(default_factory=dict)


def run_check(name: str, program: Program, *, seeds: Sequence[int], max_turns: int) -> CheckResult:
    """Run one of :data:`CHECKS`. Raises ``KeyError`` for a name that is none of them."""
    status, sentence, data = CHECKS[name](program, seeds, max_turns)
    return CheckResult(name, status, sentence, data)


_Answer = tuple[str, str, dict[str, Any]]
_Check = Callable[[Program, Sequence[int], int], _Answer]


def _parse(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    return "pass", "the program is valid Python", {}


def _load(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    return "pass", f"the program defines {program.class_name}", {}


def _contract(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    episode = Episode(program, seeds[0], max_turns=max_turns)
    if episode.fault:
        return (
            "fail",
            f"reset(seed) must return (text, dict) without failing: {_because(episode.fault)}",
            _fault(episode),
        )
    if not episode.observation.strip():
        return "fail", "the first observation is empty; it must state the goal, rules and answer format", {}
    if episode.done:
        return "fail", "the episode is over before the first action", {}
    if program.kind == "tool_use" and not episode.tools():
        return "fail", "a tool-use environment must offer at least one tool in _tools", {}
    if not all(is_tool_schema(tool) for tool in episode.tools()):
        return "fail", "every tool in _tools needs a description (text) and parameters (a JSON schema)", {}
    episode.act("\\boxed{1}")
    if episode.fault:
        wanted = "step(action) must return (text, float, bool, bool, dict)"
        return "fail", f"{wanted}: {_because(episode.fault)}", _fault(episode)
    return "pass", "reset and step have the right shapes", {}


def _reset(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    for seed in seeds:
        episode = Episode(program, seed, max_turns=max_turns)
        if episode.fault:
            return "fail", f"reset failed for seed {seed}: {_because(episode.fault)}", _fault(episode)
    return "pass", f"reset works on {len(seeds)} seeds", {}


def _determinism(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    for seed in seeds[:2]:
        replies = scripted_replies(program, seed, max_turns)
        first = replay(program, seed, replies, max_turns=max_turns)
        turn = same_transcript(first, replay(program, seed, replies, max_turns=max_turns))
        if turn is not None:
            sentence = (
                f"the same seed and actions gave another episode at turn {turn}; "
                "draw every random number from random.Random(seed) inside reset"
            )
            return "fail", sentence, {"seed": seed, "turn": turn}
        turn = same_transcript(first, _watched_replay(program, seed, replies, max_turns))
        if turn is not None:
            sentence = (
                f"asking for hint(), render() or the tools changed the episode at turn {turn}; "
                "only reset and step may change the environment"
            )
            return "fail", sentence, {"seed": seed, "turn": turn}
    return "pass", "the same seed and actions give the same episode", {}


def _diversity(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    if getattr(program.env_class, "fixed_instance", False):
        return "skip", "the program declares a single fixed instance", {}
    episodes = [Episode(program, seed, max_turns=max_turns) for seed in seeds]
    # Instances may start with the same words and differ in what is hidden, which hint and solution show.
    starts = {(e.first_observation, e.hint(), tuple(e.solution() or ())) for e in episodes}
    if len(starts) < 2:
        return "fail", "every seed gives the same instance; use the seed in reset", {"distinct": 1}
    return "pass", f"{len(starts)} distinct instances over {len(seeds)} seeds", {"distinct": len(starts)}


def _probes(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    for reply in PROBES:
        episode = Episode(program, seeds[0], max_turns=max_turns)
        for _ in range(2):
            episode.act(reply)
        if episode.fault:
            shown = reply if len(reply) < 40 else reply[:37] + "..."
            sentence = (
                f"the reply {shown!r} broke the program: {_because(episode.fault)}; "
                "unusable actions must be answered"
            )
            return "fail", sentence, _fault(episode)
    for seed in seeds:
        episode = random_episode(program, seed, seed, max_turns)
        if episode.fault:
            sentence = f"random play broke the program in turn {episode.turn + 1}: {_because(episode.fault)}"
            return "fail", sentence, _fault(episode)
    return "pass", "absurd, empty, long, unboxed and random replies are answered", {}


def _solvable(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    if not program.has_solution:
        return "unknown", "the program offers no solution(), so nobody proved that it can be won", {}
    missing = 0
    for seed in seeds:
        replies = Episode(program, seed, max_turns=max_turns).solution()
        if replies is None:
            missing += 1
            continue
        outcome = replay(program, seed, replies, max_turns=max_turns)
        if outcome["outcome"] != "won":
            how = (
                _because(outcome["fault"]) if outcome["fault"] else f"the episode ended {outcome['outcome']}"
            )
            return "fail", f"solution() does not win for seed {seed}: {how}", {"seed": seed}
    if missing:
        sentence = f"solution() knows no winning actions for {missing} of {len(seeds)} seeds"
        return "unknown", sentence, {"unproved": missing}
    return "pass", f"solution() wins on {len(seeds)} seeds", {}


def _trivial(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    rate = random_win_rate(program, seeds, max_turns)
    if rate >= TRIVIAL_WIN_RATE:
        return (
            "fail",
            f"random play wins {rate:.0%} of episodes; guessing must not win",
            {"random_win_rate": rate},
        )
    constant = _constant_win_rate(program, seeds, max_turns)
    if constant >= TRIVIAL_WIN_RATE and constant * len(seeds) > 1:
        sentence = f"repeating one reply wins {constant:.0%} of episodes; a constant must not win"
        return "fail", sentence, {"random_win_rate": rate, "constant_win_rate": constant}
    return "pass", f"random play wins {rate:.0%}", {"random_win_rate": rate, "constant_win_rate": constant}


def _leak(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    for seed in seeds:
        episode = Episode(program, seed, max_turns=max_turns)
        seen = _fold(episode.first_observation)
        hint = _fold(episode.hint() or "")
        if len(hint) >= HINT_LEAK_LENGTH and hint in seen:
            return "fail", "the first observation contains the hint", {"seed": seed}
        answer = _fold(" ".join(_bare(reply) for reply in episode.solution() or ()))
        if len(answer) >= SOLUTION_LEAK_LENGTH and answer in seen:
            return "fail", "the first observation contains the solution", {"seed": seed}
        if len(hint) < HINT_LEAK_LENGTH:
            continue
        steps = random_episode(program, seed, seed, max_turns).steps
        for turn, step in enumerate(steps[:-1], start=1):  # the last may say what would have won
            if hint in _fold(step.observation):
                return "fail", f"the observation of turn {turn} contains the hint", {"seed": seed}
    return "pass", "no observation contains the hint, nor the first one the solution", {}


def _tools(program: Program, seeds: Sequence[int], max_turns: int) -> _Answer:
    if program.kind != "tool_use":
        return "skip", "not a tool-use environment", {}
    rng = random.Random(seeds[0])
    for tool in _sound_tools(Episode(program, seeds[0], max_turns=max_turns)):
        function = tool["function"]
        arguments = conforming(function["parameters"], ["1", "none"], rng)
        if violations(arguments, function["parameters"]):
            return (
                "fail",
                f"the schema of tool {function['name']} accepts no arguments",
                {"tool": function["name"]},
            )
        episode = Episode(program, seeds[0], max_turns=max_turns)
        episode.act(protocols.call_text(function["name"], arguments))
        if episode.fault:
            return "fail", f"tool {function['name']} failed: {_because(episode.fault)}", _fault(episode)
    return "pass", "every tool runs on arguments that fit its schema", {}


CHECKS: dict[str, _Check] = {
    "parse": _parse,
    "load": _load,
    "contract": _contract,
    "reset": _reset,
    "determinism": _determinism,
    "diversity": _diversity,
    "probes": _probes,
    "solvable": _solvable,
    "trivial": _trivial,
    "leak": _leak,
    "tools": _tools,
}
"""Check name -> function, in the order of the verdict."""


def scripted_replies(program: Program, seed: int, max_turns: int) -> list[str]:
    """Replies that exercise an instance: those of a random agent, then those of its solution."""
    episode = Episode(program, seed, max_turns=max_turns)
    solution = episode.solution() or []
    agent = RandomAgent(seed, _sound_tools(episode))
    shown = [episode.first_observation]
    replies: list[str] = []
    for _ in range(3):
        reply = agent.reply(shown)
        replies.append(reply)
        shown.append(episode.act(reply).observation)
        if episode.done:
            break
    return replies + solution


def _watched_replay(program: Program, seed: int, replies: list[str], max_turns: int) -> dict[str, Any]:
    """A replay in which a person looks on, asking for the picture, the tools and the hint at every turn."""
    episode = Episode(program, seed, max_turns=max_turns)
    for reply in replies:
        episode.render(), episode.tools(), episode.hint()
        if episode.done:
            break
        episode.act(reply)
    return episode.transcript()


def random_episode(program: Program, seed: int, agent_seed: int, max_turns: int) -> Episode:
    """A finished episode of the random agent."""
    episode = Episode(program, seed, max_turns=max_turns)
    agent = RandomAgent(agent_seed, _sound_tools(episode))
    shown = [episode.first_observation]
    while not episode.done:
        shown.append(episode.act(agent.reply(shown)).observation)
    return episode


def random_win_rate(program: Program, seeds: Sequence[int], max_turns: int) -> float:
    """Share of :data:`RANDOM_EPISODES` random episodes, spread over ``seeds``, that were won."""
    played = (
        random_episode(program, seeds[i % len(seeds)], i, max_turns).outcome for i in range(RANDOM_EPISODES)
    )
    return sum(outcome == "won" for outcome in played) / RANDOM_EPISODES


def _constant_win_rate(program: Program, seeds: Sequence[int], max_turns: int) -> float:
    """Best share of instances won by repeating one move found in the first instance's first observation."""
    first = Episode(program, seeds[0], max_turns=max_turns)
    if program.kind == "tool_use":
        return 0.0
    best = 0
    for move in legal_looking([first.first_observation])[:12]:
        wins = 0
        for seed in seeds:
            episode = Episode(program, seed, max_turns=max_turns)
            while not episode.done:
                episode.act(f"\\boxed{{{move}}}")
            wins += episode.outcome == "won"
        best = max(best, wins)
    return best / len(seeds)


def _sound_tools(episode: Episode) -> list[dict[str, Any]]:
    """The tools that can be called; the contract check complains of any other."""
    return [tool for tool in episode.tools() if is_tool_schema(tool)]


def _because(fault: str) -> str:
    kind, _, detail = fault.partition(":")
    name, _, line = detail.partition("@")
    if kind == "env_timeout":
        return "it took too long"
    return f"{name} in line {line}" if line else name or kind


def _fault(episode: Episode) -> dict[str, Any]:
    return {"fault": episode.fault}


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def _bare(reply: str) -> str:
    content = protocols.last_box(reply)
    return reply if content is None else content
