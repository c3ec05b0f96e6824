"""Seeded draws without repetition, saved position, bad lines named and counted."""

import json

import pytest

from pipeline.corpus import Corpus, CorpusError


def write(path, lines):
    path.write_bytes(
        b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    )
    return path


def passage(i, **more):
    return {"id": f"p{i}", "text": f"text {i}", "source": "us", "subject": "physics", **more}


@pytest.fixture
def file(tmp_path):
    return write(tmp_path / "c.jsonl", [passage(i) for i in range(7)])


def draws(corpus, n):
    return [corpus.draw().id for _ in range(n)]


def test_every_passage_comes_once_before_any_twice_and_laps_differ(file):
    order = draws(Corpus.read(file, seed=3), 14)
    assert sorted(order[:7]) == sorted(order[7:]) == [f"p{i}" for i in range(7)]
    assert order[:7] != order[7:]


def test_the_seed_decides_the_order(file):
    assert draws(Corpus.read(file, 3), 7) == draws(Corpus.read(file, 3), 7)
    assert draws(Corpus.read(file, 3), 7) != draws(Corpus.read(file, 4), 7)


def test_a_restored_position_continues_the_same_order(file):
    straight = Corpus.read(file, 5)
    first = draws(straight, 9)
    resumed = Corpus.read(file, 5)
    resumed.restore(json.loads(json.dumps(straight.state())))
    assert draws(resumed, 6) == draws(straight, 6)
    assert len(first) == 9


def test_a_changed_file_is_not_resumed(file):
    state = Corpus.read(file, 5).state()
    write(file, [passage(i) for i in range(6)])
    with pytest.raises(CorpusError, match="has changed since"):
        Corpus.read(file, 5).restore(state)


def test_bad_lines_are_named_and_skipped(tmp_path):
    file = write(
        tmp_path / "c.jsonl",
        [
            passage(0),
            b"{broken",
            [1, 2],
            passage(1, text=7),
            {k: v for k, v in passage(2).items() if k != "source"},
            passage(0),
            b"",
            passage(3, text="  "),
            b"\xff\xfe",
            passage(4, extra="kept out"),
        ],
    )
    corpus = Corpus.read(file, 0)
    assert [p.id for p in corpus.passages] == ["p0", "p4"]
    reasons = [line.removeprefix(f"{file}:") for line in corpus.skipped]
    assert reasons == [
        "2: not JSON",
        "3: not a JSON object",
        "4: field 'text' should be a string",
        "5: field 'source' should be a string",
        "6: id 'p0' occurs twice",
        "8: field 'text' is empty",
        "9: not JSON",
    ]


def test_files_without_a_usable_line_are_one_sentence(tmp_path):
    with pytest.raises(CorpusError, match=r"holds no usable line \(1 skipped\)"):
        Corpus.read(write(tmp_path / "c.jsonl", [b"nope"]), 0)
    with pytest.raises(CorpusError, match="cannot be read"):
        Corpus.read(tmp_path / "absent.jsonl", 0)
