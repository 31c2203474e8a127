"""The whole product in one process on one machine. Never shipped to Lambda."""

import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - said in a sentence, before anything that an older one cannot read
    sys.exit("Follow-ups needs Python 3.11 or newer. Start it with one: make run PYTHON=python3.11")

ROOT = Path(__file__).resolve().parent.parent
"""The checkout, which is the plugin's marketplace too."""

_FUNCTIONS = str(ROOT / "functions")
if _FUNCTIONS not in sys.path:
    sys.path.append(_FUNCTIONS)
