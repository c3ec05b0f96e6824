"""Benchmarks through lm-eval against a scripted server: three questions each, scored by lm-eval's own tasks."""

from __future__ import annotations

import csv
import importlib.util
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pipeline.outside_benchmarks import main

needs_package = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in ("lm_eval", "datasets", "tenacity")),
    reason="needs the 'benchmarks' extra",
)
PROBLEMS = [{"problem": f"What is {n} plus {n}?", "answer": str(2 * n)} for n in (31, 47, 58)]
GPQA = ("Question", "Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3")


@pytest.fixture
def serve():
    """``serve(answer)`` -> (address of a chat server that answers with a function of the question, its log)."""
    servers = []

    def start(answer):
        asked: list[dict] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked.append(body)
                text = answer(body["messages"][-1]["content"])
                reply = {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}
                data = json.dumps(reply).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/v1/chat/completions", asked

    yield start
    for server in servers:
        server.shutdown()


def aime_file(path):
    path.write_text("\n".join(json.dumps(row) for row in PROBLEMS))
    return path


def gpqa_file(path):
    with path.open("w", newline="") as handle:
        writer = csv.DictWriter(handle, GPQA)
        writer.writeheader()
        for name in ("iron", "gold", "zinc"):
            row = {"Question": f"Which is {name}?", "Correct Answer": f"it is {name}"}
            writer.writerow(row | {f"Incorrect Answer {i}": f"wrong {name} {i}" for i in (1, 2, 3)})
    return path


@needs_package
def test_three_aime_questions(serve, tmp_path):
    def answer(question):
        n = int(question.split("What is ")[1].split()[0])
        return f"Adding gives \\boxed{{{2 * n if n != 47 else 0}}}."

    url, asked = serve(answer)
    out = tmp_path / "aime.json"
    data = aime_file(tmp_path / "aime.jsonl")
    arguments = ["aime", "--data", str(data), "--url", url, "--model", "tiny", "--out", str(out)]
    assert main([*arguments, "--max-tokens", "77", "--temperature", "0.3"]) == 0
    found = json.loads(out.read_text())
    assert found["questions"] == 3 and [row["exact_match"] for row in found["replies"]] == [1, 0, 1]
    assert found["scores"]["exact_match,none"] == pytest.approx(2 / 3)
    assert {(body["model"], body["max_tokens"], body["temperature"]) for body in asked} == {("tiny", 77, 0.3)}


@needs_package
def test_three_gpqa_questions_the_first_two_only(serve, tmp_path):
    def answer(question):
        right = next(line for line in question.splitlines() if ") it is " in line)
        return f"Hence {right[:3]}" if "iron" in question else "The answer is (A) or (B), unclear"

    url, asked = serve(answer)
    out = tmp_path / "gpqa.json"
    data = gpqa_file(tmp_path / "gpqa.csv")
    arguments = ["gpqa_diamond", "--data", str(data), "--url", url, "--model", "tiny", "--out", str(out)]
    assert main(arguments) == 0
    found = json.loads(out.read_text())
    assert len(asked) == 3 and found["questions"] == 3
    flexible = [row for row in found["replies"] if row["filter"] == "flexible-extract"]
    assert flexible[0]["exact_match"] == 1
    # the last letter named counts
    assert [row["exact_match"] for row in flexible[1:]] == [
        float(row["target"] == "(B)") for row in flexible[1:]
    ]
    assert main([*arguments, "--limit", "2"]) == 0
    assert json.loads(out.read_text())["questions"] == 2 and len(asked) == 5


@needs_package
def test_a_server_that_is_not_there_is_one_sentence(tmp_path, capsys):
    data = aime_file(tmp_path / "aime.jsonl")
    url = "http://127.0.0.1:9/v1/chat/completions"
    assert (
        main(["aime", "--data", str(data), "--url", url, "--model", "m", "--out", str(tmp_path / "o")]) == 2
    )
    assert f"--url {url}: the evaluation failed" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("benchmark", "content", "sentence"),
    [
        ("aime", "{", "cannot be read as JSON"),
        ("aime", "", "holds no question"),
        ("aime", '{"problem": "x"}', "question 1 lacks 'answer'"),
        ("gpqa_diamond", "Question,Correct Answer\na,b\n", "question 1 lacks 'Incorrect Answer 1'"),
    ],
)
def test_what_a_file_lacks_is_one_sentence(benchmark, content, sentence, tmp_path, capsys):
    file = tmp_path / "questions"
    file.write_text(content)
    assert (
        main([benchmark, "--data", str(file), "--url", "u", "--model", "m", "--out", str(tmp_path / "o")])
        == 2
    )
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1


def test_a_missing_package_is_one_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "lm_eval", None)
    data = aime_file(tmp_path / "aime.jsonl")
    assert (
        main(["aime", "--data", str(data), "--url", "u", "--model", "m", "--out", str(tmp_path / "o")]) == 2
    )
    assert "pip install -e '.[benchmarks]'" in capsys.readouterr().err
