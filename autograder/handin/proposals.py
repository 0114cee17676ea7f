"""Lines for [aliases]: ready to be taken over, never taken over unasked."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import permutations

from autograder.gradebook.matching import simplified, words
from autograder.gradebook.roster import Roster, Student

SHOWN = 20  # lines
MOST_GLUED = 4  # words of a name that are looked for as one


def alias_line(label: str, names: Iterable[str]) -> str:
    """The line that gives what is handed in under a label to these students."""
    return f"{json.dumps(label, ensure_ascii=False)} = [{', '.join(map(repr, names))}]"


def proposed(labels: Iterable[str], roster: Roster) -> Iterator[str]:
    """A sentence for each unknown name that holds one student's name, or ends in a group's.

    So do ``Lovelace_Ada_02``, ``02-lovelaceada``, ``Ada Lovelace <ada@uni.example>`` and
    ``hw3-team-1``.
    """
    known = [
        (s, simplified(s.email).strip(), frozenset(words(s.name))) for s in roster.students
    ]
    lines = []
    for label in labels:
        if (found := _only_one(label, known)) is not None:
            lines.append((label, found.name or found.email, [found.key]))
        elif members := _group_at_the_end(label, roster):
            keys = [student.key for student in members]
            lines.append((label, f"the group {members[0].group}", keys))
    for label, who, keys in lines[:SHOWN]:
        yield (
            f"{label} is on the roster under no such name, and may be {who}. If so, write "
            f"in [aliases]: {alias_line(label, keys)}"
        )
    if lines[SHOWN:]:
        yield f"And {len(lines) - SHOWN} more names hold that of one student or group."


def _group_at_the_end(label: str, roster: Roster) -> tuple[Student, ...]:
    """The members of the group whose name a label ends in, after a mark."""
    cuts = (mark.end() for mark in re.finditer(r"[-_ ]", label))
    return next(filter(None, (roster.of_group(label[cut:]) for cut in cuts)), ())


def _only_one(
    label: str, known: Iterable[tuple[Student, str, frozenset[str]]]
) -> Student | None:
    """Whose e-mail address, or else whose whole name of two words, stands in a label."""
    said, plain = {*words(label)}, simplified(label)
    addresses = {part.strip("<>()[]\"',;") for part in plain.replace("<", " ").split()}
    by_email = [s for s, email, _ in known if "@" in email and email in addresses]
    by_name = [s for s, _, name in known if len(name) > 1 and _holds(said, name)]
    found = by_email or by_name
    return found[0] if len(found) == 1 else None


def _holds(said: set[str], name: frozenset[str]) -> bool:
    """Whether all words of a name are there, or stand as one: ``lovelaceada``."""
    if name <= said:
        return True
    size = sum(map(len, name))
    whole = [word for word in said if len(word) == size and len(name) <= MOST_GLUED]
    return any("".join(order) in whole for order in permutations(name)) if whole else False
