"""A Messages API whose model does what a test says: it answers each request of the conversation with the next turn.

Streams as the real one does (server-sent events: message_start, one content block, message_delta, message_stop), for a
client that was told to find the API at this address.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Final
from uuid import uuid4

Json = dict[str, Any]

_USAGE: Final = {
    "input_tokens": 100,
    "output_tokens": 20,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
}


@dataclass(frozen=True)
class Say:
    """The model ends its turn with a text."""

    text: str


@dataclass(frozen=True)
class Use:
    """The model calls a tool."""

    tool: str
    arguments: Json


@dataclass(frozen=True)
class Heard:
    """What reached the model with one request."""

    body: Json

    @property
    def text(self) -> str:
        """All of it, as the model would read it."""
        return json.dumps([self.body.get("system"), self.body["messages"]], ensure_ascii=False)

    @property
    def result(self) -> str:
        """What the tool that was called last answered; refusals too."""
        results = [
            block
            for message in self.body["messages"]
            if isinstance(message["content"], list)
            for block in message["content"]
            if block["type"] == "tool_result"
        ]
        content = results[-1]["content"]
        return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)

    @property
    def tools(self) -> list[str]:
        return [tool["name"] for tool in self.body["tools"]]


Turn = Callable[[Heard], Say | Use]
"""What the model does with what it heard."""


@dataclass
class Model:
    """Takes its turns one after the other, and keeps what it heard before each."""

    turns: Sequence[Turn]
    heard: list[Heard] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def answer(self, body: Json) -> Say | Use:
        if not body.get("tools"):
            return Say("A conversation")  # the client asks for a title, or whether it is a new topic
        with self._lock:
            heard = Heard(body)
            self.heard.append(heard)
            at = len(self.heard) - 1
        return self.turns[at](heard) if at < len(self.turns) else Say("There is nothing more to do.")


@contextmanager
def messages_api(model: Model) -> Iterator[str]:
    """The address of an API with this model."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.model = model  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer(200, b"")

    def do_GET(self) -> None:
        self._refuse(404)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        path = self.path.partition("?")[0]
        if path == "/v1/messages/count_tokens":
            self._answer(200, json.dumps({"input_tokens": 100}).encode())
        elif path == "/v1/messages":
            answer: Say | Use = self.server.model.answer(body)  # type: ignore[attr-defined]
            message = _message(body["model"], answer)
            if body.get("stream"):
                self._answer(200, _stream(message), "text/event-stream")
            else:
                self._answer(200, json.dumps(message).encode())
        else:
            self._refuse(404)

    def _refuse(self, status: int) -> None:
        error = {"type": "not_found_error", "message": "There is nothing here."}
        self._answer(status, json.dumps({"type": "error", "error": error}).encode())

    def _answer(self, status: int, body: bytes, media_type: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("content-type", media_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test's output is its failures."""


def _message(model: str, answer: Say | Use) -> Json:
    if isinstance(answer, Say):
        block: Json = {"type": "text", "text": answer.text}
    else:
        block = {"type": "tool_use", "id": f"toolu_{uuid4().hex}", "name": answer.tool, "input": answer.arguments}
    return {
        "id": f"msg_{uuid4().hex}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [block],
        "stop_reason": "end_turn" if isinstance(answer, Say) else "tool_use",
        "stop_sequence": None,
        "usage": _USAGE,
    }


def _stream(message: Json) -> bytes:
    (block,) = message["content"]
    if block["type"] == "text":
        empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        empty = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events: list[Json] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": empty},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": ended, "usage": _USAGE},
        {"type": "message_stop"},
    ]
    return b"".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events)
