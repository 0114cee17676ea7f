"""Layouts that a file tells which the system laid beside what was handed in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from autograder.handin.layouts import GRADESCOPE, LAYOUTS, Layout, Place, all_begin

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
    for path, text in texts.items():
        named, whole = NAME_LINE.match(text), head(path)
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


_BLOCK = re.compile(r"^(submission_\d+):[ \t]*\n((?:[ \t].*\n?|- .*\n?|\n)*)", re.MULTILINE)
_SUBMITTERS = re.compile(r"^  :submitters:[ \t]*\n((?:  - .*\n?|   +.*\n?)*)", re.MULTILINE)
_FIELD = re.compile(r"^  [- ] :(name|sid|email):(.*)$", re.MULTILINE)
_CREATED = re.compile(
    r"^  :created_at:[ \t]*'?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)\S*[ ]?"
    r"(Z|UTC|[+-]\d\d:?\d\d)?",
    re.MULTILINE,
)


def of_gradescope(text: str) -> Layout:
    """Whose each folder of the export is, as the file beside them says.

    It is read by its indentation, which nobody's name or output can change: in YAML
    what belongs to an entry stands further in.
    """
    places: dict[str, Place] = {}
    for folder, block in _BLOCK.findall(text):
        submitters = _SUBMITTERS.search(block)
        people: list[dict[str, str]] = []
        for field, value in _FIELD.findall(submitters[1] if submitters else ""):
            if field == "name" or not people:
                people.append({})
            people[-1][field] = value.strip().strip("'\"")
        keys = [p.get("sid") or p.get("email") or p.get("name", "") for p in people]
        if not any(keys):
            continue
        created = _CREATED.search(block)
        at = f"{created[1]}T{created[2]}{created[3] or ''}" if created else ""
        ids = (
            (("id", people[0]["sid"]),) if len(people) == 1 and people[0].get("sid") else ()
        )
        who = people[0].get("name", keys[0]) if ids else " + ".join(keys)
        places[folder] = Place(who, "", ids, at=at)

    def read(path: PurePosixPath) -> Place | None:
        place = places.get(path.parts[0])
        return place and replace(place, name=path.name)

    return replace(GRADESCOPE, read=read)
