"""The domain and the services are given the time, their settings and their luck; they never fetch them."""

import pytest

from tests.architecture.purity import impurities
from tests.architecture.sources import FUNCTIONS, ROOT, source_files

PURE = [path for layer in ("domain", "services") for path in source_files(".py", under=FUNCTIONS / "followups" / layer)]


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(FUNCTIONS)))
def test_a_pure_module_fetches_nothing_from_the_world(path) -> None:
    found = list(impurities(path.read_text(), str(path.relative_to(ROOT))))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "from datetime import datetime\nnow = datetime.now()",
        "import datetime as dt\nnow = dt.datetime.now(dt.UTC)",
        "from datetime import date as day\ntoday = day.today()",
        "from datetime import datetime\nclock = datetime.now",
        "import time",
        "from time import time",
        "import os\nzone = os.environ['TZ']",
        "from os import environ",
        "def f():\n    import random",
        "import secrets as s",
        "import uuid\nmake = uuid.uuid4",
        "from uuid import uuid4 as fresh",
        "text = open('notes').read()",
        "import urllib.request",
        "import os.path",
    ],
)
def test_a_fetch_in_any_spelling_is_found(source) -> None:
    assert any(sentence.startswith("it.py:") for sentence in impurities(source, "it.py"))


@pytest.mark.parametrize(
    "source",
    [
        "from datetime import datetime, time\nnoon = time(12)\nmoment = datetime.fromisoformat('2027-01-31T12:00')",
        "from uuid import UUID\nfixed = UUID(int=1)",
        "import urllib.parse\nparts = urllib.parse.urlsplit('https://example.com')",
        "def due(todo, now):\n    return todo.now(now) or todo.time or todo.open",
    ],
)
def test_what_only_looks_like_a_fetch_is_left_alone(source) -> None:
    assert not list(impurities(source, "it.py"))
