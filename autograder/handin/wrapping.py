"""A folder around everything: is it the class's, or is it one student's?

``class-3/ana.ipynb`` and ``ana/03-numpy.ipynb`` have the same shape.  What the folder is
called decides, or whom the roster knows.  Where neither does, one student's is what may be
one student's; what looks like a class beneath may be a student's doing, and is asked for.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

from autograder.gradebook.matching import simplified
from autograder.gradebook.roster import Roster
from autograder.handin.archives import Found, Listing
from autograder.handin.layouts import by_names
from autograder.handin.reader import look
from autograder.handin.submission import StoredFile, SubmissionsProblem
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
CLASSES = re.compile(  # class-3, week 3, assignment_9_export
    r"(?:(?:class|course|group|section)[\W_]*\d*|assignment_\d+_export)|"
    + ASSIGNMENT.pattern,
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
    tops = {f.inside.parts[0] for f in listing.found}
    if "submitted" in tops and len(tops & NBGRADER_FOLDERS) > 1:
        if others := sorted(tops - NBGRADER_FOLDERS):
            raise SubmissionsProblem(
                f"submitted/ lies beside {others[0]}. If this is nbgrader's course, give "
                "its folder submitted/; if these are students', say --layout students."
            )
        return listing.below(PurePosixPath("submitted")), NBGRADERS
    tops |= {folder.parts[0] for folder in listing.folders}
    if len(tops) != 1 or any(len(f.inside.parts) == 1 for f in listing.found):
        return listing, ""
    known = by_names([f.inside for f in listing.found])
    if known and (known.name == forced or not forced):
        return listing, ""  # a download with one hand-in: the folder is the system's
    (top,) = tops
    beneath = listing.below(PurePosixPath(top))
    if not beneath.found:
        return listing, ""
    if forced:
        (inner, *more) = {f.inside.parts[0] for f in beneath.found}
        is_class = not more and simplified(inner) in CLASS_FOLDERS
        return beneath.below(PurePosixPath(inner)) if is_class else beneath, ""
    if _is_class(top, beneath, source, roster):
        deeper, words = unwrap(beneath, source, roster)
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
    if roster.find(top):
        return False
    if any(roster.find(_stem(kid)) for kid in kids):
        return True
    if all(ASSIGNMENT.fullmatch(_stem(kid)) for kid in kids):
        return simplified(top) in CLASS_FOLDERS
    of_zip = simplified(top) == simplified(source) and len(kids) > 1
    if simplified(top) in CLASS_FOLDERS or CLASSES.fullmatch(top) or of_zip:
        return True
    if _may_be_one_students(kids, beneath):
        return False
    raise SubmissionsProblem(
        f"Everything lies in one folder, {top}, and looks like a class; a student may have "
        "made it so. Say --layout one-folder where it is the class's, else --layout "
        "students."
    )


def _may_be_one_students(kids: list[str], beneath: Listing) -> bool:
    deep = [f for f in beneath.found if len(f.inside.parts) > 1]
    if len(beneath.clones) > 1 or _named_by_a_system(beneath):
        return False
    if not deep:
        return not _same_chapter(beneath.found)
    return len(kids) == 1 and all(len(f.inside.parts) < 3 for f in deep)


def _named_by_a_system(beneath: Listing) -> bool:
    try:
        return by_names([f.inside for f in beneath.found]) is not None
    except SubmissionsProblem:
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
