import json

import pytest

from followups.services.chore_messages import UnreadableChore, read, written
from followups.services.chores import PurgeAccount, PurgeList, SweepOwners

CHORES = [
    PurgeList(owner_id="o", list_id="l"),
    PurgeList(owner_id="o", list_id="l", version=2),
    PurgeAccount(owner_id="o"),
    SweepOwners(shard=0),
    SweepOwners(shard=15, after={"PK": "OWNER#o", "SK": "OWNER", "GSI1PK": "OWNERS#15", "GSI1SK": "o"}),
]


@pytest.mark.parametrize("chore", CHORES, ids=lambda chore: type(chore).__name__)
def test_a_chore_reads_back_as_it_was_written(chore):
    assert read(written(chore)) == chore


@pytest.mark.parametrize("chore", CHORES, ids=lambda chore: type(chore).__name__)
def test_what_a_newer_version_says_besides_is_passed_over(chore):
    assert read(json.dumps({**json.loads(written(chore)), "since": 3})) == chore


@pytest.mark.parametrize(
    "members",
    [
        {"chore": "paint_the_shed", "owner_id": "o"},
        {"owner_id": "o"},
        {"chore": "purge_list", "owner_id": "o"},
        {"chore": "purge_list", "owner_id": "o", "list_id": 1},
        {"chore": "purge_list", "owner_id": "o", "list_id": "l", "version": "2"},
        {"chore": "purge_list", "owner_id": "o", "list_id": "l", "version": True},
        {"chore": "sweep_owners", "shard": "1"},
        {"chore": "sweep_owners", "shard": 1, "after": {"PK": 1}},
        {"chore": "sweep_owners", "shard": 1, "after": "x"},
    ],
    ids=json.dumps,
)
def test_what_is_no_chore_of_this_version_says_what_to_do(members):
    with pytest.raises(UnreadableChore, match="If a newer version put it, send it again"):
        read(json.dumps(members))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1"])
def test_what_is_no_message_of_ours_says_so(text):
    with pytest.raises(UnreadableChore, match="no JSON object"):
        read(text)
