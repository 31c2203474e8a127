"""Where the programs lie that build and deploy; `requirements/install.py` puts them there."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SAM: Final = ROOT / ".tools" / "sam" / "bin" / "sam"
CFN_LINT: Final = ROOT / ".tools" / "sam" / "bin" / "cfn-lint"
EMULATOR: Final = ROOT / ".tools" / "emulator" / "bin" / "ministack"
SAM_PYTHON: Final = SAM.parent / "python"
