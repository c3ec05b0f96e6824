"""A local HTTP server that speaks the OpenAI wire format and answers with a scripted policy."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Endpoint(ThreadingHTTPServer):
    """Silent about clients that hung up, whose traceback would land in the output of another test."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@dataclass
class Script:
    """``answer(path, body)`` gives (status, headers, bytes or JSON-able); requests are kept."""

    answer: Callable[[str, dict], tuple[int, dict[str, str], Any]]
    requests: list[tuple[str, dict, dict[str, str]]] = field(default_factory=list)
    url: str = ""


@contextmanager
def serving(answer: Callable[[str, dict], tuple[int, dict[str, str], Any]]) -> Iterator[Script]:
    script = Script(answer)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            script.requests.append((self.path, body, {k.lower(): v for k, v in self.headers.items()}))
            status, headers, content = script.answer(self.path, body)
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            try:
                self.send_response(status)
                for name, value in {"content-length": str(len(data)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)
            except OSError:
                pass  # the client stopped waiting, which is what some tests are about

        def log_message(self, *_):
            pass

    server = Endpoint(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def chat_reply(text: str, finish: str = "stop", usage: tuple[int, int] | None = (10, 5), **message) -> dict:
    reply: dict = {
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, **message},
                "finish_reason": finish,
            }
        ],
    }
    if usage:
        reply["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
    return reply
