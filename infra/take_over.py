"""Point a sign-in of a stack's user pool at an owner whose data is in its table already: `make take-over`.

A new user pool gives people new names, so after a table was taken over nobody would find what was theirs.
"""

import argparse
import sys
from collections.abc import Iterator

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from followups.domain.owners import Owner
from followups.services.access import Caller
from followups.services.chores import OWNER_SHARDS
from followups.services.managing_lists import lists_of
from followups.services.ports import Cursor, Ports
from infra.people import Unknown, issuer_of, ports_of, subject_of
from infra.site import STACK, NoSite, outputs_of


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

    Raises: Unknown: there is no such owner.
    """
    if not ports.owners.let_in(issuer, subject, owner_id):
        raise Unknown(f"The table knows no owner {owner_id}.")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make take-over", description="Point a sign-in at an owner whose data is in the table already."
    )
    parser.add_argument("--stack", default=STACK, help=f"the stack's name ({STACK})")
    parser.add_argument("--email", help="who signs in, as the new user pool knows them")
    parser.add_argument("--owner", help="whose data they get")
    options = parser.parse_args()
    try:
        outputs = outputs_of(options.stack, boto3.client("cloudformation"))
        ports = ports_of(outputs)
        if options.owner is None or options.email is None:
            for owner in owners_of(ports):
                names = ", ".join([each.name for each in lists_of(ports, Caller(owner.id))])
                print(f"{owner.id}  since {owner.created_at:%Y-%m-%d}  lists: {names}")
            print("These are the owners of the table. Give one to somebody: make take-over EMAIL=... OWNER=...")
            return 0
        subject = subject_of(outputs, options.email)
        take_over(ports, issuer=issuer_of(outputs), subject=subject, owner_id=options.owner)
    except (NoSite, Unknown, BotoCoreError, ClientError) as failure:
        print(f"Nothing was changed: {failure}", file=sys.stderr)
        return 1
    print(f"{options.email} signs in as owner {options.owner} from now on.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
