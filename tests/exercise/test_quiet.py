"""TensorFlow is imported without its log lines, and where it harms nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

IMPORT = """
from autograder.exercise.quiet import no_log_lines
with no_log_lines():
    import tensorflow
"""


def imported(folder: Path, *libraries: str) -> list[str]:
    """What stand-ins of these libraries said as they were imported, in order."""
    for name in libraries:
        told = f"import os; os.write(1, b'{name} ')"
        (folder / f"{name}.py").write_text(told, encoding="utf-8")
    program = f"import sys; sys.path.insert(0, {str(folder)!r})\n{IMPORT}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize("libraries", [("tensorflow",), ("triton", "tensorflow")], ids=len)
def test_triton_is_loaded_before_tensorflow_where_it_is_installed(tmp_path, libraries):
    (tmp_path / "triton.py").write_text("raise ImportError", encoding="utf-8")
    assert imported(tmp_path, *libraries) == [*libraries]
