"""When something was handed in, as its file, its name or the system says it."""

from datetime import datetime
from pathlib import PurePosixPath

from autograder.gradebook.dates import DateProblem, iso, moment
from autograder.handin.archives import Found, Listing
from autograder.handin.layouts import GITHUB, NBGRADER, Layout, Place

IN_NAMES = ("blackboard", "brightspace", "gradescope", "hub")  # these say when themselves


def is_stamp(path: PurePosixPath) -> bool:
    """Where nbgrader puts it: ``student/assignment/timestamp.txt``."""
    return len(path.parts) == 3 and path.name == "timestamp.txt"


def time_of(
    found: Found, place: Place, listing: Listing, layout: Layout, timezone: str
) -> str:
    """When a file was handed in, in ISO 8601; "" where nothing says so."""
    said = listing.texts.get(PurePosixPath(*found.inside.parts[:2], "timestamp.txt"))
    if said is not None and layout is NBGRADER:
        return stamp(said)
    if place.at:
        try:
            return moment(place.at, "The time of hand-in", timezone).isoformat()
        except DateProblem:
            return _here(place.at)
    if not layout.has_times or layout.name in (*IN_NAMES, GITHUB.name):
        return ""
    return iso(found.changed) if found.changed else ""


def _here(said: str) -> str:
    """A time without a zone, in this machine's."""
    try:
        return datetime.fromisoformat(said).astimezone().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def stamp(text: str) -> str:
    """nbgrader's ``timestamp.txt``, ``2026-03-01 12:00:00.000000 UTC``, as ISO 8601.

    Without a zone it is UTC, as nbgrader reads it.  Empty when it is no time.
    """
    day, _, rest = text.strip().partition(" ")
    clock, _, named = rest.partition(" ")
    try:
        if named and named[0] in "+-":
            clock, named = clock + named, ""
        return moment(f"{day}T{clock}", "timestamp.txt", named or "UTC").isoformat()
    except DateProblem:
        return ""


def uses_file_dates(listing: Listing, layout: Layout) -> bool:
    """Whether nothing but the dates of files says when these were handed in."""
    says = not layout.has_times or layout.name in (*IN_NAMES, GITHUB.name)
    return not (says or (layout is NBGRADER and any(map(is_stamp, listing.texts))))


def times_from(listing: Listing, layout: Layout, *, file_dates: bool = False) -> str:
    """A sentence about where the times of a class come from."""
    if not layout.has_times:
        return (
            f"{layout.title[0].upper()}{layout.title[1:]} does not say when anything was "
            "handed in."
        )
    if layout is NBGRADER and any(map(is_stamp, listing.texts)):
        return "Hand-in times are those of nbgrader's timestamp.txt."
    if layout.name == GITHUB.name:
        return (
            "Clones do not say when they were handed in: a commit's date is what the "
            "student's machine says. Give the roster a column handed_in."
        )
    if layout.name in IN_NAMES:
        return "Hand-in times are the download's own, in the course's time zone."
    dates = "the zip's members" if listing.is_zip else "the files"
    if file_dates:
        return f"Hand-in times are the dates of {dates}, as file_dates = true says."
    return (
        f"Nothing says when these were handed in: the dates of {dates} are those of "
        "whatever copied them last, and are not used. Give the roster a column handed_in."
    )
