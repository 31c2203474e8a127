"""What only this protocol can refuse. The codes are the domain's."""

from followups.domain.errors import Invalid


class Malformed(Invalid):
    """The request is not what the OpenAPI document says it is; another text in it would not help."""


class WrongMediaType(Invalid):
    """A body of a kind that is not read here."""


class MethodNotAllowed(Invalid):
    """The path has no such method."""

    def __init__(self, allowed: str) -> None:
        super().__init__(f"This path takes {allowed}.")
        self.allowed = allowed
