"""The Runtime API of Lambda on loopback: hands events to one process and takes its answers."""

import json
import queue
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FUNCTION_ARN = "arn:aws:lambda:eu-central-1:123456789012:function:packed"


class FunctionError(Exception):
    """What a function raised, or why it could not be loaded, as it is told to Lambda."""


@dataclass
class Invocation:
    event: Any
    seconds: float
    """How long it may take."""
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    taken: threading.Event = field(default_factory=threading.Event)
    answer: Future[Any] = field(default_factory=Future)


class RuntimeApi:
    """For one process: what it takes it either answers or never does."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Invocation | None] = queue.SimpleQueue()
        self._taken: Invocation | None = None
        self._unloadable: FunctionError | None = None
        self.address = ""

    def hand_over(self, invocation: Invocation) -> None:
        if self._unloadable is not None:
            invocation.answer.set_exception(self._unloadable)
        self._waiting.put(invocation)

    def close(self) -> None:
        self._waiting.put(None)

    def next(self) -> Invocation | None:
        """The event that is next, once there is one; none when there will be no more."""
        invocation = self._taken = self._waiting.get()
        if invocation is not None:
            invocation.taken.set()
        return invocation

    def take(self, path: str, body: Any) -> None:
        """An answer, or what went wrong, from the path that it was posted to."""
        match path.split("/")[3:]:
            case ["init", "error"]:
                self._unloadable = FunctionError(body)
                if not self._waiting.empty() and (waiting := self._waiting.get()) is not None:
                    waiting.answer.set_exception(self._unloadable)
            case ["invocation", id, kind] if self._taken is not None and self._taken.id == id:
                if kind == "response":
                    self._taken.answer.set_result(body)
                else:
                    self._taken.answer.set_exception(FunctionError(body))


class _Requests(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 64 * 1024  # the head and the body leave together
    disable_nagle_algorithm = True
    server: "_Server"

    def do_GET(self) -> None:
        invocation = self.server.api.next()
        if invocation is None:
            self.close_connection = True
            return
        self._answer(
            200,
            invocation.event,
            {
                "Lambda-Runtime-Aws-Request-Id": invocation.id,
                "Lambda-Runtime-Deadline-Ms": str(int((time.time() + invocation.seconds) * 1000)),
                "Lambda-Runtime-Invoked-Function-Arn": FUNCTION_ARN,
                "Lambda-Runtime-Trace-Id": "Root=1-00000000-000000000000000000000000;Sampled=0",
            },
        )

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        # Answered first: who waits for the answer may end the process, and this connection with it.
        self._answer(202, {"status": "OK"}, {})
        self.server.api.take(self.path, body)

    def _answer(self, status: int, content: Any, headers: dict[str, str]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, api: RuntimeApi) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.api = api


@contextmanager
def runtime_api() -> Iterator[RuntimeApi]:
    api = RuntimeApi()
    with _Server(api) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        api.address = f"127.0.0.1:{server.server_port}"
        try:
            yield api
        finally:
            api.close()
            server.shutdown()
