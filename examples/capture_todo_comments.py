"""Capture the TODO and FIXME comments of a source folder as follow-ups.

    .venv/bin/python -m local connect --json > connection.json
    python -m examples.capture_todo_comments path/to/source --repository acme/widget --connection connection.json

Each comment becomes one follow-up: the title is its text with file and line, the notes show the lines around it. Run
it again and nothing is added: the same comment at the same place is the same call. One session may have 25 follow-ups
open, so the comments are filed as if one session had worked through each folder, or through 25 comments of it.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from examples.connection import Connection, FollowUps, Refused, arguments, follow_ups, run
from examples.source_comments import Comment, comments_in

OPEN_PER_SESSION = 25
"""How many follow-ups one session may have open."""


@dataclass
class Filed:
    """What became of the comments."""

    captured: int = 0
    """Those that are there under a title of their own, by this run or by one before."""
    duplicates: int = 0
    """Those whose title another one had already."""
    refused: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"captured {self.captured}, duplicates {self.duplicates}, refused {len(self.refused)}"]
        return "\n".join(lines + self.refused)


def sessions(comments: Sequence[Comment]) -> Iterator[tuple[str, Comment]]:
    """Each comment with the session that files it."""
    inside: Counter[str] = Counter()
    for comment in comments:
        folder = comment.path.rpartition("/")[0] or "."
        yield f"todo-comments:{folder}:{inside[folder] // OPEN_PER_SESSION}", comment
        inside[folder] += 1


async def capture(service: FollowUps, repository: str, comments: Sequence[Comment]) -> Filed:
    filed = Filed()
    for session_id, comment in sessions(comments):
        try:
            answer = await service.call(
                "add_follow_up",
                repository=repository,
                session_id=session_id[:200],
                title=comment.title,
                notes=comment.notes,
                idempotency_key=_key(repository, session_id, comment),
            )
        except Refused as refusal:
            filed.refused.append(f"{comment.path}:{comment.line} {refusal}")
            continue
        if answer["duplicate"]:
            filed.duplicates += 1
        else:
            filed.captured += 1
    return filed


def _key(*parts: object) -> str:
    """The same for the same call, so that it may be sent again."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


async def capture_folder(folder: Path, repository: str, connection: Connection) -> Filed:
    async with follow_ups(connection) as service:
        return await capture(service, repository, list(comments_in(folder)))


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("folder", type=Path, help="the source to look through")
    asked = parser.parse_args()
    if not asked.folder.is_dir():
        parser.error(f"{asked.folder} is no folder")
    filed = run(capture_folder(asked.folder, asked.repository, Connection.read(asked.connection)))
    print(filed)
    return 1 if filed.refused else 0


if __name__ == "__main__":
    sys.exit(main())
