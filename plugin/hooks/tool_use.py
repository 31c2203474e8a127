"""PostToolUse: counts, and every so many tool calls looks in: the session's claim is renewed, the owner's word fetched.

It runs after every tool, so it does next to nothing: one byte more in a file, whose length is the count. Only a look-in
loads the rest.
"""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import options
import time_limit

_MARK = b'"session_id":'
_LONGEST_ID = 200


def main() -> None:
    if options.missing():
        return
    folder = options.data_folder() or os.devnull
    time_limit.end_in_time()
    given = sys.stdin.buffer.read()
    session = _session(given)
    if not session:
        return
    try:
        count = _counted(os.path.join(folder, "sessions", session + ".tools"))
    except OSError:
        count = os.getpid()  # rises too, if not by one: where nothing can be kept, about as many look-ins are made
    if count % options.look_in_every() == 0:
        _look_in(given)


def _session(given: bytes) -> str:
    """The first session id in the input, which the host writes before anything that a tool said."""
    value = given.partition(_MARK)[2][: _LONGEST_ID + 3].lstrip().partition(b'"')[2].partition(b'"')[0]
    return value.decode("ascii", "replace") if value.replace(b"-", b"").replace(b"_", b"").isalnum() else ""


def _counted(path: str) -> int:
    """How many there were, this one included."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    try:
        file = os.open(path, flags, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        file = os.open(path, flags, 0o600)
    os.write(file, b".")
    count = os.lseek(file, 0, os.SEEK_CUR)
    os.close(file)
    return count


def _look_in(given: bytes) -> None:
    import io

    import hook
    import look_in

    sys.stdin = io.TextIOWrapper(io.BytesIO(given))
    hook.run(look_in.answer)


if __name__ == "__main__":
    try:
        main()
    except Exception:  # noqa: BLE001, S110 - the last line: a hook that fails is as if it were not there
        pass
