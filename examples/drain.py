"""Drain the follow-ups of a repository: take one after the other and complete each, until there is nothing left.

    .venv/bin/python -m local connect --json > connection.json
    python -m examples.drain --repository acme/widget --connection connection.json --summary "Looked at; nothing to do."

A coding agent does the work between the two calls; this program only shows the calls. Several drains may run at once,
each as a session of its own.
"""

import sys
import uuid
from collections.abc import AsyncIterator

from examples.connection import Connection, FollowUps, arguments, follow_ups, run


async def drained(
    service: FollowUps, *, repository: str, session_id: str, summary: str, commit: str | None
) -> AsyncIterator[str]:
    """A line for each follow-up that was completed, then the reason to stop."""
    while True:
        step = await service.call("drain_next", repository=repository, session_id=session_id)
        if "stop" in step:
            yield f"stop: {step['stop']['reason']}"
            return
        follow_up = step["follow_up"]
        # Here an agent reads the follow-up and makes one change.
        await service.call(
            "complete_follow_up",
            id=follow_up["id"],
            claim_token=step["claim"]["token"],
            summary=summary,
            **({} if commit is None else {"commit": commit}),
        )
        yield f"completed {follow_up['id']} {follow_up['title']}"


async def drain(connection: Connection, *, repository: str, session_id: str, summary: str, commit: str | None) -> None:
    async with follow_ups(connection) as service:
        async for line in drained(
            service, repository=repository, session_id=session_id, summary=summary, commit=commit
        ):
            print(line, flush=True)


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--summary", required=True, help="what was done, for the owner to read")
    parser.add_argument("--commit", help="where it was done")
    parser.add_argument("--session", default=f"drain-{uuid.uuid4()}", help="the session's id; a new one if left out")
    asked = parser.parse_args()
    run(
        drain(
            Connection.read(asked.connection),
            repository=asked.repository,
            session_id=asked.session,
            summary=asked.summary,
            commit=asked.commit,
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
