"""Measure what grading costs, and what readers wait for.

    python tests/bench/bench.py [--quick] [--large] [--write] [--part NAME]

Prints tables; ``--write`` puts them into the book, in place of those of the same titles.
No time is asserted: a slow machine is no failure.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import first_lines
import lighthouse
import page_model
import parts
import python_start
import tables
from measure import ROOT, CommandFailed, adopt_orphans

PAGE = ROOT / "book" / "benchmarks.md"
PARTS = {
    "others": parts.against_others,
    "scale": parts.scale,
    "lines": first_lines.point,
    "rules": first_lines.worth,
    "lighthouse": lighthouse.lighthouse,
    "start": python_start.start_python,
    "page": page_model.write_on_page,
}
GRADE = {"others", "scale"}


def options(words: Sequence[str] | None) -> argparse.Namespace:
    """The command's options."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--quick", action="store_true", help="fewer of everything, one round: minutes")
    add("--large", action="store_true", help=f"a class of {parts.LARGE:,} as well")
    add("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    add("--part", choices=list(PARTS), action="append", help="this part only; repeatable")
    add("--students", type=int, default=40, help="submissions of the first comparison")
    words_of_it = "of the part `lighthouse`, those whose name begins so: index 06"
    add("--pages", nargs="+", default=[""], help=words_of_it)
    words_of_it = "a file: of the part `lines`, go on from what is counted there"
    add("--counted", type=Path, help=words_of_it)
    return parser.parse_args(words)


def plan(chosen: argparse.Namespace, folder: Path) -> parts.Plan:
    """How much to measure."""
    sizes = (20,) if chosen.quick else parts.Plan.sizes
    return parts.Plan(
        folder,
        students=chosen.students,
        repeats=1 if chosen.quick else parts.Plan.repeats,
        sizes=(*sizes, parts.LARGE) if chosen.large else sizes,
        counted=chosen.counted,
        pages=tuple(chosen.pages),
    )


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and write when asked to."""
    chosen = options(words)
    if not adopt_orphans():
        print("Not on Linux: processes that are left to themselves are not counted.")
    done = [tables.machine()]
    print(done[0].markdown(), flush=True)
    names = chosen.part or list(PARTS)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        made = plan(chosen, Path(folder))
        try:
            if GRADE.intersection(names):
                parts.warm_up(made)
            for name in names:
                for table in PARTS[name](made):
                    print(f"\n{table.markdown()}", flush=True)
                    done.append(table)
        except CommandFailed as problem:
            print(f"\nThis could not be measured: {problem}", file=sys.stderr)
            return 1
    if chosen.write:
        # Of one part alone: the others keep what they said, of the machine they were on.
        kept = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(
            tables.replaced(kept, done[1:] if chosen.part else done), encoding="utf-8"
        )
        print(f"\nWrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
