"""A Messages API whose model does what a test says: it answers each request of the conversation with the next turn.

Streams as the real one does (server-sent events: message_start, one content block, message_delta, message_stop), for a
client that was told to find the API at this address.
"""

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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
    def lines(self) -> list[str]:
        """Each line of the conversation so far, as it was written."""
        return "\n".join(_texts(self.body["messages"])).splitlines()

    def told(self, name: str) -> str:
        """The value of `name: value`, a line by itself, as the model was told it last. Empty: it was never told."""
        values = [line.removeprefix(f"{name}: ") for line in self.lines if line.startswith(f"{name}: ")]
        return values[-1] if values else ""

    @property
    def result(self) -> str:
        """What the tool that was called last answered; refusals too."""
        return _text_of(self._results[-1])

    @property
    def failures(self) -> list[str]:
        """What each tool answered that failed or was refused."""
        return [_text_of(result) for result in self._results if result.get("is_error")]

    @property
    def _results(self) -> list[Json]:
        messages = [message["content"] for message in self.body["messages"] if isinstance(message["content"], list)]
        return [block for content in messages for block in content if block["type"] == "tool_result"]

    @property
    def tools(self) -> list[str]:
        return [tool["name"] for tool in self.body["tools"]]


Turn = Callable[[Heard], Say | Use]
"""What the model does with what it heard."""

Acts = Generator[Say | Use, Heard, None]


class Following:
    """A turn that goes on where the one before ended: a script, which is sent what was heard after each act."""

    def __init__(self, script: Callable[[Heard], Acts]) -> None:
        self._script = script
        self._acts: Acts | None = None

    def __call__(self, heard: Heard) -> Say | Use:
        if self._acts is not None:
            return self._acts.send(heard)
        self._acts = self._script(heard)
        return next(self._acts)


class Model:
    """Takes its turns one after the other, and keeps what it heard before each."""

    def __init__(self, turns: Iterable[Turn]) -> None:
        self.heard: list[Heard] = []
        self._turns = iter(turns)
        self._lock = Lock()

    def answer(self, body: Json) -> Say | Use:
        if not body.get("tools"):
            return Say("A conversation")  # the client asks for a title, or whether it is a new topic
        with self._lock:
            heard = Heard(body)
            self.heard.append(heard)
            turn = next(self._turns, None)
            return Say("There is nothing more to do.") if turn is None else turn(heard)


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


def _text_of(result: Json) -> str:
    content = result["content"]
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content)


def _texts(value: Any) -> Iterator[str]:
    """Each text of a message or of many, as it is."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


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
