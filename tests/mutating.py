"""Change the engine in one place at a time, and run the tests of that package.

    python tests/mutating.py PACKAGE [MOST]

Prints each change that no test finds and ``tests/survivors.txt`` does not explain: write
the test that finds it, or the line that says why nothing can.  Which changes are drawn
depends on the functions alone: what is not touched keeps its own.  Nothing here is
changed: all of it happens in a copy.
"""

import ast
import hashlib
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.mutants import change_of, mutated_sources
from autograder.exercise.stubs import DOCUMENTED

ROOT = Path(__file__).resolve().parents[1]
EXPLAINED = ROOT / "tests" / "survivors.txt"
RUN = ["-m", "pytest", "-q", "-x", "-n", "0", "-m", "not slow", "-p", "no:cacheprovider"]


@dataclass(frozen=True)
class Changed:
    """A module with one place changed; ``name`` says which."""

    path: Path
    name: str
    source: str

    @property
    def turn(self) -> str:
        """What decides when it is drawn."""
        return hashlib.sha256(self.name.encode()).hexdigest()


def changes(package: str) -> Iterator[Changed]:
    """Every change of a package's functions and classes."""
    for path in sorted((ROOT / "autograder" / package).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        try:
            names = vars(importlib.import_module(module))
        except ModuleNotFoundError:  # of a hub, which is not installed here
            continue
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines(keepends=True)
        for node in ast.parse(source).body:
            if not isinstance(node, DOCUMENTED):
                continue
            begin = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
            own = textwrap.dedent("".join(lines[begin : node.end_lineno]))
            for mutated, _ in mutated_sources(own, names):
                name = f"{module}.{node.name}: {change_of(own, mutated)}"
                after = [*lines[:begin], f"{mutated}\n", *lines[node.end_lineno :]]
                yield Changed(path.relative_to(ROOT), name, "".join(after))


def drawn(package: str, most: int) -> list[Changed]:
    """So many changes of a package, the same ones each time."""
    return sorted(changes(package), key=lambda each: each.turn)[:most]


def explained() -> dict[str, str]:
    """The changes that nothing can find, and why."""
    lines = EXPLAINED.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    return dict(zip(rows[::2], map(str.strip, rows[1::2]), strict=True))


class Copy:
    """A copy of what git knows, with its own engine first on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        names = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
        for name in names.split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)

    def put(self, path: Path, source: str) -> None:
        """Write a file of the copy anew."""
        (self.folder / path).write_text(source, encoding="utf-8")

    def passes(self, package: str, seconds: float | None = None) -> bool:
        """Whether the package's tests pass; too slow is a failure."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        try:
            done = subprocess.run(
                [sys.executable, *RUN, f"tests/{package}"],
                cwd=self.folder,
                env=environment,
                timeout=seconds,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def survivors(package: str, most: int) -> Iterator[str]:
    """The drawn changes with which the package's tests pass, but for those explained."""
    known = explained()
    with tempfile.TemporaryDirectory(prefix="mutating-") as folder:
        copy = Copy(Path(folder))
        began = time.monotonic()
        if not copy.passes(package):
            raise RuntimeError(f"The tests of {package} fail as the engine is.")
        patience = 60 + 4 * (time.monotonic() - began)
        for each in drawn(package, most):
            if each.name in known:
                continue
            copy.put(each.path, each.source)
            if copy.passes(package, patience):
                yield each.name
            copy.put(each.path, (ROOT / each.path).read_text(encoding="utf-8"))


def main(package: str, most: int = 20) -> int:
    found = 0
    for name in survivors(package, most):
        found += 1
        print(name, flush=True)
    print(f"{found} of {most} changes of {package} are found by no test of its own.")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], *map(int, sys.argv[2:])))
