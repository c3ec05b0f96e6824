"""More tool-use backends: each is won by its expert and its solution, not by chance, and does what it says."""

from __future__ import annotations

import ast
import functools
import json
import random
import re
import statistics

import pytest
import spade_env
from spade_env.actions import RandomAgent, conforming

from pipeline.bootstrap.mechanics import load_mechanics
from pipeline.bootstrap.mechanics.tool_frame import follow
from pipeline.vocabulary import DIFFICULTIES, TOOL_SKILL
from tests.pipeline import bank_harness as bank
from tests.pipeline.bank_harness import play, play_expert, random_call

NAMES = (
    "card_desk",
    "cart_desk",
    "customer_desk",
    "fault_desk",
    "folder_desk",
    "kit_desk",
    "mail_desk",
    "meeting_desk",
    "plan_desk",
    "return_desk",
    "roster_desk",
    "scene_desk",
    "task_desk",
    "trip_desk",
)
CASES = [(name, difficulty) for name in NAMES for difficulty in DIFFICULTIES]
RENDERS = 4
SEEDS = (0, 1)
programs = functools.partial(bank.programs, renders=RENDERS)


def arguments_of(reply: str) -> dict:
    return json.loads(reply.removeprefix("<tool_call>").removesuffix("</tool_call>"))["arguments"]


@pytest.mark.parametrize("name", NAMES)
def test_they_are_tool_mechanics_with_three_knobs(name):
    mechanic = load_mechanics()[name]
    assert (mechanic.kind, mechanic.skill) == ("tool_use", TOOL_SKILL)
    assert all(len(knobs) >= 3 for knobs in mechanic.knobs.values())
    assert len({str(sorted(knobs.items())) for knobs in mechanic.knobs.values()}) == len(DIFFICULTIES)


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_scaffold_size_and_tools(name, difficulty):
    sources = [program.source for program in programs(name, difficulty)]
    assert len(set(sources)) == RENDERS
    for program in programs(name, difficulty):
        assert len(program.source) <= 2320 and "<<" not in program.source
        methods = re.findall(r"^    def (\w+)", program.source, re.MULTILINE)
        assert methods[:4] == ["__init__", "reset", "form", "call"]
        assert methods[-2:] == ["hint", "solution"]
        assert 2 <= len(program.new_env()._user_messages) <= 4
        tools = spade_env.Episode(program, 0).tools()
        assert 2 <= len(tools) <= 4
        for tool in tools:
            parameters = tool["function"]["parameters"]
            assert tool["function"]["description"]
            assert set(parameters["required"]) <= set(parameters["properties"])
            assert all("type" in part for part in parameters["properties"].values())


def test_programs_of_two_desks_differ_in_structure():
    def shape(source: str) -> str:
        tree = ast.parse(source)
        return " ".join(type(node).__name__ for node in ast.walk(tree))

    shapes = {name: shape(programs(name, "hard")[0].source) for name in NAMES}
    assert len(set(shapes.values())) == len(NAMES)


def test_arguments_are_also_truth_values_lists_objects_and_optional():
    kinds: dict[str, set[str]] = {"boolean": set(), "array": set(), "object": set(), "optional": set()}
    for name, difficulty in CASES:
        for tool in spade_env.Episode(programs(name, difficulty)[0], 0).tools():
            parameters = tool["function"]["parameters"]
            for key, part in parameters["properties"].items():
                kinds.get(part["type"], set()).add(name)
                if key not in parameters["required"]:
                    kinds["optional"].add(name)
    assert kinds["boolean"] == {"plan_desk", "scene_desk", "trip_desk"}
    assert kinds["array"] == {"kit_desk", "mail_desk", "meeting_desk"}
    assert kinds["object"] == {"customer_desk"} and kinds["optional"] == {"trip_desk"}


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_expert_wins_plain_and_faster_with_hint_which_stays_hidden(name, difficulty):
    turns: dict[bool, list[int]] = {False: [], True: []}
    for program in programs(name, difficulty):
        for seed in SEEDS:
            for hinted in (False, True):
                episode = play_expert(name, program, seed, hinted)
                assert episode.outcome == "won", episode.transcript()
                turns[hinted].append(episode.turn)
            hint = episode.hint()
            texts = [episode.first_observation] + [step.observation for step in episode.steps]
            assert hint and all(hint not in text for text in texts)
            assert max(len(text.split()) for text in texts) <= 45
    assert statistics.mean(turns[True]) < statistics.mean(turns[False])
    assert max(turns[False]) < episode.turn_limit


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_solution_wins_and_messages_follow_the_state(name, difficulty):
    for program in programs(name, difficulty):
        messages = len(program.new_env()._user_messages)
        for seed in SEEDS:
            episode = spade_env.Episode(program, seed)
            solution = episode.solution()
            shown = [episode.act(reply).observation.count("User:") for reply in solution]
            assert episode.outcome == "won", episode.transcript()
            assert sum(shown) == messages - 1
            early = spade_env.Episode(program, seed)
            early.act(solution[-1] if "<answer>" in solution[-1] else "<answer>done</answer>")
            assert early.outcome == "lost"
            looking = spade_env.Episode(program, seed)
            reader = looking.tools()[0]["function"]
            given = conforming(reader["parameters"], ["1"], random.Random(seed))
            call = json.dumps({"name": reader["name"], "arguments": given})
            assert "User:" not in looking.act(f"<tool_call>{call}</tool_call>").observation


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_random_calls_rarely_win(name, difficulty):
    rng, wins, total = random.Random(9), [0, 0], 0
    for program in programs(name, difficulty):
        for seed in range(10):
            total += 1
            wins[0] += play(program, seed, lambda episode: random_call(episode, rng)).outcome == "won"
            agent, seen = RandomAgent(seed, spade_env.Episode(program, seed).tools()), []
            wins[1] += (
                play(
                    program,
                    seed,
                    lambda now, agent=agent, seen=seen: seen.append(now.observation) or agent.reply(seen),
                ).outcome
                == "won"
            )
    assert max(wins) / total < 0.12


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_wrong_arguments_and_odd_replies_are_observations(name, difficulty):
    rng = random.Random(2)
    program = programs(name, difficulty)[0]
    for function in (tool["function"] for tool in spade_env.Episode(program, 0).tools()):
        arguments = conforming(function["parameters"], ["1"], rng)
        env = program.new_env()
        env.reset(seed=0)
        assert env.execute_tool(function["name"], arguments)["returncode"] == 0
        wrongs = [{**arguments, "nonsense": 1}]
        if arguments:
            wrongs += [{}, dict.fromkeys(arguments, -3), dict.fromkeys(arguments, None)]
        for wrong in wrongs:
            result = env.execute_tool(function["name"], wrong)
            assert result["returncode"] == 1 and result["output"].startswith("Error")
    for reply in ("", "hello", "<tool_call>{</tool_call>", "<tool_call>[]</tool_call>", "²" * 3000):
        episode = play(program, 1, lambda now, reply=reply: reply)
        assert episode.outcome == "truncated"


@pytest.mark.parametrize(("name", "difficulty"), CASES)
def test_same_seed_same_transcript_and_other_seeds_other_starts(name, difficulty):
    for program in programs(name, difficulty)[:2]:
        first, again = (play_expert(name, program, 3, hinted=False).transcript() for _ in range(2))
        assert spade_env.same_transcript(first, again) is None
        assert len({spade_env.Episode(program, seed).observation for seed in range(6)}) >= 2


def instances(name: str):
    """(fresh instance, arguments of its solution's calls) of every difficulty and some seeds."""
    for difficulty in DIFFICULTIES:
        for program in programs(name, difficulty):
            for seed in range(5):
                env = program.new_env()
                env.reset(seed=seed)
                replies = env.solution()
                yield env, [arguments_of(reply) for reply in replies if "<tool_call>" in reply]


def test_cart_the_bill_is_what_the_calls_cost_and_the_choice_is_cheapest():
    for env, calls in instances("cart_desk"):
        bought = [call for call in calls if "item" in call]
        assert calls[-1]["coins"] == sum(env.cost[call["item"]] * call["count"] for call in bought)
        rivals = [env.b, env.c, getattr(env, "e", env.c)]
        assert any(env.cost[c["item"]] == min(map(env.cost.get, rivals)) for c in bought if c["count"] == 1)


def test_plan_no_smaller_plan_covers_the_use():
    for env, calls in instances("plan_desk"):
        for call in (call for call in calls if call.get("line") == env.a and "plan" in call):
            smaller = [limit for limit in env.plans.values() if limit < env.plans[call["plan"]]]
            assert env.plans[call["plan"]] >= env.used[env.a] > max(smaller, default=0)


def test_meeting_the_hour_is_the_only_common_one():
    for env, calls in instances("meeting_desk"):
        for call in (call for call in calls if "guests" in call):
            first, second = (set(env.free[guest]) for guest in call["guests"])
            assert first & second == {call["hour"]}


def test_folder_the_file_goes_where_the_other_lies_and_only_waste_is_deleted():
    for env, calls in instances("folder_desk"):
        assert calls[0] == {"file": env.a, "folder": env._state[env.b]}
        tools = list(env._tools)
        assert "not in" in env.execute_tool(tools[2], {"file": env.b})["output"]
        shown = env.execute_tool(tools[0], {"folder": env._state[env.b]})["output"]
        assert env.b in re.findall(r"\w+", shown)


def test_customer_rows_are_found_by_door_and_changed_by_an_object():
    for env, calls in instances("customer_desk"):
        find, edit = env._tools
        for row in [dict(row, name=name) for name, row in env._state.items()]:
            shown = env.execute_tool(find, {"door": row["door"]})["output"]
            assert row["name"] in shown and str(row["rank"]) in shown
        assert "rank" in env.execute_tool(edit, {"client": env.a, "change": {}})["output"]
        assert all(set(call["change"]) == {"rank"} for call in calls)


def test_scene_the_calls_leave_what_the_last_message_wants():
    for env, calls in instances("scene_desk"):
        words = re.findall(r"\w+", env._user_messages[-1])
        scene = env.y if env.y in words else env.x
        shown = env.execute_tool(next(iter(env._tools)), {"scene": scene})["output"]
        wanted = {thing: way == "on" for thing, way in re.findall(r"(\w+) (on|off)", shown)}
        left = {call["thing"]: call["on"] for call in calls}
        assert all(left[thing] == wanted[thing] for thing in wanted if env.a not in words or thing == env.a)


def test_task_nothing_is_finished_before_what_it_waits_for():
    for env, calls in instances("task_desk"):
        order = [call["task"] for call in calls if "owner" not in call]
        assert order[-1] == env.a
        assert all(order.index(env.need[task]) < order.index(task) for task in order if task in env.need)
        refusal = env.execute_tool(list(env._tools)[1], {"task": env.a})["output"]
        assert env.need[env.a] in refusal and env.done == []


def test_fault_tickets_go_in_turn_by_their_level():
    for env, calls in instances("fault_desk"):
        sent = [call for call in calls if "team" in call]
        assert [call["ticket"] for call in sent] == env._state["line"][: len(sent)]
        assert all((env.level[c["ticket"]] > env.k) == (c["team"] == env.x) for c in sent)


def test_trip_cheapest_and_first_after():
    for env, calls in instances("trip_desk"):
        for call in calls:
            prices = env.go[call["to"]]
            if call.get("bag"):
                assert call["hour"] == min(hour for hour in prices if hour > env.h)
            else:
                assert prices[call["hour"]] == min(prices.values())


def test_return_age_decides_the_way():
    for env, calls in instances("return_desk"):
        settle = next(name for name in env._tools if "by" in env._tools[name]["parameters"]["properties"])
        good, bad = env._tools[settle]["parameters"]["properties"]["by"]["enum"]
        for call in calls:
            assert call["by"] == (good if env.days[call["order"]] <= env.k else bad)
            env.execute_tool(settle, call | {"by": bad if call["by"] == good else good})
            assert env._state == {}


def test_card_limit_is_the_largest_charge_and_the_blocked_card_has_the_odd_one():
    for env, calls in instances("card_desk"):
        for call in calls:
            if "most" in call:
                assert call["most"] == sorted(env.paid[call["card"]])[-1]
            else:
                assert [card for card in env.paid if env.n in env.paid[card]] == [call["card"]]


def test_mail_goes_to_the_people_of_the_groups_that_are_named():
    for env, calls in instances("mail_desk"):
        people = {}
        for group in (env.g, env.h):
            shown = env.execute_tool(next(iter(env._tools)), {"group": group})["output"]
            people[str(group)] = shown.partition(":")[2].strip(" .").split()
        for call, message in zip(calls, env._user_messages, strict=True):
            words = re.findall(r"\w+", message)
            wanted = {name for group in people if group in words for name in people[group]}
            extra = wanted ^ set(call["to"])
            assert extra <= set(words) and len(extra) <= 1


def test_roster_a_swap_exchanges_two_days_and_keeps_the_rest():
    for env, calls in instances("roster_desk"):
        swap = list(env._tools)[1]
        for call in calls:
            before = dict(env._state)
            env.execute_tool(swap, call)
            changed = {name for name in before if before[name] != env._state[name]}
            assert {before[name] for name in changed} == {call["day"], call["other"]}
            assert sorted(before.values()) == sorted(env._state.values())


def test_kit_orders_hold_every_part_and_twice_is_double():
    for env, calls in instances("kit_desk"):
        for call, message in zip(calls, env._user_messages, strict=True):
            times = 2 if re.search("twice|double", message) else 1
            counts = {row["part"]: row["n"] for row in call["list"]}
            assert counts == {part: times * count for part, count in env.kits[call["kit"]].items()}


def test_an_expert_says_which_observation_it_does_not_know():
    expert = follow((("look", "act"),), {"go": ("<<Act>> now.",)}, (), {}, "Something else.", None)
    with pytest.raises(LookupError, match="Something else"):
        next(expert)
