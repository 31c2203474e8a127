"""A hook ends in time, whatever it waits for."""

from __future__ import annotations

import os

SECONDS = 2.0
"""How long a hook may take in all."""


def end_in_time() -> None:
    """From now on, so many seconds and no more.

    Without a clock that rings (Windows) the time limits of what is asked have to do.
    """
    try:
        import _signal  # type: ignore[import-not-found]  # `signal` takes longer to load
    except ImportError:
        return
    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, lambda *_: os._exit(0))
        _signal.setitimer(_signal.ITIMER_REAL, SECONDS)
