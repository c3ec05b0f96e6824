"""The tool-use backends: every rendering loads, is won by its expert and its solution, and not by chance."""

from __future__ import annotations

import functools
import json
import random
import re
import statistics

import pytest
import spade_env
from spade_env.actions import conforming

from pipeline.bootstrap.mechanics import load_mechanics
from pipeline.vocabulary import DIFFICULTIES, TOOL_SKILL
from tests.pipeline import bank_harness as bank
from tests.pipeline.bank_harness import play_expert, play_same, play_solution, random_call, texts, wins

NAMES = ("booking_desk", "ledger_desk", "stock_desk")
CASES = [(name, difficulty) for name in NAMES for difficulty in DIFFICULTIES]
RENDERS = 10
SEEDS = (0, 1, 2)
programs = functools.partial(bank.programs, renders=RENDERS)


@pytest.mark.parametrize("name", NAMES)
def test_they_are_tool_mechanics(name):
    mechanic = load_mechanics()[name]
    assert (mechanic.kind, mechanic.skill) == ("tool_use", TOOL_SKILL)


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_scaffold_and_size(name, difficulty):
    sources = [program.source for program in programs(name, difficulty)]
    assert len(set(sources)) == RENDERS
    for source in sources:
        lines = source.splitlines()
        assert 38 <= len(lines) <= 60
        assert len(source) <= 2500
        assert all(lines) and "<<" not in source
        methods = re.findall(r"^    def (\w+)", source, re.MULTILINE)
        assert methods[:4] == ["__init__", "reset", "form", "call"]
        assert methods[-2:] == ["hint", "solution"]


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_schemas_are_openai_functions_and_messages_two_or_three(name, difficulty):
    for program in programs(name, difficulty):
        assert program.kind == "tool_use" and program.title and program.summary
        env = program.new_env()
        assert 2 <= len(env._user_messages) <= 3
        tools = spade_env.Episode(program, 0).tools()
        assert 2 <= len(tools) <= 3
        for tool in tools:
            assert tool["type"] == "function" and tool["function"]["description"]
            parameters = tool["function"]["parameters"]
            assert set(parameters["required"]) == set(parameters["properties"]) != set()
            assert all(
                "enum" in argument and "type" in argument for argument in parameters["properties"].values()
            )


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_plain_and_faster_with_hint(name, difficulty):
    turns: dict[bool, list[int]] = {False: [], True: []}
    for program in programs(name, difficulty):
        for seed in SEEDS:
            for hinted in (False, True):
                episode = play_expert(name, program, seed, hinted)
                assert episode.outcome == "won", episode.transcript()
                turns[hinted].append(episode.turn)
    assert statistics.mean(turns[True]) < statistics.mean(turns[False])
    assert max(turns[False]) < episode.turn_limit


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_solution_wins(name, difficulty):
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = play_solution(program, seed)
            assert episode.outcome == "won", episode.transcript()


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_random_conforming_calls_and_early_answers_rarely_win(name, difficulty):
    rng = random.Random(9)
    calls = mixed = agent_wins = total = 0
    for program in programs(name, difficulty):
        for seed in range(20):
            total += 1
            calls += wins(program, seed, lambda episode: random_call(episode, rng))
            mixed += wins(
                program,
                seed,
                lambda episode: (
                    f"<answer>{rng.randint(1, 9)}</answer>" if episode.turn > 3 else random_call(episode, rng)
                ),
            )
            agent = spade_env.actions.RandomAgent(seed, spade_env.Episode(program, seed).tools())
            seen: list[str] = []
            agent_wins += wins(
                program,
                seed,
                lambda episode, agent=agent, seen=seen: seen.append(episode.observation) or agent.reply(seen),
            )
    assert max(calls, mixed, agent_wins) / total < 0.15


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_the_next_message_comes_only_when_the_backend_state_is_right(name, difficulty):
    for program in programs(name, difficulty):
        episode = spade_env.Episode(program, 4)
        solution = episode.solution()
        tools = episode.tools()
        reader = tools[0]["function"]
        for value in reader["parameters"]["properties"].popitem()[1]["enum"][:3]:
            key = reader["parameters"]["required"][0]
            call = json.dumps({"name": reader["name"], "arguments": {key: value}})
            assert "User:" not in episode.act(f"<tool_call>{call}</tool_call>").observation
        early = spade_env.Episode(program, 4)
        early.act(solution[-1] if "<answer>" in solution[-1] else "<answer>done</answer>")
        assert early.outcome == "lost"
        straight = spade_env.Episode(program, 4)
        shown = [straight.act(reply).observation.count("User:") for reply in solution]
        assert sum(shown) == len(program.new_env()._user_messages) - 1


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_every_tool_executes_and_wrong_arguments_are_observations(name, difficulty):
    rng = random.Random(2)
    for program in programs(name, difficulty):
        for function in (tool["function"] for tool in spade_env.Episode(program, 0).tools()):
            arguments = conforming(function["parameters"], ["1"], rng)
            env = program.new_env()
            env.reset(seed=0)
            assert env.execute_tool(function["name"], arguments)["returncode"] == 0
            for wrong in (
                {},
                {**arguments, "other": 1},
                dict.fromkeys(arguments, -3),
                dict.fromkeys(arguments, None),
            ):
                result = env.execute_tool(function["name"], wrong)
                assert result["returncode"] == 1 and result["output"].startswith("Error")


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_observations_are_short_and_keep_the_hint_to_themselves(name, difficulty):
    for program in programs(name, difficulty):
        for seed in SEEDS:
            episode = play_expert(name, program, seed, hinted=False)
            hint = episode.hint()
            assert hint and all(hint not in text for text in texts(episode))
            assert max(len(text.split()) for text in texts(episode)) <= 45


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_same_seed_same_transcript_and_other_seeds_other_starts(name, difficulty):
    for program in programs(name, difficulty):
        first, again = (play_expert(name, program, 3, hinted=False).transcript() for _ in range(2))
        assert spade_env.same_transcript(first, again) is None
        assert len({spade_env.Episode(program, seed).observation for seed in range(6)}) >= 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "reply", ["", "hello", "<tool_call>{</tool_call>", "<tool_call>[]</tool_call>", "\\boxed{1}", "²" * 3000]
)
def test_odd_replies_are_observations_not_faults(name, reply):
    for difficulty in DIFFICULTIES:
        for program in programs(name, difficulty)[:3]:
            assert play_same(program, 1, reply).outcome == "truncated"


def test_a_wrong_payment_can_be_paid_back():
    program = programs("ledger_desk", "easy")[0]
    episode = spade_env.Episode(program, 0)
    right = json.loads(re.search(r"\{.*\}", episode.solution()[0])[0])
    source, target = right["arguments"]["source"], right["arguments"]["target"]
    other = next(
        n
        for n in episode.tools()[0]["function"]["parameters"]["properties"]["account"]["enum"]
        if n not in (source, target)
    )
    for a, b in ((source, other), (other, source)):
        slip = {**right, "arguments": {"source": a, "target": b, "amount": 1}}
        episode.act(f"<tool_call>{json.dumps(slip)}</tool_call>")
    for reply in episode.solution():
        episode.act(reply)
    assert episode.outcome == "won"
