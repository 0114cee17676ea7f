"""Whom a notebook names beside its owner, where the roster says the same."""

from __future__ import annotations

from collections.abc import Iterable

from autograder.gradebook.roster import Roster, Student


def confirmed_partners(
    owner: Student, names: Iterable[str], roster: Roster
) -> tuple[Student, ...]:
    """The owner and those that the notebook names, if the roster has all in one group.

    A notebook alone gives nobody anything: a name that is nobody's, more than one
    student's, or a student's of another group, and nothing of what it says counts.
    """
    group = {member.key for member in roster.of_group(owner.group)} if owner.group else ()
    together = {owner.key: owner}
    for name in names:
        found = roster.find(name)
        if len(found) != 1 or found[0].key not in group:
            return ()
        together[found[0].key] = found[0]
    return tuple(together.values()) if len(together) > 1 else ()
