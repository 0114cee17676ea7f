"""What is run of a notebook for an exercise."""

from making import check, notebook

from autograder.notebooks.finding import find
from autograder.notebooks.read import read_notebook
from autograder.notebooks.slicing import slice_for
from autograder.notebooks.statements import statements

CHECK = check("to_celsius")


def run_for(*cells, right=None, cut=slice_for) -> list[str]:
    """The sources that are run for ``to_celsius``."""
    made = read_notebook(notebook(*cells), "x.ipynb")
    known = statements(made)
    found = find(made, known, "temperature.to_celsius", "to_celsius")
    return [source for _, source in cut(found, known, right or {}).cells]
