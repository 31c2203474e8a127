"""What is taken out for good, on each engine."""

from dataclasses import replace

import pytest

from followups.services.chores import OWNER_SHARDS
from followups.storage.contract import Key
from followups.storage.removals import TableRemovals
from tests.builders import a_home, an_owner, ports_on


@pytest.fixture
def home(table):
    return a_home(ports_on(table))


@pytest.fixture
def removals(table):
    return TableRemovals(table)


def put(table, pk, *sort_keys):
    for sort_key in sort_keys:
        table.put({"PK": pk, "SK": sort_key, "type": "later", "owner_id": "o"})


def is_there(table, pk, sk) -> bool:
    return table.get(Key(pk, sk)) is not None


class TestTodos:
    def test_one_goes_and_goes_again(self, home, removals):
        todo = home.add()
        for _ in range(2):
            assert removals.todo(todo.id, owner_id=todo.owner_id, list_id=todo.list_id)
        assert home.ports.todos.get(todo.id) is None

    @pytest.mark.parametrize("other", ["owner_id", "list_id"])
    def test_one_of_another_list_or_owner_stays(self, home, removals, other):
        todo = home.add()
        asked = {"owner_id": todo.owner_id, "list_id": todo.list_id, other: "another"}
        assert not removals.todo(todo.id, **asked)
        assert home.stored(todo) == todo

    def test_what_lies_beside_one_goes_in_pages_once_it_is_gone(self, table, removals):
        kinds = ("COMMENT#1", "PLAN", "REPORT#000001", "REV#000001", "ZZZ")
        put(table, "TODO#t", *kinds)
        put(table, "TODO#t2", *kinds)
        assert [removals.beside_todo("t", limit=2) for _ in range(4)] == [True, True, True, False]
        assert not any(is_there(table, "TODO#t", kind) for kind in kinds)
        assert all(is_there(table, "TODO#t2", kind) for kind in kinds)

    def test_what_lies_beside_one_that_is_there_stays(self, table, removals):
        put(table, "TODO#t", "PLAN", "TODO", "ZZZ")
        assert not removals.beside_todo("t", limit=1)
        assert all(is_there(table, "TODO#t", kind) for kind in ("PLAN", "TODO", "ZZZ"))


class TestLists:
    def test_all_that_lies_under_one_goes_in_pages(self, table, removals):
        kinds = ("ARCHIVED#w#1", "FILED#1", "REPO#1", "SESSION#1", "TITLE#1", "WORK#w", "Z#later")
        put(table, "LIST#l", *kinds)
        put(table, "LIST#l2", *kinds)
        put(table, "LIST#l#CHANGES", "1")
        assert [removals.in_list("l", limit=4) for _ in range(3)] == [True, True, False]
        assert not any(is_there(table, "LIST#l", kind) for kind in kinds)
        assert all(is_there(table, "LIST#l2", kind) for kind in kinds)
        assert is_there(table, "LIST#l#CHANGES", "1")

    def test_one_goes_as_it_was_found_and_one_that_was_written_since_stays(self, home, removals):
        found = home.owner.list
        removals.list(found.owner_id, found.id, version=found.version + 1)
        assert home.ports.lists.get(found.owner_id, found.id) == found
        for _ in range(2):
            removals.list(found.owner_id, found.id, version=found.version)
        assert home.ports.lists.get(found.owner_id, found.id) is None


class TestOwners:
    def test_what_lies_beside_the_account_and_its_lists_goes_in_pages(self, table, removals):
        stays = ("LIST#1", "LIST#2", "LIST#3", "OWNER")
        goes = ("A#1", "KEYS", "LISTEN", "PUSH#1", "SENT#1")
        put(table, "OWNER#o", *stays, *goes)
        put(table, "OWNER#o2", *goes)
        pages = 0
        while removals.beside_owner("o", limit=2):
            pages += 1
        assert 3 <= pages <= len(goes)
        assert all(is_there(table, "OWNER#o", kind) for kind in stays)
        assert not any(is_there(table, "OWNER#o", kind) for kind in goes)
        assert all(is_there(table, "OWNER#o2", kind) for kind in goes)

    def test_an_account_goes_only_when_it_is_deleted(self, home, removals):
        owner_id = home.owner.owner_id
        removals.owner(owner_id)
        owner = home.ports.owners.get(owner_id)
        assert owner is not None
        home.ports.owners.save(owner, replace(owner, deleted_at=owner.created_at, version=2, write_id="w"))
        for _ in range(2):
            removals.owner(owner_id)
        assert home.ports.owners.get(owner_id) is None

    def test_a_sign_in_that_leads_to_another_owner_by_now_stays(self, home, table):
        ports, gone = home.ports, home.owner.owner_id
        ports.owners.forget_sign_ins(gone)
        again = an_owner(ports_on(table, seed=7))
        assert again.owner_id != gone
        ports.owners.forget_sign_ins(gone)
        assert ports.owners.signed_in("local", "owner-1") == again.owner_id

    def test_each_stands_in_one_shard_and_a_shard_comes_in_pages(self, table):
        ports = ports_on(table)
        wanted = {an_owner(ports, f"owner-{n}").owner_id for n in range(40)}
        met = []
        for shard in range(OWNER_SHARDS):
            after = None
            while True:
                owners, after = ports.owners.page(shard, limit=2, after=after)
                assert len(owners) <= 2
                met += [owner.id for owner in owners]
                if after is None:
                    break
        assert sorted(met) == sorted(wanted)
