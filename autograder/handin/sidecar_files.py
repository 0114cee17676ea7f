"""Layouts that a file tells which the system laid beside what was handed in."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import yaml

from autograder.handin.layouts import GRADESCOPE, LAYOUTS, Layout, Place, all_begin
from autograder.handin.members import readable
from autograder.handin.reader import look
from autograder.handin.submission import StoredFile
from autograder.notebooks.read import UnreadableNotebook

NAME_LINE = re.compile(r"\s*Name:[^\n]*\(([^()\n]+)\)[ \t\r]*(?:\n|$)")


def of_blackboard(
    paths: Iterable[PurePosixPath], texts: Mapping[PurePosixPath, str]
) -> Layout:
    """Where the assignment's name ends and a login begins: both may have a ``_``.

    The text beside each hand-in names the login; without one, what all names begin
    with is the assignment's.
    """
    layout = LAYOUTS["blackboard"]

    def head(path: PurePosixPath) -> str:
        first = path.parts[0]
        return first.partition("_attempt_")[0] if layout.read(path) else ""

    heads = sorted({head(path) for path in (*paths, *texts)} - {""})
    logins = {}
    for path in (path for path in texts if len(path.parts) == 1):
        named, whole = NAME_LINE.match(texts[path]), head(path)
        if named and (whole == named[1] or whole.endswith(f"_{named[1]}")):
            logins[whole] = named[1]
    starts = {whole.removesuffix(login) for whole, login in logins.items()}
    start = all_begin(starts or heads if len(heads) > 1 else ())
    cut = start.rfind("_") + 1

    def read(path: PurePosixPath) -> Place | None:
        place, whole = layout.read(path), head(path)
        if place is None:
            return None
        # Without anything to go by: behind the last mark.
        who = logins.get(whole) or (whole[cut:] if cut else place.who)
        return replace(place, who=who, ids=(("login", who),))

    return replace(layout, read=read)


FIELDS = ("name", "sid", "email")
_CREATED = re.compile(
    r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)\S*[ ]?(Z|UTC|[+-]\d\d:?\d\d)?"
)


MAX_TABLE = 50 << 20  # bytes of Gradescope's


def of_gradescope(table: StoredFile) -> Layout:
    """Whose each folder of the export is, as the file beside them says.

    Where it is no YAML, nobody's.
    """
    try:
        places = look(table.path, _places_of, table)
    except UnreadableNotebook:
        places = {}

    def read(path: PurePosixPath) -> Place | None:
        place = places.get(path.parts[0])
        return place and replace(place, name=path.name)

    return replace(GRADESCOPE, read=read)


def _places_of(table: StoredFile) -> dict[str, Place]:
    return places_in(table.read(MAX_TABLE).decode("utf-8-sig", errors="replace"))


def places_in(text: str) -> dict[str, Place]:
    """The folders of which Gradescope's file says whose they are; none if it is no YAML."""
    places = {}
    for folder, entry in _mapping(_parsed(text)).items():
        place = _submitted(_mapping(entry))
        if isinstance(folder, str) and place:
            places[folder] = place
    return places


def _parsed(text: str) -> Any:
    """YAML with every value as text: Ruby's own types and dates too."""
    try:
        return yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except (yaml.YAMLError, RecursionError):
        return None


def _text(value: Any) -> str:
    """A value that is a text; what names itself many times over would be a long one."""
    return readable(value) if isinstance(value, str) else ""


def _mapping(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, dict) else {}


def _submitted(entry: Mapping[Any, Any]) -> Place | None:
    """Who handed a folder in, and when; ``None`` where nobody is named."""
    submitters = entry.get(":submitters")
    people = []
    for each in map(_mapping, submitters if isinstance(submitters, list) else ()):
        people.append({field: _text(each.get(f":{field}")) for field in FIELDS})
    keys = [p["sid"] or p["email"] or p["name"] for p in people]
    if not any(keys):
        return None
    created = _CREATED.match(_text(entry.get(":created_at")))
    at = f"{created[1]}T{created[2]}{created[3] or ''}" if created else ""
    alone = len(people) == 1 and people[0]["sid"]
    ids = (("id", people[0]["sid"]),) if alone else ()
    who = (people[0]["name"] or keys[0]) if ids else " + ".join(keys)
    return Place(who, "", ids, at=at)
