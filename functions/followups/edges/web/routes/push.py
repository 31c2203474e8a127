"""Web push: the browsers that are sent an owner's reminders."""

from typing import Final

from pydantic import Field
from starlette.responses import Response

from followups.domain.limits import LIST_NAME_CHARACTERS, PUSH_ENDPOINT_CHARACTERS, PUSH_SUBSCRIPTIONS_PER_OWNER
from followups.edges.web import answers, presenting
from followups.edges.web.operations import Call, Operation
from followups.edges.web.shapes import Body
from followups.services import subscribing

PATH: Final = "/api/push-subscriptions"


class PushKeys(Body):
    p256dh: str = Field(description="The browser's public key, an uncompressed point of P-256 in base64url.")
    auth: str = Field(description="Its secret, 16 bytes in base64url.")


class NewSubscription(Body):
    endpoint: str = Field(
        description="Where its push service takes messages, by https at a public host.",
        json_schema_extra={"format": "uri", "maxLength": PUSH_ENDPOINT_CHARACTERS},
    )
    keys: PushKeys
    expires: float | None = Field(
        default=None, alias="expirationTime", description="Not looked at: the push service says when it is over."
    )
    name: str | None = Field(
        default=None,
        description="What the owner knows the browser by. Without one it keeps the name that it had.",
        json_schema_extra={"minLength": 1, "maxLength": LIST_NAME_CHARACTERS},
        examples=["Phone"],
    )
    replaces: str | None = Field(
        default=None, description="The id of the subscription that this browser had before; it is ended."
    )


def read_push_subscriptions(call: Call) -> Response:
    shown: presenting.Json = {
        "subscriptions": [
            presenting.subscription(each) for each in subscribing.subscriptions_of(call.ports, call.caller)
        ]
    }
    if call.product.pushes.public_key:
        shown["public_key"] = call.product.pushes.public_key
    return answers.answer(shown)


def create_push_subscription(call: Call) -> Response:
    new = call.given(NewSubscription)
    made = subscribing.subscribe(
        call.ports,
        call.caller,
        endpoint=new.endpoint,
        p256dh=new.keys.p256dh,
        auth=new.keys.auth,
        name=new.name,
        replaces=new.replaces,
        allows_private=call.product.pushes.allows_private,
    )
    return answers.answer(presenting.subscription(made), status=201)


def delete_push_subscription(call: Call) -> Response:
    subscribing.unsubscribe(call.ports, call.caller, call.path["subscription_id"])
    return answers.nothing()


OPERATIONS: Final = (
    Operation(
        method="GET",
        path=PATH,
        answer=read_push_subscriptions,
        summary="The browsers that are sent reminders, oldest first",
        description="`public_key` is what a browser subscribes with (applicationServerKey); without it none can.",
        shows="PushSubscriptions",
    ),
    Operation(
        method="POST",
        path=PATH,
        answer=create_push_subscription,
        summary="Send reminders to a browser",
        description=(
            "Takes what PushSubscription.toJSON() gives. The same endpoint again replaces what there is of it, whoever "
            f"made that. At most {PUSH_SUBSCRIPTIONS_PER_OWNER} for an owner; one that its push service no longer "
            "knows is taken away by itself."
        ),
        body=NewSubscription,
        status=201,
        shows="PushSubscription",
        example={
            "endpoint": "https://push.example.com/send/1",
            "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            },
            "name": "Phone",
        },
    ),
    Operation(
        method="DELETE",
        path=f"{PATH}/{{subscription_id}}",
        answer=delete_push_subscription,
        summary="Send a browser no more reminders",
        description="Effective at once. 404 says that there is no such subscription any more.",
        status=204,
    ),
)
