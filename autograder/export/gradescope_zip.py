"""An autograder for Gradescope: the zip that it builds an image from.

Its container runs as root and a submission's code could read the answer key and
write its own ``results.json``.  So our isolation is used inside it too, and
without one nothing is graded, unless the instructor chose otherwise.
"""

import importlib.metadata
import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.sources import libraries_of
from autograder.export.files import ExportProblem, zipped
from autograder.gradebook.course import Course
from autograder.sandbox.isolation import package_folder

ALWAYS = ("msgspec", "numpy", "pyseccomp")
PACKAGE_DATA = {".py", ".json", ".toml", ".npz", ".npy", ".csv", ".txt"}
_BUILT = re.compile(r"/build/|\.egg-info/|/pyproject\.toml$")  # beside the sources
# Small builds of PyTorch, where a chapter needs it: the image holds no GPU.
PYTORCH_INDEX = "https://download.pytorch.org/whl/cpu"

SETUP = """\
#!/usr/bin/env bash
# Runs once, as root, when Gradescope builds the image.
set -euo pipefail
apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \\
  python3 python3-venv bubblewrap libseccomp2
if ! python3 -I -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "Python 3.11 or newer is needed: choose Ubuntu 24.04 as the base image." >&2
  exit 1
fi
python3 -I -m venv /autograder/source/.venv
/autograder/source/.venv/bin/pip install --no-cache-dir {index}\\
  -r /autograder/source/requirements.txt
"""

RUN = """\
#!/usr/bin/env bash
# Grades what Gradescope put into submission/; writes results/results.json.
set -euo pipefail
root="${{AUTOGRADER_ROOT:-/autograder}}"
python="${{AUTOGRADER_PYTHON:-$root/source/.venv/bin/python}}"
export PYTHONPATH="$root/source"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1
cd "$root"
exec "$python" -P -m autograder.grading.on_gradescope \\
  --submission "$root/submission" --results "$root/results/results.json" \\
  --course "$root/source/course.json" {options}
"""


def autograder_zip(
    key: Key, chapters: Sequence[str], course: Course, *, unsafe: bool = False
) -> bytes:
    """Make the zip from which Gradescope builds an image.

    Of the course only its points go along: lateness is Gradescope's to count. Raises
    ``ExportProblem`` when a package that the chapters need has no version here to pin.
    """
    wanted = [c for c in key.chapters if not chapters or c.name in chapters]
    needs = requirements(key, wanted)
    options = ["--key", key.name]
    for name in chapters:
        options += ["--chapter", name]
    options += ["--unsafe-no-sandbox"] if unsafe else []
    torch = any(line.startswith("torch==") for line in needs)
    index = f"--extra-index-url {PYTORCH_INDEX} " if torch else ""
    scripts = {
        "setup.sh": SETUP.format(index=index).encode(),
        "run_autograder": RUN.format(options=shlex.join(options)).encode(),
    }
    files = {
        "requirements.txt": "".join(f"{n}\n" for n in needs).encode(),
        "course.json": Course(points=course.points).to_json().encode(),
    }
    roots = {name.partition(".")[0] for name in (key.name, *(c.module for c in wanted))}
    for package in ("autograder", *sorted(roots)):
        files |= dict(_package(package))
    return zipped(files | scripts, executable=scripts)


def requirements(key: Key, chapters: Iterable[Chapter]) -> list[str]:
    """What to install: this machine's versions of what the chapters import."""
    imported = {name for chapter in chapters for name in libraries_of(key, chapter)}
    of_module = importlib.metadata.packages_distributions()
    ours = {"autograder", key.name.partition(".")[0]}
    known = imported - ours - set(sys.stdlib_module_names)
    named = {of_module[name][0] for name in known if name in of_module}
    lines = []
    for name in sorted({*ALWAYS, *named}, key=str.casefold):
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            raise ExportProblem(
                f"The package {name} is not installed here, so its version is not "
                f"known: pip install {name}"
            ) from None
        lines.append(f"{name}=={version.partition('+')[0]}")
    return lines


def _package(name: str) -> list[tuple[str, bytes]]:
    folder = package_folder(name)
    if folder is None:  # a key may be a single file
        path = Path(sys.modules[name].__file__ or "")
        return [(path.name, path.read_bytes())]
    return [
        (f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in PACKAGE_DATA and not _BUILT.search(str(path))
    ]
