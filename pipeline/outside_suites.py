"""Reasoning Gym as held-out suites: each question becomes a one-turn program, played by the one turn loop and
scored again by the package's own ``score_answer``.

* ``reasoning_gym``: sixteen tasks with short questions, each at the first level of its own curriculum.
* ``reasoning_gym_hard``: for models far larger than ours, at the published hard settings (``outside_hard``
  says where they are from), scored under the SPADE paper's four columns. Others come from a file:
  ``--settings FILE`` of ``pipeline.evaluate`` holds ``{"task": {"parameter": value}}``.

Tasks whose scorer evaluates the answer as Python (``eval``, SymPy's parser) are left out, of the hundred hard
ones eleven: a policy's reply must never run in this process. Questions are asked once, where the paper's
evaluation gives a second turn. So a column is near the paper's, not the same. Needs the ``evaluate`` extra.
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spade_env import derive_seed, protocols

from pipeline.outside_hard import HARD_COLUMNS, HARD_SETTINGS
from pipeline.suites import EVALUATION_SEED, Case, Suite, SuiteError

EASY_TASKS = (
    "aiw", "basic_arithmetic", "calendar_arithmetic", "chain_sum", "count_bits",
    "family_relationships", "fraction_simplification", "gcd", "leg_counting", "letter_counting",
    "number_sequence", "prime_factorization", "products", "sentence_reordering", "simple_equations",
    "simple_geometry",
)  # fmt: skip
"""Tasks of the easy suite: questions under 150 tokens of the small base model, seven subjects."""

RUNS_ANSWERS = frozenset({"eval", "exec", "compile", "parse_expr", "sympify"})
"""Names that, called by a scorer, may run an answer as code."""

_PROGRAM = '''class QuestionEnv:
    """{task}
    One question of Reasoning Gym.
    """
    def __init__(self, max_turns=1, **kwargs):
        self.max_turns = max_turns
    def reset(self, seed=None):
        return {question!r}, {{}}
    def step(self, action):
        found = action.strip()
        found = found[7:-1].strip() if found.startswith("\\\\boxed{{") else ""
        right = found == {answer!r}
        return ("Right." if right else "Answered."), float(right), True, False, {{}}
    def solution(self):
        return [{answer!r}]
'''

SPARE = 30
"""Questions looked at per question wanted, before there are too few."""

Settings = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Rescore:
    """Scores the last reply of an episode by the package's rule: a number from 0 to 1."""

    score_answer: Callable[[str | None, dict[str, Any]], float]
    entry: dict[str, Any]

    def __call__(self, reply: str) -> float:
        """An answer without a box is no answer; a scorer that fails on an answer gives nothing for it."""
        answer = protocols.last_box(reply)
        if answer is None or not answer.strip():
            return 0.0
        try:
            return float(min(1.0, max(0.0, self.score_answer(answer.strip(), self.entry))))
        except Exception:  # the package's scorers meet whatever a policy writes
            return 0.0


def question_program(task: str, question: str, answer: str) -> str:
    """Source of a one-turn environment that asks ``question``; exact matches win in it, for want of the
    package inside the sandbox."""
    text = f"{question.strip()}\nReply \\boxed{{answer}} with the answer alone."
    return _PROGRAM.format(task=task.replace("_", " "), question=text, answer=answer.strip())


def reasoning_gym_suite(name: str, episodes: int, settings: Settings | None = None) -> Suite:
    """The suite called ``name`` with ``episodes`` questions per task, the same ones every time.

    ``settings`` (task -> parameters of its configuration) take the place of the published hard ones.
    Raises :class:`SuiteError` when the package is missing, or a task or parameter does not exist.
    """
    gym = _package()
    columns: Mapping[str, str] = {}
    note = ""
    if settings is not None:
        datasets = {task: _configured(gym, task, options, episodes) for task, options in settings.items()}
    elif name == "reasoning_gym_hard":
        left_out = sorted(task for task in HARD_SETTINGS if runs_answers(gym, task))
        note = f"without {len(left_out)} tasks whose scorers may run an answer as code: {', '.join(left_out)}"
        datasets = {
            task: _configured(gym, task, options, episodes)
            for task, options in HARD_SETTINGS.items()
            if task not in left_out
        }
        columns = {task: HARD_COLUMNS[task] for task in datasets}
    else:
        datasets = {task: _easiest(gym, task, episodes) for task in EASY_TASKS}
    easy = name == "reasoning_gym"  # the easiest settings repeat questions; of the others, all count
    cases = [c for task, dataset in sorted(datasets.items()) for c in _cases(task, dataset, episodes, easy)]
    return Suite(name, tuple(cases), columns, note)


def runs_answers(gym: Any, task: str) -> bool:
    """Whether the scorer of ``task``, or a function of its class or module that the scorer calls, could run
    an answer as code. A scorer that cannot be read counts as one that could."""
    cls = gym.factory.DATASETS[task][0]
    module = inspect.getmodule(cls)
    waiting, seen = ["score_answer"], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        found = getattr(cls, name, None) or getattr(module, name, None)
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(found)))  # type: ignore[arg-type]
        except (OSError, TypeError, SyntaxError):
            if name == "score_answer":
                return True
            continue
        called = {_called(node) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        if called & RUNS_ANSWERS:
            return True
        waiting += [call for call in called if call and (hasattr(cls, call) or hasattr(module, call))]
    return False


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        own = isinstance(node.func.value, ast.Name) and node.func.value.id in ("self", "cls", "sympy", "sp")
        return node.func.attr if own else ""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def read_settings(path: Path) -> Settings:
    """Settings from a JSON file. Raises :class:`SuiteError` naming the file and what was expected."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteError(f"--settings {path} cannot be read as JSON ({error})") from None
    if not found or not isinstance(found, dict) or not all(isinstance(v, dict) for v in found.values()):
        raise SuiteError(f'--settings {path} should hold {{"task": {{"parameter": value}}}}')
    return found


def _cases(task: str, dataset: Any, episodes: int, different: bool) -> Sequence[Case]:
    cases = []
    for index, entry in _questions(task, dataset, episodes, different):
        answer = "" if entry["answer"] is None else str(entry["answer"])
        source = question_program(task, str(entry["question"]), answer)
        rescore = Rescore(dataset.score_answer, entry)
        cases.append(Case(task, f"{task}-{index}", source, "game", derive_seed(0, task, index), rescore))
    return cases


def _questions(task: str, dataset: Any, count: int, different: bool) -> Sequence[tuple[int, dict[str, Any]]]:
    """The first ``count`` questions with their places, only ``different`` ones if so wanted. A place for
    which the package finds no question is passed over."""
    found: list[tuple[int, dict[str, Any]]] = []
    seen: set[str] = set()
    for index in range(SPARE * count):
        try:
            entry = dataset[index]
        except (ValueError, RuntimeError):  # some generators give up on a seed
            continue
        if different and str(entry["question"]) in seen:
            continue
        seen.add(str(entry["question"]))
        found.append((index, entry))
        if len(found) == count:
            return found
    kind = "different questions" if different else "questions"
    raise SuiteError(f"reasoning-gym makes fewer than {count} {kind} of {task} at this setting")


def _easiest(gym: Any, task: str, size: int) -> Any:
    curriculum = gym.factory.create_curriculum(task)
    curriculum.set_global_level(0)
    config = curriculum.generate_configuration({"seed": _seed(task), "size": SPARE * size})
    return gym.factory.DATASETS[task][0](config=config)


def _configured(gym: Any, task: str, options: Mapping[str, Any], size: int) -> Any:
    if task not in gym.factory.DATASETS:
        raise SuiteError(f"--settings: reasoning-gym has no task '{task}'")
    if runs_answers(gym, task):
        raise SuiteError(f"--settings: the scorer of '{task}' may run an answer as code, so it is not used")
    try:
        return gym.create_dataset(task, **options, seed=_seed(task), size=SPARE * size)
    except (TypeError, ValueError, AssertionError) as error:
        raise SuiteError(f"--settings: {task} cannot be configured ({error})") from None


def _seed(task: str) -> int:
    return derive_seed(EVALUATION_SEED, f"reasoning_gym:{task}", 0) % 2**31


def _package() -> Any:
    try:
        import reasoning_gym
    except ImportError as error:
        raise SuiteError(
            f"the suite needs the 'evaluate' extra: pip install -e '.[evaluate]' ({error})"
        ) from None
    return reasoning_gym
