"""Arguments that several tools take, described once."""

from typing import Final

from followups.domain.limits import AGENT_TEXT_CHARACTERS, REPOSITORY_BYTES, SESSION_ID_CHARACTERS
from followups.edges.agent.arguments import Argument, text

LIST_ID: Final = text(
    "list_id", "The owner's list, as this server's instructions or the session's context name it.", required=True
)

REPOSITORY: Final = text(
    "repository",
    "The repository you work in: owner/name on github.com, host/owner/name elsewhere, or its origin remote as "
    f"`git remote get-url origin` prints it. At most {REPOSITORY_BYTES} bytes.",
    required=True,
)

FOLLOW_UP_ID: Final = text("id", "The follow-up's id, as another tool answered it.", required=True)

SESSION_ID: Final = text(
    "session_id",
    "The id of this conversation, as your host gives it. The same in every call.",
    required=True,
    longest=SESSION_ID_CHARACTERS,
)

CLAIM_TOKEN: Final = text(
    "claim_token",
    "claim.token as drain_next or claim_follow_up answered it. Needed while the follow-up is claimed.",
)


def own_words(name: str, description: str) -> Argument:
    """What an agent says to the owner."""
    return text(name, description, required=True, longest=AGENT_TEXT_CHARACTERS)
