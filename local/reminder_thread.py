"""The thread in which reminders ring: a push service may take seconds to answer, and requests do not wait for it.

It has a connection of its own to the table's file.
"""

import logging
import sqlite3
import threading
from pathlib import Path
from typing import Final

from followups.domain.errors import Unavailable
from followups.edges import logs
from followups.gateways.system import SystemChance, SystemClock
from followups.services.pushing import Gateway
from followups.storage import contract
from followups.storage.assembly import ports_over
from local.reminders import LocalReminders
from local.sqlite_table import SqliteTable

REST_SECONDS: Final = 0.2
"""How long it rests after a look, in seconds: what is written meanwhile is seen by one more look."""
STOP_SECONDS: Final = 2.0
"""How long a stop waits for a push that is under way. One that is cut off is made again by the next start."""
_PAUSE_SECONDS: Final = 5.0
"""How long it waits after the table did not answer, in seconds."""
_CACHE_KIB: Final = 2 * 1024

_log = logging.getLogger("followups.reminders")


class ReminderThread:
    def __init__(self, table: Path, gateway: Gateway, origin: str) -> None:
        self._place = table
        self._gateway = gateway
        self._origin = origin
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="reminders", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Something was written."""
        self._woken.set()

    def stop(self) -> None:
        self._stopped.set()
        self._woken.set()
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        connection = sqlite3.connect(self._place)
        table = SqliteTable(connection)
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        ports = ports_over(table, SystemClock(), SystemChance())
        local = LocalReminders(ports, table, self._gateway, self._origin)
        try:
            while not self._stopped.is_set():
                self._woken.clear()
                rest = _step(local)
                if rest > 0:
                    self._stopped.wait(min(rest, REST_SECONDS))
                    self._woken.wait(max(0.0, rest - REST_SECONDS))
        finally:
            table.close()


def _step(local: LocalReminders) -> float:
    """How long there is nothing more to do, in seconds."""
    try:
        return local.step()
    except (Unavailable, contract.Unavailable):
        _log.warning("the table did not answer; reminders go on in a few seconds")
    except Exception as failure:  # noqa: BLE001 - the thread's last line: one todo that cannot be read does not end it
        logs.unexpected("reminders failed", failure)
    return _PAUSE_SECONDS
