"""What a stack needs is made once, however often that is asked, and whatever fails in between."""

import itertools

import pytest

from followups.services.placeholder_page import PLACEHOLDER_PAGE
from followups.services.setting_up import SetupFailed, set_up

PARAMETER = "/todo/vapid-private-key"
BUCKET = "site"


class World:
    """Parameters, pages and key pairs; the call of one number, counted from 0, fails before its work or after it."""

    def __init__(self, fails_at=None, *, works=False, failure=None):
        self.parameters = {}
        self.pages = {}
        self.before_keeping = lambda: None
        self._numbers = itertools.count(1)
        self._left = fails_at
        self._works = works
        self._failure = failure or SetupFailed("made to fail")
        self.failed = False

    def _call(self, do):
        if self._left is not None:
            self._left -= 1
            if self._left == -1:
                self.failed = True
                if self._works:
                    do()
                raise self._failure
        return do()

    def heal(self):
        self._left = None

    def read(self, name):
        return self._call(lambda: self.parameters.get(name))

    def keep(self, name, value):
        self.before_keeping()
        return self._call(lambda: self.parameters.setdefault(name, value) is value)

    def place(self, bucket, page):
        self._call(lambda: self.pages.setdefault(bucket, page))

    def new(self):
        return f"private {next(self._numbers)}"

    def public_key(self, private_key):
        kind, _, number = private_key.partition(" ")
        return f"public {number}" if kind == "private" else None

    def set_up(self, bucket=BUCKET):
        return set_up(self, self, self, private_key_parameter=PARAMETER, site_bucket=bucket)


def test_the_key_pair_is_made_once_and_never_replaced():
    world = World()
    assert [world.set_up(), world.set_up(), world.set_up()] == ["public 1"] * 3
    assert world.parameters == {PARAMETER: "private 1"}


def test_of_two_at_once_both_answer_the_key_that_was_kept():
    world = World()
    world.before_keeping = lambda: world.parameters.setdefault(PARAMETER, "private of the other")
    assert world.set_up() == "public of the other"


def test_a_page_that_is_there_stays():
    world = World()
    world.pages[BUCKET] = "the site"
    world.set_up()
    assert world.pages == {BUCKET: "the site"}


def test_without_a_bucket_there_is_no_page():
    world = World()
    assert world.set_up(bucket="") == "public 1"
    assert world.pages == {}


def test_what_is_no_key_stays_as_it_is_and_the_refusal_does_not_show_it():
    world = World()
    world.parameters[PARAMETER] = "somebody's password"
    with pytest.raises(SetupFailed, match="give PrivateKeyParameter another name") as refused:
        world.set_up()
    assert "password" not in str(refused.value)
    assert world.parameters == {PARAMETER: "somebody's password"}


def test_a_parameter_that_goes_while_it_is_read_asks_for_another_try():
    class Going(World):
        def keep(self, name, value):
            return False

    with pytest.raises(SetupFailed, match="Deploy again"):
        Going().set_up()


@pytest.mark.parametrize("failure", [SetupFailed("made to fail"), KeyboardInterrupt()], ids=["fails", "is cut"])
@pytest.mark.parametrize("works", [False, True], ids=["before", "after"])
def test_whatever_fails_the_next_try_leaves_what_it_leaves_when_nothing_does(works, failure):
    for at in itertools.count():
        world = World(at, works=works, failure=failure)
        first, kept = None, {}
        try:
            first = world.set_up()
        except (SetupFailed, KeyboardInterrupt):
            kept = dict(world.parameters)
        world.heal()
        answered = world.set_up()
        assert world.parameters.keys() == {PARAMETER}
        assert answered == world.public_key(world.parameters[PARAMETER])
        assert world.pages == {BUCKET: PLACEHOLDER_PAGE}
        if not world.failed:
            assert first == answered
            break
        assert kept in ({}, world.parameters)
    assert at == 3


def test_the_page_that_stands_in_runs_nothing_and_asks_for_nothing():
    for unwanted in ("<script", "http:", "https:", "//", "<link", "@import", "url("):
        assert unwanted not in PLACEHOLDER_PAGE
    assert 'content="light dark"' in PLACEHOLDER_PAGE
    assert 'content="width=device-width' in PLACEHOLDER_PAGE
    assert "make site" in PLACEHOLDER_PAGE
