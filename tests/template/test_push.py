"""A stack is refused whose pushes every service would refuse."""

import re

import pytest

from followups.domain import push
from infra.deployment import OWNER_EMAIL
from tests.domain.test_push import NO_SUBJECTS, SUBJECTS
from tests.template.templates import needs_sam, root

pytestmark = needs_sam

EMAILS = [each.removeprefix("mailto:") for each in (*SUBJECTS, *NO_SUBJECTS) if each.startswith("mailto:")]


@pytest.mark.parametrize("email", [*EMAILS, OWNER_EMAIL, "A@B.DE", "a@b.c2", "a@b.c.", "a@.de", "ä@b.de"])
def test_an_address_is_taken_where_push_services_take_it(email):
    pattern = root()["Parameters"]["OwnerEmail"]["AllowedPattern"]
    assert bool(re.fullmatch(pattern, email)) == push.is_subject(f"mailto:{email}")


def test_browsers_subscribe_with_the_key_that_was_made_for_the_stack():
    variables = root()["Resources"]["WebFunction"]["Properties"]["Environment"]["Variables"]
    assert variables["FOLLOW_UPS_PUSH_PUBLIC_KEY"] == {"Fn::GetAtt": ["Setup", "PublicKey"]}
    assert variables["FOLLOW_UPS_PUSH_PRIVATE"] == {"Fn::If": ["IsReal", "", "1"]}
