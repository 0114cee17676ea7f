"""A folder around everything: is it the class's, or is it one student's?

``class-3/ana.ipynb`` and ``ana/03-numpy.ipynb`` have the same shape.  What lies
beneath decides: how learning systems name things, whom the roster knows, what
assignments are called, and, last, whether two notebooks answer the same chapter.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

from autograder.gradebook.matching import simplified
from autograder.gradebook.roster import Roster
from autograder.handin.archives import Found, Listing
from autograder.handin.layouts import by_names
from autograder.handin.reader import look
from autograder.handin.submission import StoredFile
from autograder.notebooks.read import UnreadableNotebook

NBGRADER_FOLDERS = {"source", "release", "submitted", "autograded", "feedback"}
CLASS_FOLDERS = {"submitted", "submissions", "class", "students", "handed-in", "handed_in"}
NBGRADERS = "Only nbgrader's folder submitted/ was read, not source/ and the others."
LOOKED_AT = 20  # notebooks whose content is asked, when names do not tell
# 03-numpy, week 3, ps1, homework_02: an assignment, not a student.
ASSIGNMENT = re.compile(
    r"(?:\d{1,2}(?:[\W_].*)?"
    r"|(?:week|w|ps|hw|homework|lab|chapter|ch|assignment|exercises?|problem|unit|sheet"
    r"|session|task|project)s?[\W_]*\d.*)",
    re.IGNORECASE,
)
CHECKS = re.compile(rb"check\(\s*(?:\\?\"|')(\w+)\.")


def unwrap(
    listing: Listing, source: str, roster: Roster, forced: str = ""
) -> tuple[Listing, str]:
    """The listing as seen from the class's folder, and what was decided in words.

    ``source`` is the name of the zip, without its ending.  With ``forced`` a layout
    was asked for: then a single folder is around the class.
    """
    tops = {f.inside.parts[0] for f in listing.found} | {
        folder.parts[0] for folder in listing.folders
    }
    here = PurePosixPath("submitted")
    if "submitted" in tops and tops & (NBGRADER_FOLDERS - {"submitted"}):
        return listing.below(here), NBGRADERS
    if len(tops) != 1 or any(len(f.inside.parts) == 1 for f in listing.found):
        return listing, ""
    known = by_names([f.inside for f in listing.found])
    if known and (known.name == forced or not forced):
        return listing, ""  # a download with one hand-in: the folder is the system's
    (top,) = tops
    beneath = listing.below(PurePosixPath(top))
    if not beneath.found:
        return listing, ""
    if forced or _is_class(top, beneath, source, roster):
        deeper, words = (beneath, "") if forced else unwrap(beneath, source, roster)
        return deeper, words or (
            f"Everything lies in one folder, {top}: taken for the class's, not for a "
            "student's. If it is one student's: --layout students."
        )
    return listing, (
        f"Everything lies in one folder, {top}: taken for one student's. If it is the "
        "class's: --layout one-folder."
    )


def _is_class(top: str, beneath: Listing, source: str, roster: Roster) -> bool:
    kids = sorted({f.inside.parts[0] for f in beneath.found})
    if by_names([f.inside for f in beneath.found]) or len(beneath.clones) > 1:
        return True
    if roster.students:
        known = sum(bool(roster.find(_stem(kid))) for kid in kids)
        if known or roster.find(top):
            return known > 0 and not roster.find(top)
    if all(ASSIGNMENT.fullmatch(_stem(kid)) for kid in kids):
        return simplified(top) in CLASS_FOLDERS
    if simplified(top) in CLASS_FOLDERS or (
        simplified(top) == simplified(source) and len(kids) > 1
    ):
        return True
    deep = [f for f in beneath.found if len(f.inside.parts) > 1]
    if not deep:
        return _same_chapter(beneath.found)
    if len(kids) == 1:
        return any(len(f.inside.parts) > 2 for f in deep)
    return True


def _stem(name: str) -> str:
    return name.removesuffix(".ipynb")


def _same_chapter(found: Iterable[Found]) -> bool:
    """Whether two of these notebooks answer the same chapter."""
    seen: dict[bytes, int] = defaultdict(int)
    for one in list(found)[:LOOKED_AT]:
        try:
            prefixes = look(str(one.inside), _checked, one.data) if one.data else set()
        except UnreadableNotebook:
            continue
        for prefix in prefixes:
            seen[prefix] += 1
    return any(count > 1 for count in seen.values())


def _checked(stored: StoredFile) -> set[bytes]:
    """The chapters whose exercises a notebook checks, by their prefixes."""
    return set(CHECKS.findall(stored.read()))
