"""What the measurements share: the servers they speak to, started when first asked for, and how long they may take."""

from contextlib import ExitStack
from pathlib import Path
from typing import Final

from bench.filling import fill_file
from bench.measuring import LEAST_ROUNDS
from bench.product import Product, product

FEW: Final = 100
MANY: Final = 10_000
"""Todos in the list that is compared with the one of `FEW`."""


class Stage:
    """Everything started on it ends with the stack."""

    def __init__(self, folder: Path, ending: ExitStack, *, quick: bool) -> None:
        self.folder = folder
        self.quick = quick
        self._ending = ending
        self._filled: dict[int, tuple[Path, list[str]]] = {}
        self._products: dict[int, Product] = {}

    def filled(self, todos: int) -> tuple[Path, list[str]]:
        """A table with so many follow-ups, and their ids. It stays as it is: work on copies."""
        if todos not in self._filled:
            file = self.folder / f"{todos}.sqlite3"
            self._filled[todos] = file, fill_file(file, todos)
        return self._filled[todos]

    def product(self, todos: int) -> Product:
        """The running server with about so many todos. Raises: NotMeasured: it does not start."""
        if todos not in self._products:
            started = product(self.folder / f"product-{todos}", *self.filled(todos))
            self._products[todos] = self._ending.enter_context(started)
        return self._products[todos]

    def rounds(self, usual: int) -> int:
        return max(LEAST_ROUNDS, usual // 3) if self.quick else usual
