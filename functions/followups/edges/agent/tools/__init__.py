"""The tools that agents call, one file each."""

from typing import Final

from followups.edges.agent.tool import Tool
from followups.edges.agent.tools.add_follow_up import ADD_FOLLOW_UP
from followups.edges.agent.tools.claim_follow_up import CLAIM_FOLLOW_UP
from followups.edges.agent.tools.complete_follow_up import COMPLETE_FOLLOW_UP
from followups.edges.agent.tools.drain_next import DRAIN_NEXT
from followups.edges.agent.tools.hand_back_follow_up import HAND_BACK_FOLLOW_UP
from followups.edges.agent.tools.read_follow_up import READ_FOLLOW_UP
from followups.edges.agent.tools.read_follow_ups import READ_FOLLOW_UPS

TOOLS: Final[tuple[Tool, ...]] = (
    ADD_FOLLOW_UP,
    READ_FOLLOW_UPS,
    READ_FOLLOW_UP,
    DRAIN_NEXT,
    CLAIM_FOLLOW_UP,
    COMPLETE_FOLLOW_UP,
    HAND_BACK_FOLLOW_UP,
)
"""All of them, in the order that they are listed."""
