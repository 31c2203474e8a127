"""Install what the locks name, once: nothing happens while what is there came from the lock as it is now.

    python3 requirements/install.py local site     what `make run` needs: the server's libraries, the built front end
    python3 requirements/install.py dev node       what `make test` needs
    python3 requirements/install.py dev claude     the real Claude Code client, for the tests that drive it
    python3 requirements/install.py sam            what builds and deploys the functions
    python3 requirements/install.py emulator       AWS on this machine

Needs Python 3.11 or newer with `venv`, and nothing else. Everything lands in the checkout: `.venv`, `web/dist`, the
`node_modules` beside a `package.json` and, for each step that keeps to itself, a folder of its name in `.tools`.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

VERSION = "{}.{}".format(*sys.version_info)
if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts this with an older Python is told so
    sys.exit(f"Follow-ups needs Python 3.11 or newer, and this is {VERSION}. Name another one: make PYTHON=python3.13")

try:
    import ensurepip  # noqa: F401 - Debian keeps it, and with it what venv works with, in a package of its own
    import importlib.metadata
    import venv
except ImportError:
    sys.exit("This Python cannot make environments: install its venv module (Debian: apt install python3-venv).")

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"

# An active .venv cannot make itself anew; the Python behind it can.
if VENV in Path(sys.executable).parent.resolve().parents:
    behind = os.path.realpath(sys.executable)
    os.execv(behind, [behind, *sys.argv])


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def fingerprint(*files: Path) -> str:
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def once(stamp: Path, wanted: str, step: str, install: Callable[[], None]) -> None:
    """Run the step unless it was completed for exactly this; a step that was cut short runs again."""
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say(f"{step} ...")
    started = time.monotonic()
    stamp.unlink(missing_ok=True)
    install()
    stamp.write_text(wanted)
    say(f"{step}: done in {time.monotonic() - started:.0f} s")


def run(*command: str | Path, folder: Path = ROOT) -> None:
    """Run a program, in silence unless it has something to say on its error output."""
    path = os.pathsep.join([str(VENV / "bin"), os.environ.get("PATH", os.defpath)])
    words = [str(part) for part in command]
    subprocess.run(words, check=True, cwd=folder, env=os.environ | {"PATH": path}, stdout=subprocess.DEVNULL)


def environment(folder: Path) -> None:
    """Have it; `.venv` with the checkout on its path. Another Python and a moved checkout make it anew."""

    def make() -> None:
        venv.create(folder, clear=True, symlinks=True, with_pip=True)
        if folder == VENV:
            (site_packages,) = VENV.glob("lib/python3*/site-packages")
            (site_packages / "follow-ups.pth").write_text(f"{ROOT / 'functions'}\n{ROOT}\n")

    wanted = f"{sys.base_prefix} {VERSION} {ROOT}"
    once(folder / "made-for", wanted, f"Making {folder.relative_to(ROOT)} with Python {VERSION}", make)


def python(name: str, folder: Path = VENV) -> None:
    """Install a Python lock into an environment."""
    environment(folder)
    lock = ROOT / "requirements" / f"{name}.txt"
    pip = (folder / "bin" / "python", "-m", "pip", "-qq", "--no-input", "--disable-pip-version-check")

    def install() -> None:
        run(*pip, "install", "--no-deps", "--require-hashes", "-r", lock)
        leftovers = installed() - pinned(lock) - {"pip"}
        if name == "dev" and leftovers:
            run(*pip, "uninstall", "--yes", *leftovers)  # what no lock names must not be found by an import

    once(folder / f"installed-{name}", fingerprint(lock), f"Installing requirements/{name}.txt", install)


def pinned(lock: Path) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+)==", lock.read_text(), re.MULTILINE))


def installed() -> set[str]:
    """The names of what is in `.venv`, spelled as locks spell them."""
    folders = [str(folder) for folder in VENV.glob("lib/python3*/site-packages")]
    found = importlib.metadata.distributions(path=folders)
    return {re.sub(r"[-_.]+", "-", each.name).lower() for each in found}


def npm(source: Path, target: Path) -> None:
    """Install the lock of one folder into that folder or another. Packages' own install scripts do not run."""
    names = ["package.json", "package-lock.json", ".npmrc"]

    def install() -> None:
        target.mkdir(parents=True, exist_ok=True)
        for name in names if source != target else []:
            shutil.copyfile(source / name, target / name)
        run("npm", "ci", "--ignore-scripts", "--no-progress", "--loglevel=error", folder=target)

    wanted = fingerprint(*(source / name for name in names))
    step = f"Installing {source.relative_to(ROOT)}/package-lock.json"
    once(target / "node_modules" / ".installed", wanted, step, install)


WEB = ROOT / "web"


def site() -> None:
    """Build the front end into web/dist, with its own libraries and the Node of `.venv`."""
    npm(WEB, WEB)
    sources = [WEB / name for name in ("index.html", "package-lock.json", "tsconfig.json", "vite.config.ts")]
    sources.append(ROOT / "docs" / "hosts.md")  # shown on a page
    sources += [path for name in ("public", "src") for path in sorted((WEB / name).rglob("*")) if path.is_file()]
    names = "\n".join(str(path.relative_to(ROOT)) for path in sources)
    wanted = fingerprint(*sources) + hashlib.sha256(names.encode()).hexdigest()

    def build() -> None:
        # Beside the one that is there, so that a build that fails leaves the pages as they were.
        made = WEB / "dist" / ".new"
        shutil.rmtree(made, ignore_errors=True)
        into = ("--outDir", made, "--emptyOutDir", "--logLevel", "error")
        run("npm", "run", "--silent", "build", "--", *into, folder=WEB)
        for old in (WEB / "dist").iterdir():
            if old != made:
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        for new in made.iterdir():
            new.rename(WEB / "dist" / new.name)
        made.rmdir()

    (WEB / "dist").mkdir(exist_ok=True)
    once(WEB / "dist" / ".built-from", wanted, "Building the front end", build)


def browser() -> None:
    """Have a Chromium: the system's, Debian's where it can be installed, else the test tool's own."""
    if any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        say("Installing Debian's chromium ...")
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            ran = subprocess.run(["apt-get", "-qq", *words], check=False, env=quiet, stdout=subprocess.DEVNULL)
            if ran.returncode != 0:
                break
        else:
            return
    try:
        once(TOOLS / "browser-tried", VERSION, "Fetching the test tool's own browser", fetch_browser)
    except subprocess.CalledProcessError:
        say("  NO BROWSER: the tests in a browser cannot run. Install chromium, and run the same command again.")


def fetch_browser() -> None:
    TOOLS.mkdir(exist_ok=True)
    run(VENV / "bin" / "python", "-m", "playwright", "install", "chromium")


STEPS: dict[str, Callable[[], None]] = {
    "local": lambda: python("local"),
    "site": site,
    "browser": browser,
    "dev": lambda: python("dev"),
    "node": lambda: npm(ROOT / "tests" / "node", ROOT / "tests" / "node"),
    "claude": lambda: npm(ROOT / "tests" / "claude", TOOLS / "claude"),
    "sam": lambda: python("sam", TOOLS / "sam"),
    "emulator": lambda: python("emulator", TOOLS / "emulator"),
}


APART = {"sam", "emulator"}
"""Steps that no other one waits for."""


def main() -> int:
    with Path(__file__).open() as this_file:
        # Two makes at once: the second waits and finds everything there.
        try:
            fcntl.flock(this_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another install in this checkout ...")
            fcntl.flock(this_file, fcntl.LOCK_EX)
        try:
            install(sys.argv[1:])
        except subprocess.CalledProcessError as failed:
            say(f"  failed: {failed.cmd[0]} says why above. Mend it and run the same command again.")
            return 1
        except KeyboardInterrupt:
            say("  stopped: the same command goes on from here.")
            return 130
    return 0


def install(names: list[str]) -> None:
    """Run the steps in their order, and beside them those that keep to themselves: they wait for the network."""
    with ThreadPoolExecutor() as beside:
        apart = [beside.submit(STEPS[name]) for name in names if name in APART]
        for name in names:
            if name not in APART:
                STEPS[name]()
        for step in apart:
            step.result()


if __name__ == "__main__":
    sys.exit(main())
