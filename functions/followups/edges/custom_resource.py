"""A custom resource of AWS CloudFormation, which waits for an answer that is put to an address it names.

Shapes: AWS CloudFormation User Guide, *Custom resource request types* and *Custom resource response objects*.
"""

import json
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException
from typing import Any, Final
from urllib.request import Request, urlopen

from followups.edges import logs, metrics
from followups.services.setting_up import KeyPairs, SecretParameters, SetupFailed, SitePages, set_up

ANSWER_ATTEMPTS: Final = 3
ANSWER_SECONDS: Final = 2.0
"""How long one try waits to connect, and then for an answer."""
PAUSE_SECONDS: Final = 0.5
"""Before the second try; twice as long before the third."""
REASON_CHARACTERS: Final = 1_000
"""An answer has at most 4 kB."""

Event = Mapping[str, Any]
Handler = Callable[[Event, Any], None]


class Undelivered(Exception):
    """The answer could not be put; Lambda calls the function again."""


def setup_handler(
    parameters: SecretParameters,
    pages: SitePages,
    key_pairs: KeyPairs,
    *,
    sleep: Callable[[float], None] = time.sleep,
) -> Handler:
    """The function that Lambda calls for each create, update and delete of the resource. It always answers.

    Properties: `PrivateKeyParameter`, the parameter's name; `SiteBucket`, a bucket's, or empty. Answers `PublicKey`.
    """

    def handle(event: Event, context: Any) -> None:
        outcome, reason, data = "ok", "", {}
        try:
            data = _done(event, parameters, pages, key_pairs)
        except SetupFailed as failure:
            outcome, reason = "setup_failed", str(failure)
        except Exception as failure:  # noqa: BLE001 - the last line: CloudFormation would wait an hour for an answer
            outcome = metrics.INTERNAL
            invocation = getattr(context, "aws_request_id", "")
            logs.unexpected("setup failed", failure, invocation=invocation)
            reason = f"Something went wrong that should not have. Look for {invocation} in this function's log."
        logs.call("setup", metrics.of_call(outcome), request=event.get("RequestType"), outcome=outcome, cause=reason)
        _put(event["ResponseURL"], _answer(event, reason, data), sleep)

    return handle


def _done(event: Event, parameters: SecretParameters, pages: SitePages, key_pairs: KeyPairs) -> dict[str, str]:
    """Do what is asked; answers what the template may read. Raises: SetupFailed."""
    asked = event.get("RequestType")
    if asked == "Delete":
        return {}  # The key outlives the stack: whoever takes the data over needs it.
    if asked not in {"Create", "Update"}:
        raise SetupFailed(f"RequestType is Create, Update or Delete, not {asked!r}. Nothing was done.")
    parameter = _property(event, "PrivateKeyParameter")
    if not parameter:
        raise SetupFailed("PrivateKeyParameter is missing: give the resource the name of a parameter for the key.")
    bucket = _property(event, "SiteBucket")
    return {"PublicKey": set_up(parameters, pages, key_pairs, private_key_parameter=parameter, site_bucket=bucket)}


def _property(event: Event, name: str) -> str:
    properties = event.get("ResourceProperties")
    found = properties.get(name, "") if isinstance(properties, Mapping) else ""
    return found.strip() if isinstance(found, str) else ""


def _answer(event: Event, reason: str, data: Mapping[str, str]) -> bytes:
    status = {"Status": "FAILED", "Reason": reason[:REASON_CHARACTERS]} if reason else {"Status": "SUCCESS"}
    named = {name: event.get(name, "") for name in ("StackId", "RequestId", "LogicalResourceId")}
    return json.dumps({**status, **named, "PhysicalResourceId": _resource_id(event), "Data": data}).encode()


def _resource_id(event: Event) -> str:
    """The parameter's name, so that it stays the same; another name is another key, and so another resource."""
    known = str(event.get("PhysicalResourceId") or "")
    if event.get("RequestType") == "Delete" and known:
        return known
    return _property(event, "PrivateKeyParameter") or known or str(event.get("LogicalResourceId") or "setup")


def _put(url: str, answer: bytes, sleep: Callable[[float], None]) -> None:
    """Raises: Undelivered. Putting the same answer again does no harm."""
    failed: Exception | None = None
    for attempt in range(ANSWER_ATTEMPTS):
        if attempt:
            sleep(PAUSE_SECONDS * attempt)
        # The address is signed for no content type. It is CloudFormation's own, and it alone may call this function.
        request = Request(url, data=answer, method="PUT", headers={"content-type": ""})  # noqa: S310 - as above
        try:
            with urlopen(request, timeout=ANSWER_SECONDS):  # noqa: S310 - as above
                return
        except (OSError, HTTPException) as error:
            failed = error
    raise Undelivered(f"CloudFormation took no answer in {ANSWER_ATTEMPTS} tries") from failed
