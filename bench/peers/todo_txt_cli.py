"""todo.txt-cli: a shell script over a todo.txt file, started anew each time."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bench.measuring import Turn
from bench.peers.commands import run
from bench.peers.peer import Peer
from bench.peers.programs import OnPath
from bench.sample_todos import NOTES, title


@contextmanager
def _filled(program: Path, folder: Path, todos: int) -> Iterator[Turn]:
    files = {"TODO_DIR": folder, "TODO_FILE": folder / "todo.txt", "DONE_FILE": folder / "done.txt"}
    settings = folder / "settings"
    settings.write_text("".join([f"export {name}='{path}'\n" for name, path in files.items()]))
    files["TODO_FILE"].write_text("".join([f"{title(number)} {NOTES}\n" for number in range(todos)]))
    numbers = count(todos)
    yield lambda: run([program, "-p", "-d", settings, "add", f"{title(next(numbers))} {NOTES}"], folder)


PEER: Final = Peer(
    name="todo.txt-cli",
    version="of the PATH",
    each_add="starts, appends a line, and counts the lines",
    program=OnPath("todo-txt", "Debian's todotxt-cli"),
    filled=_filled,
)
