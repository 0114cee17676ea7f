"""Students whom a roster calls by another name than an earlier run did."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from autograder.gradebook.roster import Roster

RECORDS = ("results", "earlier")  # which say in themselves whose they are
TABLES = (*RECORDS, "overrides", "decisions", "moves")


def rename(database: sqlite3.Connection, names: Mapping[str, str]) -> None:
    """Put what is kept of students under other names."""
    pairs = [(new, old) for old, new in names.items()]
    with database:
        for table in RECORDS:
            query = f"UPDATE {table} SET record = json_set(record, '$.student', ?)"
            database.executemany(f"{query} WHERE student = ?", pairs)
        for table in TABLES:
            query = f"UPDATE OR IGNORE {table} SET student = ? WHERE student = ?"
            database.executemany(query, pairs)


def called_otherwise(
    students: Iterable[str], roster: Roster, earlier: Roster
) -> dict[str, str]:
    """Who of an earlier run is called otherwise by a roster, and how.

    Only who is exactly one student of a complete roster. Where the earlier run knew of the
    same student, and took somebody for another one all the same, it had a reason.
    """
    if not roster.complete:
        return {}
    ids = {s.key: s.ids for s in (*earlier.students, *earlier.others)}
    found = {}
    for name in students:
        now, then = (_keys(one, name, ids.get(name, {})) for one in (roster, earlier))
        if len(now) == 1 and now != [name] and not (earlier.complete and now == then):
            found[name] = now[0]
    return found


def _keys(roster: Roster, name: str, ids: Mapping[str, str]) -> list[str]:
    return [student.key for student in roster.find(name, ids)]


def free(names: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """Choose the names that can be given.

    Those that one student alone gets, and that no result is under.
    """
    times = Counter(names.values())
    return {n: new for n, new in names.items() if times[new] == 1 and new not in known}
