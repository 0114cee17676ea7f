"""Downloads made for tests, and what was found in them."""

import io
import warnings
import zipfile
from pathlib import Path

from making import check, notebook

from autograder.handin.collect import Collected

DATA = notebook("a = 1")
CHAPTER = notebook("def softmax(x): ...", check("softmax", "numpy"))


def packed(*members: tuple[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two of one name
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0)), data, how)
    return made.getvalue()


def zipped(path: Path, *names: str, data: bytes = DATA) -> Path:
    path.write_bytes(packed(*((name, data) for name in names), how=zipfile.ZIP_STORED))
    return path


def folder(path: Path, *names: str, data: bytes = DATA) -> Path:
    for name in names:
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return path


def files(found: Collected) -> dict[str, list[str]]:
    return {item.student: [name for name, _ in item.files] for item in found.handed}


def notes(found: Collected, student: str) -> str:
    people = (*found.roster.students, *found.roster.others)
    (person,) = [person for person in people if person.key == student]
    return " ".join(person.notes)


def ids(found: Collected, student: str) -> dict[str, str]:
    (person,) = [p for p in found.roster.students if p.key == student]
    return dict(person.ids)


CANVAS = (
    "lovelaceada_4021_98765_03-numpy.ipynb",
    "hoppergrace_LATE_4022_98770_03-numpy-1.ipynb",
    "turingalan_4023_98771_my answers_final.ipynb",
)
