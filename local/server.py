"""Puts the product together on one machine and serves it."""

import asyncio
import errno
import logging
import os
import secrets
import shlex
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from ipaddress import ip_address
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

import uvicorn

from followups.domain import errors
from followups.domain.push import Pushes
from followups.edges import logs
from followups.edges.agent.app import AgentApp
from followups.edges.agent.app import build_app as build_agent_app
from followups.edges.connecting import PLUGIN
from followups.edges.web.app import build_app as build_web_app
from followups.gateways.system import SystemChance, SystemClock
from followups.storage.answering import AnsweringTable
from followups.storage.assembly import ports_over
from followups.storage.contract import Unavailable
from local import ROOT
from local.answering import Answering
from local.change_feed import ChangeFeed
from local.chores import SWEEP_SECONDS, LocalChores
from local.commands import ALLOW
from local.data_folder import AlreadyRunning, DataFolder, RunningServer, UnusableFolder
from local.front import Front
from local.front_end import FrontEnd
from local.guards import Guard
from local.open_pages import OpenPages
from local.reminder_thread import ReminderThread
from local.settings import Settings
from local.sign_in import LocalSignIn
from local.site import Site
from local.sqlite_file import NewerFile
from local.sqlite_table import SqliteTable
from local.vapid import vapid_of
from local.websocket_protocol import LiveProtocol

_LOG_BYTES: Final = 5_000_000
"""A log file is put aside when it has grown to this; three are kept."""
_WEBSOCKET_BYTES: Final = 4_096
"""Largest message that a page may send, in bytes: all it has to say is a ping."""


class CannotListen(Exception):
    """The address is taken or not this machine's; the text says what to do."""


def serve(settings: Settings) -> int:
    """Serve until stopped. Answers the exit code."""
    os.umask(0o077)  # what lies in the folder is the owner's alone, whoever made the folder
    try:
        folder = DataFolder(settings.data)
        listening = listening_socket(settings)
    except AlreadyRunning as running:
        where = f" at {running.server.address}" if running.server else ""
        print(
            f"Follow-ups is running on {settings.data} already{where}. Sign in there with: "
            f"{_command(settings.data)} login. Or stop it first, with Ctrl+C in its terminal.",
            file=sys.stderr,
        )
        return 1
    except (UnusableFolder, CannotListen) as refusal:
        print(refusal, file=sys.stderr)
        return 1
    # uvicorn raises the signal that stopped it once more when it is done: it must not skip what follows here.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _log_to(folder)
        product = Product(settings, folder, listening.getsockname()[1])
        asyncio.run(_run(product, listening))
    except KeyboardInterrupt:
        return 0
    except UnusableFolder as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except (Unavailable, errors.Unavailable, NewerFile, sqlite3.Error, OSError) as failure:
        print(
            f"The data in {folder.path} cannot be opened: {failure.__cause__ or failure}. Put a backup of the folder "
            "there, or start on another one with --data.",
            file=sys.stderr,
        )
        return 1
    finally:
        folder.close()
    return 0


async def _run(product: "Product", listening: socket.socket) -> None:
    await _Server(uvicorn_config(product.front), product).serve(sockets=[listening])


def uvicorn_config(app: Front) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws=LiveProtocol,
        ws_max_size=_WEBSOCKET_BYTES,
        ws_per_message_deflate=False,  # Messages are small, and each connection would keep a window of its own.
    )


class _Server(uvicorn.Server):
    """Says that it is there once it accepts connections, not before."""

    def __init__(self, config: uvicorn.Config, product: "Product") -> None:
        super().__init__(config)
        self._product = product

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._product.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._product.close_pages()
        await super().shutdown(sockets=sockets)


class Product:
    """Everything that runs in the one process."""

    def __init__(self, settings: Settings, folder: DataFolder, port: int) -> None:
        """`port` is the one that is listened on."""
        self._folder = folder
        self._address = f"http://{_reachable(settings.host)}:{port}"
        self._origin = settings.origin or self._address
        self._admin_token = secrets.token_urlsafe(32)
        self._vapid = vapid_of(settings, folder.path, self._origin)
        self._reminders: ReminderThread | None = None
        written = self._written = asyncio.Event()
        self._table = SqliteTable(folder.table, on_change=self._changed)
        self._ports = ports_over(self._table, SystemClock(), SystemChance())
        self._chores = LocalChores(self._ports, self._table)
        self._pages = OpenPages(self._ports)
        answering = Answering()
        self._reminders = self._reminder_thread(settings, folder)
        self._feed = ChangeFeed(
            self._table, self._ports, self._chores, written, gateway=self._pages, answering=answering
        )
        self._sign_in = LocalSignIn(self._ports, AnsweringTable(self._table))
        self._pages.forget_former(self._sign_in.owner().owner_id)
        self._agent: AgentApp = build_agent_app(self._ports, origin=self._origin)
        self._site = Site(
            ports=self._ports,
            sign_in=self._sign_in,
            origin=self._origin,
            admin_token=self._admin_token,
            front_end=FrontEnd(),
        )
        self.front = Front(
            guard=Guard(port=port, origin=settings.origin),
            agent=self._agent,
            web=build_web_app(
                self._ports,
                self._sign_in,
                origin=self._origin,
                plugin_source=str(ROOT),
                pushes=Pushes(
                    public_key="" if self._vapid is None else self._vapid.public_key,
                    allows_private=settings.push_private,
                ),
            ),
            site=self._site,
            live=self._pages,
            answering=answering,
            running=self._running,
        )

    def _reminder_thread(self, settings: Settings, folder: DataFolder) -> ReminderThread | None:
        """None where no pushes can be signed."""
        if self._vapid is None:
            return None
        # Here: what encrypts pushes takes a while to load.
        from followups.gateways.web_push import WebPush

        gateway = WebPush(self._vapid, SystemClock(), allows_private=settings.push_private)
        return ReminderThread(folder.table, gateway, self._origin)

    def _changed(self) -> None:
        """After every write."""
        self._written.set()
        if self._reminders is not None:
            self._reminders.wake()

    def announce(self) -> None:
        """Let the other commands find the server, and tell the person at the terminal."""
        self._folder.announce(RunningServer(address=self._address, admin_token=self._admin_token, pid=os.getpid()))
        print(_banner(self._origin, self._site.login_url(), self._folder.path), flush=True)

    async def close_pages(self) -> None:
        await self._pages.close()

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        """What goes on beside the requests."""
        async with self._agent.running():
            if self._reminders is not None:
                self._reminders.start()
            tasks = [asyncio.create_task(each) for each in (self._feed.run(), self._chores.run(), self._sweep())]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                if self._reminders is not None:
                    self._reminders.stop()
                self._table.close()

    async def _sweep(self) -> None:
        """Take away what has expired, and have what was deleted purged."""
        while True:
            self._chores.sweep()
            now = int(datetime.now(UTC).timestamp())
            with suppress(Unavailable):
                while self._table.sweep_expired(now):
                    await asyncio.sleep(0)
            await asyncio.sleep(SWEEP_SECONDS)


def listening_socket(settings: Settings) -> socket.socket:
    """Raises: CannotListen."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP: only then does the event loop set TCP_NODELAY, without which answers wait for acknowledgements.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotListen(
                f"Port {settings.port} is taken by another program. Choose another with --port or FOLLOW_UPS_PORT; "
                "--port 0 takes any that is free."
            ) from error
        raise CannotListen(
            f"{settings.host}:{settings.port} cannot be listened on: {error.strerror}. Set --host and --port."
        ) from error
    listening.set_inheritable(True)
    return listening


def _reachable(host: str) -> str:
    """A name by which this machine reaches the address listened on."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        return "127.0.0.1" if address.version == 4 else "[::1]"
    return f"[{address}]" if address.version == 6 else str(address)


def _log_to(folder: DataFolder) -> None:
    """Our lines go to a file in the folder: the terminal is for the person."""
    handler = RotatingFileHandler(folder.log, maxBytes=_LOG_BYTES, backupCount=2, encoding="utf-8")
    handler.setFormatter(logs.JsonLines())
    logs.LOGGER.handlers[:] = [handler]
    logs.LOGGER.propagate = False
    logs.LOGGER.setLevel(logging.INFO)
    for name in (*logs.CHATTY, "uvicorn"):
        logging.getLogger(name).setLevel(logging.ERROR)


def _command(folder: Path) -> str:
    """How the other commands are started from anywhere, on this folder."""
    command = f"{shlex.quote(sys.executable)} -m local"
    usual = Settings.read({"HOME": os.environ.get("HOME", "")}).data
    return command if folder == usual else f"{command} --data {shlex.quote(str(folder))}"


def _banner(origin: str, login_url: str, folder: Path) -> str:
    command = _command(folder)
    return f"""
Follow-ups is running. Stop it with Ctrl+C.

  Site      {origin}
  Sign in   {login_url}
            (works once; for another: {command} login)
  MCP URL   {origin}/mcp
  Data      {folder}

Connect Claude Code, in another terminal. Sessions in every repository then know where they stand:

  claude plugin marketplace add {shlex.quote(str(ROOT))}
  claude plugin install {PLUGIN}
  {command} connect --plugin | claude plugin configure {PLUGIN} --values-stdin
  {ALLOW}

The last line lets the plugin's own tools run without asking; leave it out to be asked. The plugin is read from this
folder: keep it where it is.

For any other agent, and for the list id: {command} connect
The keys that there are, and how one is revoked: {command} keys
"""
