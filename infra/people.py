"""The people of a deployed stack, as its user pool and its table know them."""

from collections.abc import Mapping
from typing import Any

import boto3

from followups.gateways.system import SystemChance, SystemClock
from followups.services.ports import Ports
from followups.storage.assembly import ports_over
from followups.storage.table import DynamoTable, dynamo_client


class Unknown(Exception):
    """Nothing was changed; the text says what to do."""


def ports_of(outputs: Mapping[str, str]) -> Ports:
    """The stack's table, with the rights of whoever runs this."""
    return ports_over(DynamoTable(dynamo_client(region()), outputs["TableName"]), SystemClock(), SystemChance())


def region() -> str:
    named: str = boto3.client("dynamodb").meta.region_name
    return named


def issuer_of(outputs: Mapping[str, str]) -> str:
    """As the user pool's tokens name it."""
    return f"https://cognito-idp.{region()}.amazonaws.com/{outputs['UserPoolId']}"


def subject_of(outputs: Mapping[str, str], email: str) -> str:
    """Whom the pool's tokens name for this address. Raises: Unknown."""
    users: Any = boto3.client("cognito-idp")
    pool = outputs["UserPoolId"]
    try:
        user = users.admin_get_user(UserPoolId=pool, Username=email)
    except users.exceptions.UserNotFoundException as failure:
        raise Unknown(
            f"The user pool knows nobody as {email}. Invite them first: aws cognito-idp admin-create-user "
            f"--user-pool-id {pool} --username {email} --user-attributes Name=email,Value={email} "
            "Name=email_verified,Value=true"
        ) from failure
    attributes: Mapping[str, str] = {each["Name"]: each["Value"] for each in user["UserAttributes"]}
    return attributes["sub"]
