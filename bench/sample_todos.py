"""The work that the product and its peers are given alike: a title, and notes that keep the item at 1 kB."""

from typing import Final

NOTES: Final = (
    "The same guard is missing in the sibling handler; seen while the parser was changed. Add it as in the first "
    "handler and run the tests of both: it is done when a request without an owner is refused."
)


def title(number: int) -> str:
    return f"Follow-up {number}: add the missing owner check to handler {number % 37}"
