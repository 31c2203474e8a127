"""An MCP server of a peer, spoken to over its standard input and output."""

import json
import os
import selectors
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic, perf_counter
from types import TracebackType
from typing import Any, Final, Self

from bench.outcomes import NotMeasured
from bench.peers.commands import environment_in

_VERSION: Final = "2025-06-18"
"""The revision that all of them speak."""
_SECONDS: Final = 120
"""How long one answer may take."""
_CHUNK_BYTES: Final = 1024 * 1024


class StdioMcp:
    """A started server after its handshake; leaving it ends it."""

    def __init__(
        self, command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        """It works in the folder, which is its home too, so that it leaves nothing behind elsewhere.

        Raises: NotMeasured: it does not start.
        """
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment_in(folder) | dict(environment or {}),
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._output = self._process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._rest = b""
        self._id = 0
        try:
            self._shake_hands()
        except NotMeasured:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        try:
            self._input.close()
        except BrokenPipeError:
            self._process.kill()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._selector.close()
        self._output.close()

    def seconds_of(self, tool: str, **arguments: Any) -> float:
        """How long a call takes, from its first byte to the end of its answer. Raises: NotMeasured: it failed."""
        return self._called(tool, arguments)[1]

    def call(self, tool: str, **arguments: Any) -> str:
        """The text that a call answers. Raises: NotMeasured: it failed."""
        return self._called(tool, arguments)[0]

    def _called(self, tool: str, arguments: Mapping[str, Any]) -> tuple[str, float]:
        answer, seconds = self._ask("tools/call", {"name": tool, "arguments": arguments})
        result = answer.get("result", {"isError": True, "content": [answer.get("error")]})
        if result.get("isError"):
            raise NotMeasured(f"{tool} failed: {json.dumps(result.get('content'))[:200]}")
        return "".join([part.get("text", "") for part in result.get("content", [])]), seconds

    def _shake_hands(self) -> None:
        client = {"name": "follow-ups-bench", "version": "1"}
        self._ask("initialize", {"protocolVersion": _VERSION, "capabilities": {}, "clientInfo": client})
        self._write({"method": "notifications/initialized"})

    def _ask(self, method: str, parameters: Mapping[str, Any]) -> tuple[dict[str, Any], float]:
        self._id += 1
        request = _line({"id": self._id, "method": method, "params": parameters})
        started = perf_counter()
        self._send(request)
        while True:
            line = self._next_line()
            seconds = perf_counter() - started
            message = _message(line)
            if message.get("id") == self._id and "method" not in message:
                return message, seconds
            if "method" in message and "id" in message:
                # It asks something back, such as for roots; nobody here knows.
                self._write({"id": message["id"], "error": {"code": -32601, "message": "not supported"}})

    def _write(self, message: Mapping[str, Any]) -> None:
        self._send(_line(message))

    def _send(self, line: bytes) -> None:
        try:
            left = memoryview(line)
            while left:
                left = left[self._input.write(left) or 0 :]
        except BrokenPipeError:
            raise NotMeasured("it ended by itself") from None

    def _next_line(self) -> bytes:
        parts = [self._rest]
        until = monotonic() + _SECONDS
        while b"\n" not in parts[-1]:
            if not self._selector.select(max(0.0, until - monotonic())):
                raise NotMeasured(f"it gave no answer in {_SECONDS} seconds")
            chunk = os.read(self._output.fileno(), _CHUNK_BYTES)
            if not chunk:
                raise NotMeasured("it ended by itself")
            parts.append(chunk)
        last, _, self._rest = parts[-1].partition(b"\n")
        return b"".join([*parts[:-1], last])


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def _message(line: bytes) -> dict[str, Any]:
    """The message in a line; some servers print other things too."""
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
