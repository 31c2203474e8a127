"""UserPromptSubmit: answers `/follow-ups:doctor` at once, without a model. Any other prompt goes on as it came."""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import time_limit

_DOCTOR = b"/follow-ups:doctor"


def main() -> None:
    time_limit.end_in_time()
    given = sys.stdin.buffer.read()
    if _DOCTOR not in given:
        return
    import io

    import doctor
    import hook

    sys.stdin = io.TextIOWrapper(io.BytesIO(given))
    hook.run(doctor.answer)


if __name__ == "__main__":
    try:
        main()
    except Exception:  # noqa: BLE001, S110 - the last line: a hook that fails is as if it were not there
        pass
