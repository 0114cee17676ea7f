"""Collect what a class handed in: a folder or a zip, named in any known way."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from operator import itemgetter
from pathlib import Path, PurePosixPath

from autograder.gradebook.dates import zone
from autograder.gradebook.roster import Roster, Student
from autograder.handin.archives import (
    METADATA,
    CannotOpen,
    Found,
    Listing,
    list_folder,
    list_zip,
)
from autograder.handin.attribution import (
    SHOWN,
    attribute,
    refuse_another_class,
)
from autograder.handin.layouts import (
    GITHUB,
    GRADESCOPE,
    HUB,
    LAYOUTS,
    NAMES,
    NBGRADER,
    ONE_FOLDER,
    STUDENTS,
    SUBMISSION,
    Layout,
    Place,
    ask_unless_all,
    by_names,
    in_hub,
    of_clones,
)
from autograder.handin.members import UNOPENED, ending, is_notebook, readable
from autograder.handin.own_modules import module_name
from autograder.handin.sidecar_files import of_blackboard, of_gradescope
from autograder.handin.submission import StoredFile, Submission, SubmissionsProblem
from autograder.handin.times import is_stamp, time_of, times_from, uses_file_dates
from autograder.handin.units import Attributed, Unit, in_order
from autograder.handin.wrapping import NBGRADERS, unwrap
from autograder.pages.render import few
from autograder.sandbox.processes import searched_in

MANY = 40  # files that are named, each of which may be somebody's


@dataclass(frozen=True)
class Collected:
    """What a class handed in.

    ``said`` has a sentence for each thing that was decided about it.  ``roster``
    is the roster that was given, else what the names of the files say.
    ``unknown`` and ``missing`` are told apart by a roster only.  ``times`` says
    where the times of hand-in come from.
    """

    handed: tuple[Submission, ...]
    said: tuple[str, ...] = ()
    roster: Roster = field(default_factory=Roster)
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    times: str = ""


def collect(source: Path) -> list[Submission]:
    """Every student's files, students in alphabetical order; see ``collect_class``."""
    return list(collect_class(source).handed)


def collect_class(
    source: Path,
    roster: Roster | None = None,
    layout: str = "",
    timezone: str = "",
    *,
    aliases: Mapping[str, tuple[str, ...]] | None = None,
    file_dates: bool = False,
) -> Collected:
    """Find every student's files in what a class handed in.

    ``file_dates`` trusts what copied the files last. Raises ``SubmissionsProblem`` when
    there is no such folder or zip, no notebook in it, no such layout, or an alias is for
    nobody.
    """
    if layout and layout not in NAMES:
        raise SubmissionsProblem(
            f"There is no layout {layout!r}. Choose one of: {', '.join(NAMES)}."
        )
    roster = roster or Roster()
    if (part := searched_in(source)) is not None:
        raise SubmissionsProblem(
            f"PYTHONPATH has {part!r}, a folder of what was handed in, and Python runs as "
            "you what lies there. Take it out of PYTHONPATH first."
        )
    local = zone(timezone) if timezone else None
    listing, said = _list(source, local), []
    if layout != STUDENTS.name and listing.found:
        stem = source.stem if listing.is_zip else ""
        listing, words = unwrap(listing, stem, roster, layout)
        said += [words] if words else []
    known = NBGRADER.name if NBGRADERS in said else ""
    forced = known if layout in ("", ONE_FOLDER) else layout
    chosen = _layout(listing, forced, roster)
    units, odd = _units(listing, chosen, timezone)
    if not any(unit.files or unit.problems for unit in units):
        raise SubmissionsProblem(
            f"No notebooks (*.ipynb) were found in {source}. "
            "Expected <student>.ipynb or <student>/<notebook>.ipynb."
        )
    found = attribute(units, roster, aliases)
    refuse_another_class(found, units)
    count = f"{len(units)} student{'s' if len(units) > 1 else ''}"
    said = [f"Read as {chosen.title}: {count}.", *said, *_warnings(listing, chosen, odd)]
    is_dated = file_dates or not uses_file_dates(listing, chosen)
    pairs = [_handed(person, chosen, is_dated) for person in found.people]
    people = {person.key: person for _, person in pairs}
    if late := [p.student for p in found.people if p.late and not p.handed_in]:
        said.append(f"The download marks as late: {len(late)} ({few(late)}).")
    return Collected(
        tuple(sorted((handed for handed, _ in pairs), key=lambda item: item.student)),
        (*said, *found.said),
        found.roster.with_submissions(people),
        found.unknown,
        found.missing,
        times_from(listing, chosen, file_dates=file_dates),
    )


def _warnings(listing: Listing, chosen: Layout, odd: list[str]) -> Iterator[str]:
    """What of the names somebody should look at."""
    if odd:
        yield f"Not named so, and taken as a student's own name: {few(odd, SHOWN)}."
    if chosen.by_folders and (
        alone := [o.inside.name for o in listing.others if _is_nobodys(o.inside)]
    ):
        yield f"No notebooks, and not read: {few(alone, MANY)}."
    if PurePosixPath(METADATA) in listing.tables and chosen.name != GRADESCOPE.name:
        yield (
            f"{METADATA} says whose hand-ins are, and was not believed: a student may have "
            f"made it. If it is Gradescope's: --layout {GRADESCOPE.name}."
        )
    if chosen.name == "google":
        yield (
            "Google Classroom names no account: students can rename these files, so look "
            "at names that came twice."
        )


def _is_nobodys(path: PurePosixPath) -> bool:
    """Whether a file that is no notebook lies in a flat folder, and is no archive."""
    return len(path.parts) == 1 and ending(path.name) not in UNOPENED


def _list(source: Path, local: tzinfo | None) -> Listing:
    if source.is_dir():
        try:
            return list_folder(source)
        except OSError as error:
            raise SubmissionsProblem(
                f"{source} cannot be read: {error.strerror}."
            ) from None
    if source.suffix.lower() == ".zip" and source.is_file():
        try:
            return list_zip(source, local)
        except CannotOpen as problem:
            raise SubmissionsProblem(
                f"{source} cannot be opened as a zip ({problem}). Download it again."
            ) from None
    path = PurePosixPath(readable(source.name))
    if source.is_file() and is_notebook(path, StoredFile(str(source))):
        changed = source.stat().st_mtime
        return Listing([Found(path, changed, StoredFile(str(source)))])
    if source.exists():
        raise SubmissionsProblem(f"{source} is neither a folder, a zip nor a notebook.")
    raise SubmissionsProblem(f"There is no folder or zip {source}. Check the path.")


# --- how it is named ---------------------------------------------------------


def _layout(listing: Listing, forced: str, roster: Roster) -> Layout:
    paths = [found.inside for found in listing.found]
    tops = {path.parts[0] for path in paths}
    if forced == GITHUB.name:
        return of_clones(tops, roster)
    table = listing.tables.get(PurePosixPath(METADATA))
    folders = {folder.parts[0] for folder in listing.folders}
    exported = not forced and all(map(SUBMISSION.fullmatch, tops | folders))
    if table is not None and (exported or forced == GRADESCOPE.name):
        return of_gradescope(table)
    layout = LAYOUTS[forced] if forced else by_names(paths)
    people = {found[0] if (found := in_hub(path)) else "" for path in paths}
    if not forced and len(people) > 1 and "" not in people:
        return HUB
    if layout and layout.name == "blackboard":
        return of_blackboard(paths, listing.texts)
    if layout:
        return layout
    clones = tops & {path.parts[0] for path in listing.clones if len(path.parts) == 1}
    if 2 * len(clones) > len(tops):
        ask_unless_all(clones, tops, GITHUB)
        return of_clones(clones, roster)
    # One student's own timestamp.txt changes nothing, not even where nobody else is.
    stamped = {path.parts[0] for path in listing.texts if is_stamp(path)}
    return NBGRADER if 2 * len(stamped) > len(tops) > 1 else STUDENTS


def _units(listing: Listing, layout: Layout, timezone: str) -> tuple[list[Unit], list[str]]:
    """One unit for each name there is, and the names that are not of this layout."""
    units: dict[tuple[object, ...], Unit] = {}
    odd: dict[str, None] = {}

    beside = {found.inside.parent for found in listing.found}

    def read(path: PurePosixPath) -> tuple[Layout, Place]:
        """Whose a path is; what is not named so is a student's, and read as those are."""
        if place := layout.read(path):
            return layout, place
        place = STUDENTS.read(path)
        assert place is not None, "every path has a first part"
        return STUDENTS, place

    def unit_of(path: PurePosixPath) -> tuple[Unit, Layout, Place]:
        by, place = read(path)
        if by is not layout:
            odd[path.parts[0]] = None
        unit = units.setdefault((place.who, place.ids), Unit(place.who, dict(place.ids)))
        unit.late = unit.late or place.late
        return unit, by, place

    for found in listing.found:
        unit, by, place = unit_of(found.inside)
        if found.data is None:
            unit.problems.append(found.problem)
        else:
            time = time_of(found, place, listing, by, timezone)
            unit.files.append((place.order, time, place.name, found.data))
    for other in listing.others:
        path = other.inside
        if not (read(path)[0].by_folders and _is_nobodys(path)):
            unit, by, place = unit_of(path)
            unit.others.append(place.name)
            name = PurePosixPath(place.name).name
            if other.data and module_name(name) and path.parent in beside:
                time = time_of(other, place, listing, by, timezone)
                unit.modules.append((place.order, time, name, other.data))
    for folder in listing.folders:
        if len(folder.parts) == 1 and not folder.name.startswith("."):
            unit_of(folder / "-")[0].folders.append(folder.name)
    return list(units.values()), list(odd)


# --- a student ---------------------------------------------------------------


def _handed(
    person: Attributed, layout: Layout, is_dated: bool
) -> tuple[Submission, Student]:
    """What is graded, and what the roster is to know of it."""
    ranked = in_order(person.files)
    files, notes = [file for _, file in ranked], [*person.notes]
    problems = [*person.problems]
    if not files and not problems:
        problems += [
            f"{name} was handed in, and is no notebook." for name in person.others[:SHOWN]
        ]
        empty = person.folders if not problems else []
        problems += [f"The folder {name} holds no notebook." for name in empty]
    if person.late and not person.handed_in:
        notes.append("The download marks this as late, and does not say when it came.")
    times = [person.handed_in or (time if is_dated else "") for _, time, _, _ in files]
    modules = sorted(person.modules, key=itemgetter(0, 1))
    names = [name for _, _, name, _ in files]
    handed = Submission(
        person.student,
        tuple((name, data) for _, _, name, data in files),
        " ".join(problems),
        handed_in=_last(times),
        times=tuple(times),
        ranks=tuple(rank for rank, _ in ranked),
        modules=tuple((name, data) for _, _, name, data in modules),
    )
    by_name = {name: time for name, time in zip(names, times, strict=True) if time}
    ids = dict(person.ids)
    if layout.name == "canvas" and files:  # Canvas takes feedback back by it
        ids["canvas_upload"] = str(files[-1][0])
        ids["canvas_name"] = person.names[-1] + "_LATE" * person.late
    return handed, Student(
        person.student, person.name, ids=ids, times=by_name, notes=tuple(notes)
    )


def _last(times: Iterable[str]) -> str:
    return max(filter(None, times), key=datetime.fromisoformat, default="")
