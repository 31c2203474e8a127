"""Starts are paid by whoever waits for them: next to nothing of what they load is garbage, and looking takes long."""

import gc
from typing import Final

ALLOCATIONS: Final = 50_000
"""After how many more objects made than freed garbage is looked for. A start makes a few hundred thousand that stay; of
what calls leave behind, so much is a few megabytes."""

gc.set_threshold(ALLOCATIONS)
