"""Tables for a terminal and for a page: Markdown is both."""

import datetime
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Table:
    """A titled table; ``note`` is a line below it."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    note: str = ""

    def markdown(self) -> str:
        """The table, its columns lined up."""
        rows = [tuple(map(str, row)) for row in (self.heads, *self.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        rule = ["-" * width for width in widths]
        rule[1:] = [dashes[:-1] + ":" for dashes in rule[1:]]  # numbers to the right
        lines = [_line(rows[0], widths), _line(rule, widths)]
        lines += [_line(row, widths) for row in rows[1:]]
        note = f"\n\n{self.note.strip()}" if self.note else ""
        return f"## {self.title}\n\n" + "\n".join(lines) + note


def against(goal: float, found: float, unit: str = "", at_least: bool = False) -> str:
    """A goal, and beside it whether what was measured reached it."""
    is_met = found >= goal if at_least else found <= goal
    return f"{goal:,g}{unit} ({'reached' if is_met else 'missed'}: {found:,.3g})"


def replaced(page: str, tables: Sequence[Table]) -> str:
    """A page with these tables in place of those of the same titles.

    One that it does not have yet comes before the section on what was measured.
    """
    for table in tables:
        begin = page.find(f"## {table.title}\n")
        if begin < 0:
            begin = end = page.index("## What was measured")
        else:
            end = page.index("\n## ", begin) + 1
        page = f"{page[:begin]}{table.markdown()}\n\n{page[end:]}"
    return page


def _line(cells: Iterable[str], widths: Iterable[int]) -> str:
    first, *rest = zip(cells, widths, strict=True)
    parts = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]
    return f"| {' | '.join(parts)} |"


def machine() -> Table:
    """The machine and the versions that the figures belong to."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    busy = os.getloadavg()[0]
    rows = [
        ("processor", _processor()),
        ("cores", cores or os.cpu_count()),
        ("memory", f"{memory:.0f} GiB"),
        ("system", f"{platform.system()} {platform.release()}"),
        ("Python", platform.python_version()),
        ("NumPy", np.__version__),
        ("date", datetime.date.today().isoformat()),
        ("other work at the start (load)", f"{busy:.1f}"),
    ]
    note = "The machine was busy with other work: expect better." if busy > 0.5 else ""
    return Table("The machine", ("", ""), rows, note)


def machine_in_words() -> str:
    """When and on what something was measured, for a table that is written alone."""
    cores, load = os.cpu_count(), os.getloadavg()[0]
    today = datetime.date.today().isoformat()
    return (
        f"Measured on {today} on {_processor()}, {cores} cores; load at the end {load:.1f}."
    )


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def milliseconds(seconds: float) -> str:
    """``43`` or, below ten, ``4.3``."""
    value = 1000 * seconds
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def mebibytes(size: int) -> str:
    """``120`` or, below ten, ``1.2``."""
    value = size / (1 << 20)
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def number(value: int) -> str:
    """``2,000``."""
    return f"{value:,}"
