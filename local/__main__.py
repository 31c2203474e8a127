"""Start the product, or talk to the one that runs: `python -m local [serve | connect | keys | login]`."""

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from local import ROOT
from local.asking import NotRunning, Refused
from local.commands import connect, keys, login
from local.settings import BadSetting, Settings


def main() -> int:
    unset = argparse.Namespace(
        data=None, host=None, port=None, json=False, key=False, plugin=False, name=None, revoke=None
    )
    asked = _parser().parse_args(namespace=unset)
    try:
        settings = Settings.read(os.environ, data=asked.data, host=asked.host, port=asked.port)
        if asked.command == "connect":
            print(
                connect(settings.data, name=asked.name, as_json=asked.json, key_only=asked.key, for_plugin=asked.plugin)
            )
        elif asked.command == "keys":
            print(keys(settings.data, revoke=asked.revoke, as_json=asked.json))
        elif asked.command == "login":
            print(login(settings.data, as_json=asked.json))
        else:
            return _serve(settings)
    except (BadSetting, NotRunning, Refused) as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


def _serve(settings: Settings) -> int:
    if find_spec("uvicorn") is None:
        return _with_installed_python()
    from local.server import serve

    return serve(settings)


def _with_installed_python() -> int:
    """This Python has not what the server needs; the one that `make run` sets up has."""
    python = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists() or Path(sys.executable) == python:
        print("What the server needs is not installed yet. Start it with: make run", file=sys.stderr)
        return 1
    return subprocess.call([python, "-m", "local", *sys.argv[1:]], cwd=ROOT)


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--data", help="the folder that holds everything (FOLLOW_UPS_DATA)")
    serving = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    serving.add_argument("--port", help="the port to listen on (FOLLOW_UPS_PORT; 8765; 0 takes any that is free)")
    serving.add_argument("--host", help="the address to listen on (FOLLOW_UPS_HOST; 127.0.0.1)")
    answering = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    answering.add_argument("--json", action="store_true", help="for programs: print one JSON object")
    parser = argparse.ArgumentParser(prog="python -m local", description=__doc__, parents=[shared, serving])
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("serve", help="start the product (the default)", parents=[shared, serving])
    connecting = commands.add_parser(
        "connect", help="make an API key and say how an agent is connected with it", parents=[shared, answering]
    )
    connecting.add_argument("--name", default=argparse.SUPPRESS, help="a name to know the key by")
    connecting.add_argument("--key", action="store_true", help="print the API key alone")
    connecting.add_argument(
        "--plugin",
        action="store_true",
        help="print the line that configures Claude Code's plugin",
    )
    listing = commands.add_parser("keys", help="show the API keys, or revoke one", parents=[shared, answering])
    listing.add_argument("--revoke", default=argparse.SUPPRESS, metavar="ID", help="the id of the key to revoke")
    commands.add_parser("login", help="make a link that signs one browser in", parents=[shared, answering])
    return parser


if __name__ == "__main__":
    sys.exit(main())
