"""How learning systems name what students handed in.

A layout reads one path, as seen from the class's folder, and says whose it is.
Canvas, Moodle and nbgrader are as their own source or manual has them; Blackboard as
an example in nbgrader's manual.  Brightspace and Google Classroom are as users show
them: of those two no source was at hand.  What is not recognised is read as plain
files and folders.

- Canvas, "Download Submissions":
  ``lovelaceada_LATE_4021_98765_03-numpy-1.ipynb``: name without spaces, ``LATE``
  if it was, user id, file id, file name (``-1`` from the second upload on).
- Moodle, "Download all submissions": ``Ada Lovelace_12345_assignsubmission_file_``
  as a folder, or with the file's name behind it; the number is the participant's.
- Blackboard: ``Lab 3_ada_attempt_2026-03-01-15-22-11_03-numpy.ipynb``.
- Brightspace: ``1177-3344 - Ada Lovelace - Mar 1, 2026 322 PM - 03-numpy.ipynb``.
- Google Classroom, in Drive: ``Ada Lovelace - 03-numpy.ipynb``.
- GitHub Classroom: a folder ``week-3-adalovelace`` for each clone.
- nbgrader: ``ada/week-3/03-numpy.ipynb`` beside a ``timestamp.txt``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePosixPath

# Not from the calendar module: that speaks the machine's language.
MONTHS = {
    **{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6},
    **{"jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12},
}


@dataclass(frozen=True)
class Place:
    """What a path says.

    ``who`` is the student as the system wrote it and ``ids`` what else it gives.
    ``order`` grows with every attempt.  ``at`` is the time of hand-in as written,
    without a zone.  ``late`` is the system's own mark.
    """

    who: str
    name: str
    ids: tuple[tuple[str, str], ...] = ()
    order: int = 0
    at: str = ""
    late: bool = False


Reader = Callable[[PurePosixPath], "Place | None"]


@dataclass(frozen=True)
class Layout:
    """A way of naming.  ``has_times``: the dates of its files are those of hand-in."""

    name: str
    title: str
    read: Reader
    has_times: bool = True


def _students(path: PurePosixPath) -> Place:
    first = path.parts[0]
    return Place(first if len(path.parts) > 1 else path.stem, path.name)


def _named(pattern: str, make: Callable[[re.Match[str], str], Place | None]) -> Reader:
    """Read the first part of a path; what is in a folder has its own name."""
    wanted = re.compile(pattern)

    def read(path: PurePosixPath) -> Place | None:
        is_folder = len(path.parts) > 1
        said = wanted.fullmatch(path.parts[0])
        if not said:
            return None
        file = said["file"] or ""
        return make(said, path.name if is_folder else file or path.name)

    return read


def _canvas(said: re.Match[str], name: str) -> Place:
    number, is_known = said["user"], said["user"].isdigit()
    who = said["who"] or number
    ids = (("canvas_id" if is_known else "anonymous_id", number),)
    return Place(who, name, ids, int(said["upload"]), late=bool(said["late"]))


def _moodle(said: re.Match[str], name: str) -> Place:
    return Place(said["who"], name, (("moodle_id", said["id"]),))


def _blackboard(said: re.Match[str], name: str) -> Place:
    day, clock = said["at"][:10], said["at"][11:].replace("-", ":")
    order = int(said["at"].replace("-", ""))
    return Place(said["who"], name, (("login", said["who"]),), order, f"{day}T{clock}")


def _brightspace(said: re.Match[str], name: str) -> Place | None:
    month = said["month"][:3].lower()
    if month not in MONTHS:
        return None
    hour, minute = int(said["clock"][:-2]) % 12, said["clock"][-2:]
    hour += 12 * (said["half"].upper() == "PM")
    day = f"{said['year']}-{MONTHS[month]:02}-{int(said['day']):02}"
    at = f"{day}T{hour:02}:{minute}:00"
    return Place(said["who"], name, (), int(re.sub(r"\D", "", at)), at)


def _google(said: re.Match[str], name: str) -> Place:
    return Place(said["who"], name)


STUDENTS = Layout("students", "files and folders named after students", _students)
GITHUB = Layout("github", "GitHub Classroom clones", _students)
NBGRADER = Layout("nbgrader", "nbgrader's tree", _students)
# Canvas and Moodle give their files the date of the download.
NAMED = (
    Layout(
        "canvas",
        "a Canvas download",
        _named(
            r"(?:(?P<who>(?!(?i:LATE)_).+?)_)??(?P<late>(?i:LATE)_)?(?P<user>anon_[0-9A-Za-z]+|\d+)_"
            r"(?P<upload>\d+)_(?P<file>.+)",
            _canvas,
        ),
        has_times=False,
    ),
    Layout(
        "moodle",
        "a Moodle download",
        _named(
            r"(?P<who>.+)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)"
            r"(?:_(?P<file>.*))?",
            _moodle,
        ),
        has_times=False,
    ),
    Layout(
        "blackboard",
        "a Blackboard download",
        _named(
            r"(?:.+_)?(?P<who>[^_]+)_attempt_(?P<at>\d{4}(?:-\d\d){5})(?:_(?P<file>.+))?",
            _blackboard,
        ),
    ),
    Layout(
        "brightspace",
        "a Brightspace download",
        _named(
            r"\d+-\d+ ?- ?(?P<who>.+?) ?- ?(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2}), "
            r"(?P<year>\d{4}) (?P<clock>\d{3,4}) (?P<half>[AaPp][Mm])"
            r"(?: ?- ?(?P<file>.+))?",
            _brightspace,
        ),
    ),
    Layout(
        "google",
        "a Google Classroom folder",
        _named(r"(?P<who>.+?) - (?P<file>.+\.ipynb)", _google),
    ),
)
ONE_FOLDER = "one-folder"
LAYOUTS = {layout.name: layout for layout in (STUDENTS, NBGRADER, GITHUB, *NAMED)}
NAMES = (STUDENTS.name, ONE_FOLDER, *(n for n in LAYOUTS if n != STUDENTS.name))


def by_names(paths: Iterable[PurePosixPath]) -> Layout | None:
    """The layout that more than half of these paths fit, if there is one."""
    paths = list(paths)
    for layout in NAMED:
        read = [place for path in paths if (place := layout.read(path))]
        if 2 * len(read) <= len(paths):
            continue
        # Names such as hw_2026_03_ada have numbers too, but the same for everybody.
        same = Counter(place.ids for place in read).most_common(1)[0][1]
        if layout.name == "canvas" and 1 < len(read) == same and _several(read):
            continue
        return layout
    return None


def _several(places: list[Place]) -> bool:
    return len({place.name for place in places}) > 1


def of_clones(folders: Iterable[str]) -> Layout:
    """Clones are named ``assignment-username``: what all begin with is no student."""
    folders = sorted(folders)
    first, last = (folders[0], folders[-1]) if folders else ("", "")
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    start = "".join(letter for letter, _ in alike)
    cut = start.rfind("-") + 1 if len(folders) > 1 else 0

    def read(path: PurePosixPath) -> Place:
        place = _students(path)
        if len(path.parts) == 1 or not path.parts[0].startswith(start[:cut]):
            return place
        who = path.parts[0][cut:] or place.who
        return replace(place, who=who, ids=(("github", who),))

    return replace(GITHUB, read=read)
