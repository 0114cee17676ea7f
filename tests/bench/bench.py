"""Measure what grading costs, against other ways of grading.

    python tests/bench/bench.py [--quick] [--with-nbgrader] [--large] [--write]

Prints tables; ``--write`` puts them into the book.  No time is asserted:
a slow machine is no failure.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cards
import first_lines
import page_load
import page_model
import parts
import python_start
import tables
import waits
from measure import ROOT, CommandFailed, adopt_orphans

PAGE = ROOT / "book" / "benchmarks.md"
PARTS = {
    "proof": parts.prove,
    "others": parts.against_others,
    "scale": parts.scale,
    "check": parts.latency,
    "memory": parts.memory,
    "layers": parts.layers,
    "lines": first_lines.point,
    "rules": first_lines.worth,
    "cards": cards.cards,
    "load": page_load.load_pages,
    "start": python_start.start_python,
    "page": page_model.write_on_page,
    "waits": waits.what_readers_wait_for,
}


def options(words: Sequence[str] | None) -> argparse.Namespace:
    """The command's options."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--quick", action="store_true", help="fewer of everything, one round: minutes")
    add("--with-nbgrader", action="store_true", help="install nbgrader and compare")
    add("--large", action="store_true", help=f"a class of {parts.LARGE:,} as well")
    add("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    add("--part", choices=list(PARTS), action="append", help="this part only; repeatable")
    add("--students", type=int, help="submissions of the first comparison")
    words_of_it = "a file: of the part `lines`, go on from what is counted there"
    add("--counted", type=Path, help=words_of_it)
    return parser.parse_args(words)


def plan(chosen: argparse.Namespace, folder: Path) -> parts.Plan:
    """How much to measure."""
    students = chosen.students or 40
    more = {"students": students, "kernels": students}
    if chosen.quick:
        kernels = min(students, 4)
        sizes = tuple(sorted({min(students, 20), students}))
        more |= {"kernels": kernels, "repeats": 1, "sizes": sizes}
    made = parts.Plan(folder, with_nbgrader=chosen.with_nbgrader, **more)
    made = replace(made, counted=chosen.counted)
    if chosen.large:
        made = replace(made, sizes=(*made.sizes, parts.LARGE))
    return made


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and write when asked to."""
    chosen = options(words)
    if not adopt_orphans():
        print("Not on Linux: processes that are left to themselves are not counted.")
    sys.path.insert(0, str(Path(__file__).parent))  # for the key of layers
    done = [tables.machine()]
    print(done[0].markdown(), flush=True)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        made = plan(chosen, Path(folder))
        try:
            if set(chosen.part or PARTS) - {
                "lines",
                "rules",
                "cards",
            }:  # which grade nobody
                parts.warm_up(made)
            for name in chosen.part or PARTS:
                for table in PARTS[name](made):
                    print(f"\n{table.markdown()}", flush=True)
                    done.append(table)
        except CommandFailed as problem:
            print(f"\nThis could not be measured: {problem}", file=sys.stderr)
            return 1
    if chosen.write:
        if chosen.part:  # the others keep what they said, of the machine they were on
            text = tables.replaced(PAGE.read_text(encoding="utf-8"), done[1:])
        else:
            text = tables.PAGE.format(tables="\n\n".join(t.markdown() for t in done))
        PAGE.write_text(text, encoding="utf-8")
        print(f"\nWrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
