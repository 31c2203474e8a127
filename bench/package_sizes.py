"""How large the built functions are: `python -m bench.package_sizes [FOLDER]`, by default what `make build` left.

Lambda takes 250 MB unzipped and 50 MB as one upload; a cold start fetches the zip.
"""

import io
import sys
import zipfile
from pathlib import Path
from typing import Final

from bench.programs import ROOT

BUILT: Final = ROOT / ".aws-sam" / "build"
_MEGABYTE: Final = 1_000_000


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT
    packages = sorted(path.parent for path in folder.glob("*/followups"))
    if not packages:
        print(f"No function is built in {folder}: run `make build` first.", file=sys.stderr)
        return 1
    print(f"{'function':20} {'files':>6} {'unzipped':>10} {'zip':>10} {'bytecode':>10}")
    for package in packages:
        files = sorted(path for path in package.rglob("*") if path.is_file())
        unzipped = sum(path.stat().st_size for path in files) / _MEGABYTE
        zipped = _zipped(package, files) / _MEGABYTE
        bytecode = sum(path.suffix == ".pyc" for path in files)
        print(f"{package.name:20} {len(files):6} {unzipped:7.1f} MB {zipped:7.1f} MB {bytecode:10}")
    return 0


def _zipped(package: Path, files: list[Path]) -> int:
    """The bytes of the archive that is uploaded."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for path in files:
            zipped.write(path, path.relative_to(package))
    return len(archive.getvalue())


if __name__ == "__main__":
    sys.exit(main())
