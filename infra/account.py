"""Whether a deployment can begin: asked before minutes of packing, and answered in words that help."""

import argparse
import sys

import boto3
from botocore.exceptions import BotoCoreError, ClientError, NoRegionError

from infra.site import STACK

_NO_REGION = (
    "No region is set. Name it, and the profile of your credentials where there are several:\n"
    "  export AWS_DEFAULT_REGION=eu-central-1 AWS_PROFILE=default"
)
_NO_CREDENTIALS = (
    "AWS takes no credentials from this environment ({failure}). Sign in (aws sso login, aws configure) or set "
    "AWS_PROFILE, then run the same command again."
)
_NO_OWNER = (
    "There is no stack {stack} in {region} yet, so say who is invited to it:\n  make deploy OWNER_EMAIL=you@example.com"
)


def obstacle(stack: str, parameters: str) -> str | None:
    """What is in the way of deploying, if anything is."""
    try:
        stacks = boto3.client("cloudformation")
        boto3.client("sts").get_caller_identity()
    except NoRegionError:
        return _NO_REGION
    except (BotoCoreError, ClientError) as failure:
        return _NO_CREDENTIALS.format(failure=failure)
    try:
        (found,) = stacks.describe_stacks(StackName=stack)["Stacks"]
    except ClientError:
        found = None
    is_new = found is None or found["StackStatus"] in {"REVIEW_IN_PROGRESS", "DELETE_COMPLETE"}
    if is_new and "OwnerEmail=" not in parameters:
        return _NO_OWNER.format(stack=stack, region=stacks.meta.region_name)
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description="Say what is in the way of deploying, if anything is.")
    parser.add_argument("--stack", default=STACK)
    parser.add_argument("parameters", nargs="*")
    options = parser.parse_args()
    found = obstacle(options.stack, " ".join(options.parameters))
    if found is not None:
        print(f"Nothing was deployed. {found}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
