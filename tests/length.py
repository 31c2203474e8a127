"""How far the tests go: the short form before each change, or the long one, which `make proof` asks for."""

import os
from typing import Final

import pytest

LONG: Final = os.environ.get("FOLLOW_UPS_PROOF") == "1"

in_the_long_form = pytest.mark.skipif(not LONG, reason="NOT RUN: it takes a minute, `make proof` runs it")
