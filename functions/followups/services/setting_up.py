"""What a new stack needs once: the key pair that signs pushes, and a page until its site is there.

Everything here may be done again at any time: what is there already stays as it is.
"""

from typing import Protocol

from followups.services.placeholder_page import PLACEHOLDER_PAGE


class SetupFailed(Exception):
    """What a stack needs could not be made; the text says what to do. It holds no secret."""


class SecretParameters(Protocol):
    """Raises, from any call: SetupFailed."""

    def read(self, name: str) -> str | None: ...

    def keep(self, name: str, value: str) -> bool:
        """Keep a secret where there is none. False, and nothing changed, when there is one already."""


class SitePages(Protocol):
    def place(self, bucket: str, page: str) -> None:
        """Put the page at the top of the site, unless there is one. Raises: SetupFailed."""


class KeyPairs(Protocol):
    """Key pairs for voluntary application server identification (RFC 8292), each known by its private key's text."""

    def new(self) -> str: ...

    def public_key(self, private_key: str) -> str | None:
        """What browsers subscribe with. None: the text is no private key."""


def set_up(
    parameters: SecretParameters, pages: SitePages, key_pairs: KeyPairs, *, private_key_parameter: str, site_bucket: str
) -> str:
    """The stack's public key, once everything is there. An empty bucket takes no page.

    Raises: SetupFailed.
    """
    public_key = _public_key(parameters, key_pairs, private_key_parameter)
    if site_bucket:
        pages.place(site_bucket, PLACEHOLDER_PAGE)
    return public_key


def _public_key(parameters: SecretParameters, key_pairs: KeyPairs, parameter: str) -> str:
    """Of the private key in the parameter, which is made where there is none and never replaced.

    Every browser that subscribed trusts this one key alone: with another one, all would have to subscribe again.
    """
    private_key = parameters.read(parameter)
    if private_key is None:
        made = key_pairs.new()
        # Somebody else may have been quicker, or the answer to our own first try was lost.
        private_key = made if parameters.keep(parameter, made) else parameters.read(parameter)
    if private_key is None:
        raise SetupFailed(f"The parameter {parameter} was deleted while it was read. Deploy again.")
    public_key = key_pairs.public_key(private_key)
    if public_key is None:
        raise SetupFailed(
            f"The parameter {parameter} holds something that is no VAPID private key. It was left as it is: give "
            "PrivateKeyParameter another name, or delete the parameter if nothing needs it, then deploy again."
        )
    return public_key
