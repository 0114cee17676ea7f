"""What pyproject.toml cannot say: packages that are found, and the engine beside them.

Setuptools finds packages or takes a list; this course has both, for ``attention_*`` lie in
folders with other names.  And a dependency on a folder needs that folder's whole address.
"""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).resolve().parent
COURSE = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
ELSEWHERE = {
    "attention_data": "book/data",
    "attention_figures": "book/figures",
    "attention_lessons": "book/lessons",
}

setup(
    packages=[*find_packages(include=["solutions", "solutions.*"]), *ELSEWHERE],
    package_dir=ELSEWHERE,
    install_requires=[
        f"tensor-autograder @ {(HERE / 'autograder').as_uri()}",
        *COURSE["autograder"]["requires"],
    ],
)
