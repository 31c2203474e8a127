"""Owners sign in, keep lists and keys, and leave; nobody reaches what is somebody else's."""

from dataclasses import replace
from datetime import timedelta

import pytest

from followups.domain.errors import Invalid, KeyConflict, NotAllowed, NotFound, Unauthorized, Unavailable
from followups.domain.limits import KEYS_PER_OWNER, LISTS_PER_OWNER
from followups.services import access, managing_keys, managing_lists, signing_in
from followups.services.managing_lists import StaleList
from followups.services.signing_in import StaleOwner
from tests.builders import a_home, an_agent, an_owner, on
from tests.faults import FailingTable, RacedTable, RepeatingTable


class TestSigningIn:
    def test_the_first_sign_in_makes_the_owner_and_the_first_list(self, ports):
        owner = signing_in.sign_in(ports, "issuer", "subject")
        assert [found.name for found in managing_lists.lists_of(ports, owner)] == ["Follow-ups"]
        assert signing_in.owner_of(ports, owner).version == 1

    def test_the_next_is_the_same_owner_and_another_subject_or_issuer_another(self, ports):
        first = signing_in.sign_in(ports, "issuer", "subject")
        assert signing_in.sign_in(ports, "issuer", "subject") == first
        others = {
            signing_in.sign_in(ports, "issuer", "s2").owner_id,
            signing_in.sign_in(ports, "i2", "subject").owner_id,
        }
        assert len({first.owner_id, *others}) == 3

    def test_two_first_sign_ins_at_the_same_moment_are_one_owner(self, home, sqlite):
        winners = []
        raced = on(home, RacedTable(sqlite, lambda: winners.append(signing_in.sign_in(home.ports, "i", "s"))))
        assert signing_in.sign_in(raced.ports, "i", "s") == winners[0]
        assert len(managing_lists.lists_of(home.ports, winners[0])) == 1

    @pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
    def test_one_whose_answer_was_lost_is_one_owner(self, home, sqlite, works):
        for at in range(2):
            subject = f"s{at}"
            with pytest.raises(Unavailable):
                signing_in.sign_in(on(home, FailingTable(sqlite, at, works=works)).ports, "i", subject)
            owner = signing_in.sign_in(home.ports, "i", subject)
            assert len(managing_lists.lists_of(home.ports, owner)) == 1


class TestSettings:
    def test_they_are_saved_from_the_version_the_page_showed(self, ports):
        owner = an_owner(ports)
        saved = signing_in.edit(ports, owner, 1, time_zone="Europe/Berlin", preferences={"theme": "dark"})
        assert (saved.version, saved.time_zone, saved.preferences) == (2, "Europe/Berlin", {"theme": "dark"})
        assert signing_in.owner_of(ports, owner) == saved
        with pytest.raises(StaleOwner) as refused:
            signing_in.edit(ports, owner, 1, day_start="07:00")
        assert refused.value.current == saved

    def test_the_same_write_again_is_the_success_it_was(self, ports):
        owner = an_owner(ports)
        first = signing_in.edit(ports, owner, 1, day_start="07:00", write_id="w1")
        assert signing_in.edit(ports, owner, 1, day_start="07:00", write_id="w1") == first

    def test_a_change_in_between_survives(self, home, sqlite):
        owner = home.owner.caller
        raced = on(home, RacedTable(sqlite, lambda: signing_in.edit(home.ports, owner, 1, time_zone="Asia/Tokyo")))
        with pytest.raises(StaleOwner):
            signing_in.edit(raced.ports, owner, 1, day_start="07:00")
        assert signing_in.owner_of(home.ports, owner).time_zone == "Asia/Tokyo"


class TestLists:
    def test_they_are_listed_oldest_first_without_the_deleted(self, ports, clock):
        owner = an_owner(ports)
        made = []
        for name in ("One", "Two", "Three"):
            clock.advance(seconds=1)
            made.append(managing_lists.create(ports, owner, name=name))
        managing_lists.delete(ports, access.reach_list(ports, owner, made[1].id), 1)
        assert [found.name for found in managing_lists.lists_of(ports, owner)] == ["Follow-ups", "One", "Three"]

    def test_the_same_write_id_makes_the_same_list(self, ports):
        owner = an_owner(ports)
        first = managing_lists.create(ports, owner, name="One", write_id="w1")
        assert managing_lists.create(ports, owner, name="One", write_id="w1") == first
        with pytest.raises(KeyConflict):
            managing_lists.create(ports, owner, name="Two", write_id="w1")
        assert len(managing_lists.lists_of(ports, owner)) == 2

    def test_there_are_not_too_many(self, ports):
        owner = an_owner(ports)
        for n in range(LISTS_PER_OWNER - 1):
            managing_lists.create(ports, owner, name=f"List {n}")
        with pytest.raises(Invalid, match="that is the most"):
            managing_lists.create(ports, owner, name="One more")

    def test_all_of_them_are_found_however_much_they_hold(self, ports):
        """Their rules alone are more than one page of the engine."""
        owner = an_owner(ports)
        accepted = tuple(f"acme/{n:03d}" + "x" * 180 for n in range(100))
        for n in range(60):
            full = replace(managing_lists.new_list(ports, owner.owner_id, f"List {n}"), accepted_repositories=accepted)
            ports.lists.add(full)
        assert len(managing_lists.lists_of(ports, owner)) == 61

    def test_a_stale_page_is_told_what_the_list_is_now(self, home):
        current = managing_lists.edit(home.ports, home.owner, 1, name="New")
        reached = access.reach_list(home.ports, home.owner.caller, home.id)
        with pytest.raises(StaleList) as refused:
            managing_lists.edit(home.ports, reached, 1, review_new=True)
        assert refused.value.current == current
        with pytest.raises(StaleList):
            managing_lists.edit(home.ports, home.owner, 1, review_new=True)

    def test_a_deleted_list_is_reached_by_nobody(self, home, ports):
        bound = an_agent(ports, home.owner.caller, list_id=home.id)
        managing_lists.delete(ports, home.owner, 1)
        for caller in (home.owner.caller, home.agent.caller, bound):
            with pytest.raises(NotFound):
                access.reach_list(ports, caller, home.id)

    def test_a_client_that_repeats_the_write_itself_meets_its_own_success(self, home, sqlite):
        through = on(home, RepeatingTable(sqlite))
        made = managing_lists.create(through.ports, home.owner.caller, name="One")
        reached = access.reach_list(through.ports, home.owner.caller, made.id)
        assert managing_lists.edit(through.ports, reached, 1, name="Two").version == 2


class TestKeys:
    def test_a_key_is_shown_once_and_kept_as_its_hash(self, home, sqlite):
        made = managing_keys.create(home.ports, home.owner.caller, name="Laptop")
        assert made.secret.startswith("fu_")
        everything = sqlite._connection.execute("SELECT body FROM items UNION SELECT new FROM changes").fetchall()
        assert not any(made.secret in (text or "") for (text,) in everything)
        assert made.secret[:10] == made.key.prefix

    def test_it_opens_the_owners_lists(self, home, ports):
        second = a_home(ports, name="Second")
        caller = an_agent(ports, home.owner.caller)
        assert {access.reach_list(ports, caller, at.id).id for at in (home, second)} == {home.id, second.id}

    def test_bound_to_one_list_it_opens_that_alone(self, home, ports):
        second = a_home(ports, name="Second")
        caller = an_agent(ports, home.owner.caller, list_id=second.id)
        assert access.reach_list(ports, caller, second.id).id == second.id
        with pytest.raises(NotFound):
            access.reach_list(ports, caller, home.id)

    def test_a_reader_reads_and_no_more(self, home, ports):
        reader = an_agent(ports, home.owner.caller, "reader")
        assert access.reach_list(ports, reader, home.id).id == home.id
        with pytest.raises(NotAllowed) as refused:
            access.reach_list(ports, reader, home.id, "agent")
        assert refused.value.details == {"role": "reader", "needed": "agent"}

    def test_revoked_it_opens_nothing_at_once(self, home, ports):
        made = managing_keys.create(ports, home.owner.caller, name="Laptop")
        managing_keys.revoke(ports, home.owner.caller, made.key.id)
        with pytest.raises(Unauthorized, match="revoked"):
            access.caller_of(ports, f"Bearer {made.secret}")
        with pytest.raises(NotFound):
            managing_keys.revoke(ports, home.owner.caller, made.key.id)

    def test_expired_it_opens_nothing(self, home, ports, clock):
        expires = clock.now() + timedelta(days=1)
        made = managing_keys.create(ports, home.owner.caller, name="Laptop", expires_at=expires)
        clock.advance(hours=23)
        access.caller_of(ports, f"Bearer {made.secret}")
        clock.advance(hours=1)
        with pytest.raises(Unauthorized, match="expired"):
            access.caller_of(ports, f"Bearer {made.secret}")

    def test_its_last_use_is_noted_to_the_hour_and_written_once_an_hour(self, home, ports, clock):
        made = managing_keys.create(ports, home.owner.caller, name="Laptop")
        clock.advance(minutes=25)
        for _ in range(3):
            access.caller_of(ports, f"Bearer {made.secret}")
        used = ports.api_keys.get(made.key.id).last_used_at
        assert (used.hour, used.minute) == (12, 0)
        clock.advance(hours=1)
        access.caller_of(ports, f"Bearer {made.secret}")
        assert ports.api_keys.get(made.key.id).last_used_at.hour == 13

    def test_one_revoked_while_it_is_used_stays_revoked(self, home, sqlite):
        made = managing_keys.create(home.ports, home.owner.caller, name="Laptop")
        revoke = lambda: managing_keys.revoke(home.ports, home.owner.caller, made.key.id)  # noqa: E731
        access.caller_of(on(home, RacedTable(sqlite, revoke)).ports, f"Bearer {made.secret}")
        assert home.ports.api_keys.get(made.key.id) is None

    def test_only_the_owner_revokes(self, home, ports):
        made = managing_keys.create(ports, home.owner.caller, name="Laptop")
        with pytest.raises(NotFound):
            managing_keys.revoke(ports, an_owner(ports, "owner-2"), made.key.id)
        assert ports.api_keys.get(made.key.id) is not None

    def test_there_are_not_too_many_and_they_fit_their_fields(self, ports, clock):
        owner = an_owner(ports)
        for refused in (
            {"name": ""},
            {"name": "n", "role": "root"},
            {"name": "n", "expires_at": clock.now() - timedelta(seconds=1)},
        ):
            with pytest.raises(Invalid):
                managing_keys.create(ports, owner, **refused)
        with pytest.raises(NotFound):
            managing_keys.create(ports, owner, name="n", list_id=a_home(ports, "owner-2").id)
        for n in range(KEYS_PER_OWNER):
            managing_keys.create(ports, owner, name=f"Key {n}")
        with pytest.raises(Invalid, match="that is the most"):
            managing_keys.create(ports, owner, name="One more")
        assert len(managing_keys.keys_of(ports, owner)) == KEYS_PER_OWNER

    def test_a_client_that_repeats_the_write_itself_meets_its_own_success(self, home, sqlite):
        made = managing_keys.create(on(home, RepeatingTable(sqlite)).ports, home.owner.caller, name="Laptop")
        assert access.caller_of(home.ports, f"Bearer {made.secret}").owner_id == home.owner.owner_id


class TestLeaving:
    def test_every_door_is_closed(self, home, ports):
        home.capture()
        owner, secret = home.owner.caller, managing_keys.create(ports, home.owner.caller, name="Laptop").secret
        signing_in.delete_account(ports, owner)
        with pytest.raises(Unauthorized):
            access.caller_of(ports, f"Bearer {secret}")
        with pytest.raises(NotFound):
            access.reach_list(ports, owner, home.id)
        with pytest.raises(Unauthorized, match="Sign in again"):
            signing_in.owner_of(ports, owner)
        assert managing_lists.lists_of(ports, owner) == []
        assert managing_keys.keys_of(ports, owner) == []

    def test_the_next_sign_in_is_a_first_one(self, home, ports):
        signing_in.delete_account(ports, home.owner.caller)
        again = an_owner(ports)
        assert again.owner_id != home.owner.owner_id
        assert [found.name for found in managing_lists.lists_of(ports, again)] == ["Follow-ups"]

    def test_others_stay(self, home, ports):
        other = a_home(ports, "owner-2")
        other.capture("Theirs")
        signing_in.delete_account(ports, home.owner.caller)
        assert other.read() == ["Theirs"]
        assert an_owner(ports, "owner-2").owner_id == other.owner.owner_id

    def test_a_list_that_is_made_at_that_moment_is_closed_or_empty(self, home, sqlite):
        rename = lambda: managing_lists.edit(home.ports, home.owner, None, name="New")  # noqa: E731
        signing_in.delete_account(on(home, RacedTable(sqlite, lambda: None, rename)).ports, home.owner.caller)
        assert managing_lists.lists_of(home.ports, home.owner.caller) == []

    @pytest.mark.parametrize("works", [True, False], ids=["landed", "did not land"])
    def test_a_call_that_broke_off_anywhere_is_finished_by_the_same_call(self, ports, sqlite, works):
        at = 0
        while True:
            home = a_home(ports, f"leaver-{at}")
            failing = FailingTable(sqlite, at, works=works)
            try:
                signing_in.delete_account(on(home, failing).ports, home.owner.caller)
            except Unavailable:
                signing_in.delete_account(ports, home.owner.caller)
            assert managing_lists.lists_of(ports, home.owner.caller) == []
            assert managing_keys.keys_of(ports, home.owner.caller) == []
            assert an_owner(ports, f"leaver-{at}").owner_id != home.owner.owner_id
            with pytest.raises(Unauthorized):
                signing_in.owner_of(ports, home.owner.caller)
            if not failing.failed:
                break
            at += 1
        assert at >= 6


def test_a_sign_in_of_another_pool_is_let_in_to_what_is_there_and_forgotten_with_it(home):
    owners = home.ports.owners
    before = signing_in.sign_in(home.ports, "new pool", "me")
    assert owners.let_in("new pool", "me", home.owner.owner_id)
    assert signing_in.sign_in(home.ports, "new pool", "me").owner_id == home.owner.owner_id != before.owner_id
    signing_in.delete_account(home.ports, home.owner.caller)
    assert owners.signed_in("new pool", "me") is None


def test_nobody_is_let_in_to_what_is_not_there(home):
    assert not home.ports.owners.let_in("new pool", "me", "01900000-0000-7000-8000-000000000000")
    assert home.ports.owners.signed_in("new pool", "me") is None
