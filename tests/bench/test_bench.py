"""The benchmark itself works; what it measures is nobody's test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
# Its grandchild is left behind by a process that has ended.
ORPHAN = """
import subprocess, sys
burn = "import time\\nwhile time.process_time() < 0.5: pass"
subprocess.Popen([sys.executable, "-c", burn])
"""
COUNT = f"""
import sys
sys.path.insert(0, {str(HERE)!r})
from measure import measure
print(measure([sys.executable, "-c", {ORPHAN!r}]).cpu)
"""


def run(*words: str) -> str:
    """The output of a Python command that must succeed."""
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=12000
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_tiny_run_prints_its_tables():
    said = run(str(HERE / "bench.py"), "--quick", "--students", "2", "--part", "others")
    assert "## The machine" in said
    assert "all right" in said


def test_a_part_that_is_written_leaves_the_other_tables_alone():
    sys.path.insert(0, str(HERE))
    from tables import Table, replaced

    def page(*tables: Table) -> str:
        said = "\n\n".join(table.markdown() for table in tables)
        return f"# Benchmarks\n\n{said}\n\n## What was measured\n\n- Much.\n"

    old, other = Table("One", ("a", "b"), [("x", 1)]), Table("Two", ("a", "b"), [("y", 2)])
    new, third = (Table(name, ("a", "b"), [("x", 9)]) for name in ("One", "Three"))
    assert replaced(page(old, other), [new, third]) == page(new, other, third)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets one adopt orphans")
def test_processes_that_nobody_waited_for_are_counted():
    assert float(run("-c", COUNT)) >= 0.5


def test_a_goal_says_whether_it_was_reached():
    sys.path.insert(0, str(HERE))
    from tables import against

    assert against(60, 54.2, " ms") == "60 ms (reached: 54.2)"
    assert against(1.5, 1.8, " s") == "1.5 s (missed: 1.8)"
    assert against(20, 26.87, " times", at_least=True) == "20 times (reached: 26.9)"
