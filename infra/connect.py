"""Make an API key on a deployed stack and say how an agent is connected with it: `make connect EMAIL=...`.

With the rights of whoever deployed it, so that agents can be connected before anybody has signed in.
"""

import argparse
import sys

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from followups.domain.errors import FollowUpsError
from followups.edges.connecting import Product, commands
from followups.services import managing_keys, managing_lists, signing_in
from infra.paths import ROOT
from infra.people import Unknown, issuer_of, ports_of, subject_of
from infra.site import STACK, NoSite, outputs_of


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make connect", description="Make an API key and say how to connect an agent."
    )
    parser.add_argument("--stack", default=STACK, help=f"the stack's name ({STACK})")
    parser.add_argument("--email", required=True, help="whose list the agent writes to")
    parser.add_argument("--name", default="Connected from the terminal", help="a name to know the key by")
    options = parser.parse_args()
    try:
        outputs = outputs_of(options.stack, boto3.client("cloudformation"))
        ports = ports_of(outputs)
        owner = signing_in.sign_in(ports, issuer_of(outputs), subject_of(outputs, options.email))
        lists = managing_lists.lists_of(ports, owner) or [managing_lists.create(ports, owner, name="Follow-ups")]
        made = managing_keys.create(ports, owner, name=options.name, list_id=lists[0].id)
    except (NoSite, Unknown, FollowUpsError, BotoCoreError, ClientError) as failure:
        print(f"No key was made: {failure}", file=sys.stderr)
        return 1
    product = Product(origin=outputs["Site"], plugin_source=str(ROOT))
    plugin = "\n".join([f"  {command}" for command in commands(product, list_id=lists[0].id, api_key=made.secret)])
    print(f"""This API key is shown once. Whoever has it may work on the follow-ups of the list of {options.email}.

  MCP URL   {outputs["McpUrl"]}
  List id   {lists[0].id}
  API key   {made.secret}

Connect Claude Code with the plugin:

{plugin}

Any other MCP client: the MCP URL over Streamable HTTP, with the header
  Authorization: Bearer {made.secret}
""")
    return 0


if __name__ == "__main__":
    sys.exit(main())
