"""The table of a term once more, from its files alone: nothing of the engine is used.

python recompute_term.py COURSE.toml NOW  prints {student: {week-1: percent, total: ...}}.
"""

import json
import math
import sqlite3
import sys
import tomllib
from datetime import datetime, timedelta
from pathlib import Path


def handed_in(one, course, results, student):
    """Score and maximum of who handed in; the points of each exercise are as recorded."""
    record = json.loads((results / "results" / f"{student}.json").read_text())
    dropped = {e["exercise"] for e in course["excused"] if "exercise" in e}
    counting = [e for e in record["exercises"] if e["id"] not in dropped]
    if record["status"] != "graded" or any(e["points"] is None for e in counting):
        return None
    points, most = (sum(e[name] for e in counting) for name in ("points", "max_points"))
    days = sum(
        e["days"] for e in course["extensions"]
        if (e["student"], e.get("assignment", one["name"])) == (student, one["name"])
    )  # fmt: skip
    late = datetime.fromisoformat(record["handed_in"]) - one["due"] - timedelta(days=days)
    begun = max(math.ceil(late.total_seconds() / 86400), 0)
    rule = course["late"]
    return points * (1 - min(rule["rate"] * begun, rule["cap"])), most


def row(course, folder, student, now):
    """A student's line of the table: percents by assignment, and the total."""
    excused = {(e["student"], e["assignment"]) for e in course["excused"] if "student" in e}
    shares = {}
    for one in course["assignments"]:
        results = folder / one["name"]
        if (student, one["name"]) in excused:
            continue
        book = sqlite3.connect(results / "gradebook.sqlite")
        here = book.execute(
            "SELECT 1 FROM results WHERE student = ?", (student,)
        ).fetchone()
        found = handed_in(one, course, results, student) if here else (0, 1)
        if here or now > one["due"]:
            shares[one["name"]] = found and found[0] / found[1]
    percents = {name: s and round(100 * s, 4) for name, s in shares.items()}
    if None in shares.values():
        return {**percents, "total": None}
    weights = {one["name"]: one["weight"] for one in course["assignments"]}
    parts = [(share, weights[name]) for name, share in shares.items()]
    parts.sort(key=lambda part: (part[0], -part[1]))
    parts = parts[min(course["term"]["drop_lowest"], len(parts) - 1):]  # fmt: skip
    share = sum(s * w for s, w in parts) / sum(w for _, w in parts)
    return {**percents, "total": round(share * course["term"]["out_of"], 4)}


if __name__ == "__main__":
    path, now = Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
    course = tomllib.loads(path.read_text())
    ids = [
        line.split(",")[0] for line in (path.parent / "roster.csv").read_text().split()[1:]
    ]
    print(json.dumps({each: row(course, path.parent, each, now) for each in ids}))
