"""Secrets in the Parameter Store of AWS Systems Manager, through boto3's low-level client.

Errors: AWS Systems Manager API Reference, `GetParameter` and `PutParameter`.
"""

from typing import Any, Final, Protocol, cast

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from followups.services.setting_up import SetupFailed

CONNECT_SECONDS: Final = 1.0
READ_SECONDS: Final = 2.0
CLIENT_ATTEMPTS: Final = 2
"""Tries of one request by the client itself: whoever waits for this is told, and can deploy again."""


class SsmClient(Protocol):
    """What is used of boto3's client."""

    def get_parameter(self, **arguments: Any) -> dict[str, Any]: ...
    def put_parameter(self, **arguments: Any) -> dict[str, Any]: ...


def ssm_client(region: str, endpoint_url: str | None = None) -> SsmClient:
    """A client that gives up soon. It may repeat a write whose answer was lost, and meet its own success."""
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": CLIENT_ATTEMPTS},
    )
    return cast("SsmClient", boto3.client("ssm", region_name=region, endpoint_url=endpoint_url, config=config))


class SsmSecrets:
    """`services.setting_up.SecretParameters`, each a SecureString under the account's own key."""

    def __init__(self, client: SsmClient) -> None:
        self._client = client

    def read(self, name: str) -> str | None:
        try:
            answer = self._client.get_parameter(Name=name, WithDecryption=True)
        except ClientError as error:
            if _code(error) == "ParameterNotFound":
                return None
            raise _failed("read", name, _code(error)) from error
        except BotoCoreError as error:
            raise _failed("read", name, type(error).__name__) from error
        return str(answer["Parameter"]["Value"])

    def keep(self, name: str, value: str) -> bool:
        try:
            self._client.put_parameter(Name=name, Value=value, Type="SecureString", Overwrite=False)
        except ClientError as error:
            if _code(error) == "ParameterAlreadyExists":
                return False
            raise _failed("write", name, _code(error)) from error
        except BotoCoreError as error:
            raise _failed("write", name, type(error).__name__) from error
        return True


def _failed(what: str, name: str, why: str) -> SetupFailed:
    return SetupFailed(
        f"Could not {what} the parameter {name}: {why}. See that the setup function's policy allows it, then deploy "
        "again; what was made already stays."
    )


def _code(error: ClientError) -> str:
    return str(error.response["Error"].get("Code", ""))
