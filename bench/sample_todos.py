"""The work that the product and its peers are given alike: a title, and notes of 400 characters."""

from typing import Final

NOTES: Final = (
    "The same guard is missing in the sibling handler, and the page that explains the flag still has its old name. "
    "Seen while the parser was changed; it was left alone to keep that change small. To do: add the guard as in the "
    "first handler, rename the flag on the page, and run the tests of both handlers. It is done when the second "
    "handler refuses a request without an owner, as the first one does."
)[:400]


def title(number: int) -> str:
    return f"Follow-up {number}: add the missing owner check to handler {number % 37}"
