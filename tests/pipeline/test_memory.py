"""Memory: life-long statistics, capped quality-diversity cells, seeded retrieval, exact restore."""

import json
import math
import random
from collections import Counter

import numpy as np
import pytest

from pipeline.config_sections import MemorySection
from pipeline.memory import Memory, Record, embed, make_embedding

LOOPS = """
class {name}Env:
    def step(self, action):
        total = 0
        for i in range({n}):
            total += i * {n}
        return "{word}", float(total), True, False, {{}}
"""
TABLE = """
class {name}Env:
    def __init__(self):
        self.table = {{"a": "{word}", "b": "other"}}
    def step(self, action):
        if action in self.table and not action.startswith("x"):
            return self.table[action], 1.0, True, False, {{}}
        return "none", 0.0, False, False, {{}}
"""


def record(i, *, regret=0.2, template=LOOPS, skill="Optimization", kind="game", step=0) -> Record:
    made = Record(
        f"e{i}",
        step,
        kind,
        skill,
        "easy",
        f"title {i}",
        f"first {i}",
        template.format(name=f"N{i}", n=i + 2, word=f"word{i}"),
    )
    made.stats.add([0.0], [regret], step)
    return made


def filled(records, **options) -> Memory:
    memory = Memory(MemorySection(**options))
    for item in records:
        memory.add(item, item.step)
    return memory


def test_statistics_cover_the_whole_life_and_leave_void_pairs_out():
    item = record(0, regret=1.0)
    item.stats.add([0.0, 1.0, math.nan], [1.0, 1.0, 1.0], 4)
    assert (item.stats.plain, item.stats.hint, item.stats.pairs) == (3, 4, 3)
    assert item.stats.regret == pytest.approx((1 + 1 + 0) / 3)
    assert item.stats.last_step == 4


def test_later_plays_update_what_is_remembered():
    memory = filled([record(0, regret=1.0)])
    memory.update("e0", [1.0], [1.0], 7)
    memory.update("unknown", [1.0], [1.0], 7)
    assert memory.records["e0"].stats.regret == pytest.approx(0.5)
    assert len(memory) == 1


def test_themes_share_a_cluster_and_mechanics_do_not():
    memory = filled([record(0), record(1), record(2, template=TABLE)])
    clusters = [memory.records[f"e{i}"].cluster for i in range(3)]
    assert clusters[0] == clusters[1] != clusters[2]


def test_a_full_cell_keeps_its_highest_regret():
    memory = filled([record(i, regret=r) for i, r in enumerate([0.1, 0.9, 0.3, 0.5])], cell_cap=2)
    assert sorted(memory.records) == ["e1", "e3"]


def test_capacity_is_taken_from_the_largest_cell():
    records = [record(i, regret=0.9 - i / 10) for i in range(3)]
    records.append(record(9, regret=0.0, template=TABLE))
    memory = filled(records, capacity=3)
    assert sorted(memory.records) == ["e0", "e1", "e9"]


def test_retrieval_is_seeded_disjoint_and_prefers_regret():
    memory = filled([record(i, regret=0.9 if i < 3 else 0.0) for i in range(8)])
    counts, negatives = Counter(), Counter()
    for seed in range(200):
        good, bad = memory.retrieve(random.Random(seed), kind="game", skill="Optimization", step=1)
        again = memory.retrieve(random.Random(seed), kind="game", skill="Optimization", step=1)
        assert (good, bad) == again
        assert len(good) == 2 and len(bad) == 1
        assert len({r.env_id for r in [*good, *bad]}) == 3
        counts.update(r.env_id for r in good)
        negatives.update(r.env_id for r in bad)
    assert sum(counts[f"e{i}"] for i in range(3)) > 0.9 * counts.total()
    assert sum(negatives[f"e{i}"] for i in range(3, 8)) > 0.9 * negatives.total()


def test_retrieval_weighs_recency_and_crowding():
    old_and_new = filled(
        [record(0, step=0), record(1, step=200, template=TABLE)], half_life=20.0, positives=1
    )
    picks = Counter(
        old_and_new.retrieve(random.Random(s), kind="game", skill="Optimization", step=200)[0][0].env_id
        for s in range(100)
    )
    assert picks["e1"] > 95
    crowded = filled([*(record(i) for i in range(8)), record(9, template=TABLE)], positives=1)
    picks = Counter(
        crowded.retrieve(random.Random(s), kind="game", skill="Optimization", step=0)[0][0].env_id
        for s in range(400)
    )
    assert 150 < picks["e9"] < 250  # half, although it is one of nine


def test_retrieval_stays_within_the_kind_and_prefers_the_skill():
    memory = filled(
        [
            *(record(i, skill="Optimization") for i in range(3)),
            *(record(i, skill="Causal Inference", regret=1.0) for i in range(3, 6)),
            *(record(i, skill="Tool Use", kind="tool_use", regret=1.0) for i in range(6, 9)),
        ]
    )
    good, bad = memory.retrieve(random.Random(0), kind="game", skill="Optimization", step=0)
    assert {r.skill for r in [*good, *bad]} == {"Optimization"}
    good, _ = memory.retrieve(random.Random(0), kind="game", skill="Pattern Recognition", step=0)
    assert len(good) == 2 and {r.kind for r in good} == {"game"}
    assert Memory(MemorySection()).retrieve(random.Random(0), kind="game", skill="x", step=0) == ([], [])


def test_what_was_never_played_in_both_arms_is_no_exemplar():
    unplayed = record(0)
    unplayed.stats.pairs = 0
    memory = filled([unplayed])
    assert memory.retrieve(random.Random(0), kind="game", skill="Optimization", step=0) == ([], [])


def test_state_survives_json_exactly():
    memory = filled([record(i, template=TABLE if i % 2 else LOOPS, regret=i / 10) for i in range(6)])
    copy = Memory(MemorySection())
    copy.restore(json.loads(json.dumps(memory.state())))
    assert copy.state() == memory.state()
    for memory_ in (memory, copy):
        memory_.add(record(10, template=TABLE, regret=0.7), 3)
    assert copy.state() == memory.state()
    draw = [
        m.retrieve(random.Random(5), kind="game", skill="Optimization", step=4)[0] for m in (memory, copy)
    ]
    assert draw[0] == draw[1]


def test_a_cap_keeps_one_family_from_taking_over():
    """One family has far more regret and is written more often: ranking alone would keep nothing else."""
    rng = np.random.default_rng(0)
    memory = Memory(MemorySection(capacity=24, cell_cap=4))
    everything = []
    for i in range(150):
        loud = rng.random() < 0.7
        made = record(i, regret=0.9 if loud else 0.3, template=LOOPS if loud else TABLE, step=i)
        everything.append(made)
        memory.add(made, i)
    ranked = sorted(everything, key=lambda r: -r.stats.regret)[:8]
    assert all(r.stats.regret > 0.5 for r in ranked)
    assert sorted(r.stats.regret > 0.5 for r in memory.records.values()) == [False] * 4 + [True] * 4


def test_embedding_is_a_unit_vector_blind_to_names():
    one, two = embed(LOOPS.format(name="A", n=3, word="x")), embed(LOOPS.format(name="B", n=9, word="y"))
    assert np.linalg.norm(one) == pytest.approx(1)
    assert float(one @ two) == pytest.approx(1)
    with pytest.raises(SyntaxError):
        embed("def (")


def test_minilm_compares_what_programs_say_and_syntax_how_they_work():
    said, works = make_embedding("minilm"), make_embedding("ast")
    same_words, other_words = record(0), record(0, template=TABLE)
    assert works(same_words) @ works(record(1)) > works(same_words) @ works(other_words)
    vectors = [said(item) for item in (same_words, record(0), record(1))]
    assert [vector.shape for vector in vectors] == [(384,)] * 3
    assert vectors[0] @ vectors[1] == pytest.approx(1.0, abs=1e-5)
    assert make_embedding("auto")(same_words).shape == (384,)


def test_state_survives_with_any_embedding():
    embedding = make_embedding("minilm")
    memory = Memory(MemorySection(), embedding)
    for number in range(3):
        memory.add(record(number), 0)
    other = Memory(MemorySection(), embedding)
    other.restore(json.loads(json.dumps(memory.state())))
    assert other.state() == memory.state()
    draws = [m.retrieve(random.Random(1), kind="game", skill="Optimization", step=1) for m in (memory, other)]
    assert draws[0] == draws[1]
