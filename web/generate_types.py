"""Write src/api/schema.d.ts from the API's OpenAPI document; with --check only say whether it is up to date."""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from followups.edges.web.openapi import document
from followups.edges.web.routes import OPERATIONS

WEB: Final = Path(__file__).resolve().parent
TYPES: Final = WEB / "src" / "api" / "schema.d.ts"


def types() -> str:
    """The types as they are to be, from the operations as they are now."""
    with tempfile.TemporaryDirectory() as folder:
        described = Path(folder) / "openapi.json"
        described.write_text(json.dumps(document.of(OPERATIONS)), encoding="utf-8")
        program = WEB / "node_modules" / ".bin" / "openapi-typescript"
        ran = subprocess.run([program, described], check=True, stdout=subprocess.PIPE, text=True, cwd=WEB)
    return ran.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; say whether something would change")
    wanted = types()
    if not parser.parse_args().check:
        TYPES.write_text(wanted, encoding="utf-8")
    elif not TYPES.exists() or TYPES.read_text(encoding="utf-8") != wanted:
        print("web/src/api/schema.d.ts is not what the API says now: run `make web-types`.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
