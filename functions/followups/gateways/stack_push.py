"""Pushes with the key that the stack's setup made: read once, with the first push of a process."""

from collections.abc import Callable

from followups.domain.errors import Unavailable
from followups.domain.push import Subscription
from followups.gateways.parameters import SsmSecrets, ssm_client
from followups.gateways.vapid import Vapid
from followups.gateways.web_push import WebPush
from followups.services.pushing import Gateway, Message, Outcome
from followups.services.setting_up import SetupFailed
from followups.services.time_and_chance import Clock


class StackPush:
    """`services.pushing.Gateway`."""

    def __init__(
        self,
        region: str,
        clock: Clock,
        *,
        key_parameter: str,
        subject: str,
        allows_private: bool = False,
        read: Callable[[str], str | None] | None = None,
    ) -> None:
        """`read` answers the secret in a parameter; without one it is asked of the Parameter Store."""
        self._clock = clock
        self._key_parameter = key_parameter
        self._subject = subject
        self._allows_private = allows_private
        self._read = read or (lambda name: SsmSecrets(ssm_client(region)).read(name))
        self._made: Gateway | None = None

    def send(self, subscription: Subscription, message: Message, *, deadline_seconds: float) -> Outcome:
        """Raises: Unavailable: there is no key to sign with, or it cannot be read."""
        if self._made is None:
            self._made = WebPush(self._vapid(), self._clock, allows_private=self._allows_private)
        return self._made.send(subscription, message, deadline_seconds=deadline_seconds)

    def _vapid(self) -> Vapid:
        try:
            if not self._key_parameter or not self._subject:
                raise SetupFailed("FOLLOW_UPS_PUSH_KEY_PARAMETER and FOLLOW_UPS_PUSH_SUBJECT have to be set")
            private_key = self._read(self._key_parameter)
            if private_key is None:
                raise SetupFailed(f"There is no parameter {self._key_parameter}. Deploy again: that makes it.")
            return Vapid(private_key, self._subject)
        except (SetupFailed, ValueError) as failure:
            raise Unavailable from failure
