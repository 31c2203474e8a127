"""The site's pages in their bucket of Amazon S3, through boto3's low-level client.

Conditions: Amazon S3 User Guide, *How to prevent object overwrites with conditional writes*.
"""

from typing import Any, Final, Protocol, cast

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from followups.services.setting_up import SetupFailed

CONNECT_SECONDS: Final = 1.0
READ_SECONDS: Final = 2.0
CLIENT_ATTEMPTS: Final = 2
"""Tries of one request by the client itself."""
WRITE_ATTEMPTS: Final = 2
"""Tries while somebody deletes the same page."""
FRONT_PAGE: Final = "index.html"

_IS_THERE: Final = "PreconditionFailed"
_DELETED_MEANWHILE: Final = "ConditionalRequestConflict"


class S3Client(Protocol):
    """What is used of boto3's client."""

    def put_object(self, **arguments: Any) -> dict[str, Any]: ...


def s3_client(region: str, endpoint_url: str | None = None) -> S3Client:
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": CLIENT_ATTEMPTS},
    )
    return cast("S3Client", boto3.client("s3", region_name=region, endpoint_url=endpoint_url, config=config))


class S3Pages:
    """`services.setting_up.SitePages`. No page is read or replaced: the bucket itself refuses to."""

    def __init__(self, client: S3Client) -> None:
        self._client = client

    def place(self, bucket: str, page: str) -> None:
        why = ""
        for _ in range(WRITE_ATTEMPTS):
            try:
                self._client.put_object(
                    Bucket=bucket,
                    Key=FRONT_PAGE,
                    Body=page.encode(),
                    ContentType="text/html; charset=utf-8",
                    CacheControl="no-cache",  # The real one is to be seen as soon as it is there.
                    IfNoneMatch="*",
                )
            except ClientError as error:
                why = str(error.response["Error"].get("Code", ""))
                if why == _IS_THERE:
                    return
                if why == _DELETED_MEANWHILE:
                    continue
                raise _failed(bucket, why) from error
            except BotoCoreError as error:
                raise _failed(bucket, type(error).__name__) from error
            return
        raise _failed(bucket, why)


def _failed(bucket: str, why: str) -> SetupFailed:
    return SetupFailed(
        f"Could not put {FRONT_PAGE} into the bucket {bucket}: {why}. See that the bucket is there and that the setup "
        "function's policy allows it, then deploy again."
    )
