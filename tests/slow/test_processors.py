"""Every notebook prints what it stores on other processors too: older ones, more threads.

The instructions that only newer processors have are taken from each library that chooses.
As this machine is, ``make test`` runs them.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import rounding

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NBVAL = ("--nbval", "--nbval-cell-timeout=600", "-p", "tests.site.nbval_rules")


@pytest.mark.parametrize("setting", ["LOWEST", "MIDDLE"])
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_another_processor_prints_what_is_stored(path: Path, setting: str):
    quiet = ("-q", "--color=no", "-p", "no:cacheprovider", "-p", "no:xdist")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *NBVAL, *quiet, path],
        env={**os.environ, **getattr(rounding, setting)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
