"""Point a sign-in of a stack's user pool at an owner whose data is in its table already: `make take-over`.

A new user pool gives people new names, so after a table was taken over nobody would find what was theirs.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from followups.domain.owners import Owner
from followups.gateways.system import SystemChance, SystemClock
from followups.services.access import Caller
from followups.services.chores import OWNER_SHARDS
from followups.services.managing_lists import lists_of
from followups.services.ports import Cursor, Ports
from followups.storage.assembly import ports_over
from followups.storage.table import DynamoTable, dynamo_client
from infra.site import STACK, NoSite, outputs_of


class NotTakenOver(Exception):
    """Nothing was changed; the text says what to do."""


def owners_of(ports: Ports) -> Iterator[Owner]:
    """Every owner whose account is not deleted."""
    for shard in range(OWNER_SHARDS):
        after: Cursor | None = None
        while True:
            page, after = ports.owners.page(shard, limit=100, after=after)
            yield from (owner for owner in page if owner.deleted_at is None)
            if after is None:
                break


def take_over(ports: Ports, *, issuer: str, subject: str, owner_id: str) -> None:
    """Let this sign-in be the owner's. Safe to repeat.

    Raises: NotTakenOver: there is no such owner.
    """
    if not ports.owners.let_in(issuer, subject, owner_id):
        raise NotTakenOver(f"The table knows no owner {owner_id}.")


def subject_of(users: Any, pool: str, email: str) -> str:
    """Raises: NotTakenOver."""
    try:
        user = users.admin_get_user(UserPoolId=pool, Username=email)
    except users.exceptions.UserNotFoundException as failure:
        raise NotTakenOver(f"The user pool knows nobody as {email}: invite or sign up first.") from failure
    attributes: Mapping[str, str] = {each["Name"]: each["Value"] for each in user["UserAttributes"]}
    return attributes["sub"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Point a sign-in at an owner whose data is in the table already.")
    parser.add_argument("--stack", default=STACK, help=f"the stack's name ({STACK})")
    parser.add_argument("--email", required=True, help="who signs in, as the new user pool knows them")
    parser.add_argument("--owner", help="whose data they get; without it the owners are listed and nothing is changed")
    options = parser.parse_args()
    try:
        outputs = outputs_of(options.stack, boto3.client("cloudformation"))
        region: str = boto3.client("dynamodb").meta.region_name
        table = DynamoTable(dynamo_client(region), outputs["TableName"])
        ports = ports_over(table, SystemClock(), SystemChance())
        if options.owner is None:
            for owner in owners_of(ports):
                names = ", ".join(each.name for each in lists_of(ports, Caller(owner.id)))
                print(f"{owner.id}  since {owner.created_at:%Y-%m-%d}  lists: {names}")
            print("Choose one with --owner.")
            return 0
        pool = outputs["UserPoolId"]
        subject = subject_of(boto3.client("cognito-idp"), pool, options.email)
        issuer = f"https://cognito-idp.{region}.amazonaws.com/{pool}"
        take_over(ports, issuer=issuer, subject=subject, owner_id=options.owner)
    except (NoSite, NotTakenOver, BotoCoreError, ClientError) as failure:
        print(f"Nothing was changed: {failure}", file=sys.stderr)
        return 1
    print(f"{options.email} signs in as owner {options.owner} from now on.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
