"""How learning systems name what students handed in.

A layout reads one path, as seen from the class's folder, and says whose it is.
Canvas, Moodle and nbgrader are as their own source or manual has them; Blackboard as
an example in nbgrader's manual.  Brightspace and Google Classroom are as users show
them: of those two no source was at hand.  What is not recognised is read as plain
files and folders.

Nothing that a student can hand in says whose a hand-in is, or when it came.  What is
believed is what the system alone writes: the beginning of a name, up to its own marks, for
the student's file name stands last; and a file where the system lays one and no hand-in
can lie.  A way of naming counts where all hand-ins go it.  Where most do and some do not,
a student may have named those: it is asked for, with ``--layout``.

What is believed of each system, and why no student can have made it, is a table of the
book's page on security; how each writes names, the patterns below and ``Place``:

- Canvas: ``lovelaceada_LATE_4021_98765_03-numpy-1.ipynb``: name without spaces, ``LATE`` if
  it was, user id, file id, file name (``-1`` from the second upload on); what was typed or
  linked is ``lovelaceada_4021_text.html`` or ``_link.html``.
- Moodle: ``Ada Lovelace_12345_assignsubmission_file_`` as a folder, or with the file's name
  behind it; the number is the participant's.
- Brightspace: the first number is the user's; the date is in the site's language.
- GitHub Classroom: a folder ``week-3-adalovelace`` for each clone.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePosixPath

from autograder.gradebook.dates import in_any_order
from autograder.gradebook.roster import Roster
from autograder.handin.members import ending
from autograder.handin.submission import SubmissionsProblem


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
    """A way of naming.  ``has_times``: the dates of its files are those of hand-in.

    ``by_folders``: a file beside the students' folders that is no notebook is nobody's.
    """

    name: str
    title: str
    read: Reader
    has_times: bool = True
    by_folders: bool = False


def _students(path: PurePosixPath) -> Place:
    first = path.parts[0]
    stem = re.sub(r"\.ipynb\b.*$", "", first, flags=re.IGNORECASE) or first
    if path.name.lower().endswith(".ipynb") or stem == first:
        stem = path.name[: len(path.name) - len(ending(path.name))]
        stem = stem.removesuffix(".tar")  # of a .tar.gz
    return Place(first if len(path.parts) > 1 else stem, path.name)


STAMPED = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)\.\d+Z")
# nbgrader's exchange: ``ada+week-1+2026-03-01 12:00:00.000000 UTC``, then perhaps letters.
INBOUND = re.compile(
    r"(?P<who>[^+]+)\+[^+]+\+(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)\.\d+ UTC(?:\+\w+)?"
)


def in_hub(path: PurePosixPath) -> tuple[str, re.Match[str]] | None:
    """Who handed in, and when, where a hub wrote both into the names of folders."""
    if inbound := INBOUND.fullmatch(path.parts[0]):
        return inbound["who"], inbound
    found = STAMPED.fullmatch(path.parts[1]) if len(path.parts) > 2 else None
    return (path.parts[0], found) if found else None


def _hub(path: PurePosixPath) -> Place | None:
    found = in_hub(path)
    if found is None:
        return None
    who, said = found
    day, *clock = said.groups()[-4:]
    at = f"{day}T{':'.join(clock)}+00:00"
    return Place(who, path.name, (), int(re.sub(r"\D", "", at[:19])), at)


def _named(pattern: str, make: Callable[[re.Match[str], str], Place | None]) -> Reader:
    """Read the first part of a path; what is in a folder has its own name."""
    wanted = re.compile(pattern)

    def read(path: PurePosixPath) -> Place | None:
        is_folder = len(path.parts) > 1
        match = wanted.fullmatch(path.parts[0])
        if not match:
            return None
        file = match["file"] or match.groupdict().get("typed") or path.name
        try:
            return make(match, path.name if is_folder else file)
        except ValueError:  # a number that is none: no name of this system's
            return None

    return read


def _canvas(said: re.Match[str], name: str) -> Place:
    number, is_known = said["user"], said["user"].isdecimal()
    who = said["who"] or number
    ids = (("canvas_id" if is_known else "anonymous_id", number),)
    return Place(who, name, ids, int(said["upload"] or 0), late=bool(said["late"]))


def _moodle(said: re.Match[str], name: str) -> Place:
    return Place(said["who"], name, (("moodle_id", said["id"]),))


def _blackboard(said: re.Match[str], name: str) -> Place:
    day, clock = said["at"][:10], said["at"][11:].replace("-", ":")
    order = int(said["at"].replace("-", ""))
    who = said["head"].rpartition("_")[2] or said["head"]
    return Place(who, name, (("login", who),), order, f"{day}T{clock}")


def _brightspace(said: re.Match[str], name: str) -> Place:
    at = in_any_order(said["when"])
    order = int(re.sub(r"\D", "", at) or 0)
    return Place(said["who"], name, (("brightspace_id", said["user"]),), order, at)


def _google(said: re.Match[str], name: str) -> Place:
    return Place(said["who"], name)


STUDENTS = Layout(
    "students", "files and folders named after students", _students, by_folders=True
)
SUBMISSION = re.compile(r"submission_\d+")  # a folder of Gradescope's
GRADESCOPE = Layout("gradescope", "a Gradescope export", _students, by_folders=True)
GITHUB = Layout("github", "GitHub Classroom clones", _students, by_folders=True)
HUB = Layout("hub", "what a hub keeps of hand-ins", _hub, by_folders=True)
NBGRADER = Layout("nbgrader", "nbgrader's tree", _students, by_folders=True)
# Canvas and Moodle give their files the date of the download.
NAMED = (
    Layout(
        "canvas",
        "a Canvas download",
        _named(
            r"(?:(?P<who>(?!(?i:LATE)_).+?)_)??(?P<late>(?i:LATE)_)?(?P<user>anon_[0-9A-Za-z]+|\d+)_"
            r"(?:(?P<upload>\d+)_(?P<file>.+)|(?P<typed>(?:text|link)\.html))",
            _canvas,
        ),
        has_times=False,
    ),
    Layout(
        "moodle",
        "a Moodle download",
        _named(
            r"(?P<who>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+"
            r"(?:_(?P<file>.*))?",
            _moodle,
        ),
        has_times=False,
    ),
    Layout(
        "blackboard",
        "a Blackboard download",
        _named(
            r"(?P<head>.+?)_attempt_(?P<at>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)?",
            _blackboard,
        ),
    ),
    Layout(
        "brightspace",
        "a Brightspace download",
        _named(
            r"(?P<user>\d+)-\d+ - (?P<who>.+?) - "
            r"(?P<when>(?:\d{4}-\d\d-\d\d|[^-]*\b(?:19|20)\d\d)\b[^-]*?)"
            r"(?: - (?P<file>.+))?",
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
LAYOUTS = {
    layout.name: layout for layout in (STUDENTS, HUB, NBGRADER, GITHUB, GRADESCOPE, *NAMED)
}
NAMES = (STUDENTS.name, ONE_FOLDER, *(n for n in LAYOUTS if n != STUDENTS.name))


def by_names(paths: Iterable[PurePosixPath]) -> Layout | None:
    """The layout that these paths fit, if there is one; of a folder one path counts.

    Raises ``SubmissionsProblem`` when more than half of them fit, and not all.
    """
    tops = {path.parts[0]: path for path in paths}
    for layout in NAMED:
        fits = {top: place for top, path in tops.items() if (place := layout.read(path))}
        if 2 * len(fits) <= len(tops):
            continue
        read = [*fits.values()]
        # Names such as hw_2026_03_ada have numbers too, but the same for everybody.
        same = Counter(place.ids for place in read).most_common(1)[0][1]
        if layout.name == "canvas" and 1 < len(read) == same and _several(read):
            continue
        ask_unless_all(fits, tops, layout)
        return layout
    return None


def ask_unless_all(fit: Collection[str], tops: Collection[str], layout: Layout) -> None:
    """Leave it to the instructor where only most hand-ins are named as a system does.

    Raises ``SubmissionsProblem`` when that is so.
    """
    if others := [top for top in tops if top not in fit]:
        more = f" and {len(others) - 1} more" if others[1:] else ""
        raise SubmissionsProblem(
            f"{len(fit)} of {len(tops)} hand-ins are named as in {layout.title}, and "
            f"{others[0]}{more} not: a student may have named those so. Say --layout "
            f"{layout.name} where it is one, else --layout {STUDENTS.name}."
        )


def _several(places: list[Place]) -> bool:
    return len({place.name for place in places}) > 1


def all_begin(names: Collection[str]) -> str:
    """What all of these begin with."""
    first, last = min(names, default=""), max(names, default="")
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(letter for letter, _ in alike)


def of_clones(folders: Iterable[str], roster: Roster) -> Layout:
    """Clones are named ``assignment-username``: what all begin with is no student.

    ``hw1-team-1`` is of the group ``team-1`` where the roster knows one.
    """
    folders = sorted(folders)
    start = all_begin(folders)
    cuts = [0, *(place + 1 for place, letter in enumerate(start) if letter == "-")]

    def known(cut: int) -> tuple[int, int]:
        names = [folder[cut:] for folder in folders]
        found = sum(bool(roster.find(n) or roster.of_group(n)) for n in names if n)
        return found, cut if len(folders) > 1 else -cut

    cut = max(cuts, key=known)

    def read(path: PurePosixPath) -> Place:
        place = _students(path)
        if len(path.parts) == 1 or not path.parts[0].startswith(start[:cut]):
            return place
        who = path.parts[0][cut:] or place.who
        return replace(place, who=who, ids=(("github", who),))

    return replace(GITHUB, read=read)
