"""Run every notebook of a folder, each in a Jupyter kernel of its own.

    python run_kernels.py FOLDER

What graders that execute notebooks do before they look at anything.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main(folder: Path) -> None:
    """Execute the notebooks one after another; an error in one is raised."""
    for path in sorted(folder.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(notebook, timeout=1200, kernel_name="python3").execute()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
