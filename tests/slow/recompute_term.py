"""The table of a term once more, from its files alone: nothing of the engine is used.

python recompute_term.py COURSE.toml NOW  prints {student: {week-1: percent, total: ...}}.
"""

import json
import math
import sys
import tomllib
from datetime import datetime, timedelta
from pathlib import Path


def share(one, course, record):
    """The share of the points of who handed in; each exercise's points are as recorded."""
    dropped = {e["exercise"] for e in course["excused"] if "exercise" in e}
    counting = [e for e in record["exercises"] if e["id"] not in dropped]
    if record["status"] != "graded" or any(e["points"] is None for e in counting):
        return None
    points, most = (sum(e[name] for e in counting) for name in ("points", "max_points"))
    mine = (e for e in course["extensions"] if e["student"] == record["student"])
    days = sum(e["days"] for e in mine if e.get("assignment", one["name"]) == one["name"])
    late = datetime.fromisoformat(record["handed_in"]) - one["due"] - timedelta(days=days)
    begun, rule = max(math.ceil(late.total_seconds() / 86400), 0), course["late"]
    return points * (1 - min(rule["rate"] * begun, rule["cap"])) / most


def row(course, folder, student, now):
    """A student's line of the table: percents by assignment, and the total."""
    excused = {(e["student"], e["assignment"]) for e in course["excused"] if "student" in e}
    found = []
    for one in course["assignments"]:
        file = folder / one["name"] / "results" / f"{student}.json"
        if (student, one["name"]) in excused or not (file.exists() or now > one["due"]):
            continue
        mine = share(one, course, json.loads(file.read_text())) if file.exists() else 0
        found.append((mine, one["weight"], one["name"]))
    percents = {name: mine and round(100 * mine, 4) for mine, _, name in found}
    if None in percents.values():
        return {**percents, "total": None}
    kept = sorted(found, key=lambda part: (part[0], -part[1]))
    kept = kept[min(course["term"]["drop_lowest"], len(kept) - 1) :]
    total = sum(mine * weight for mine, weight, _ in kept) / sum(part[1] for part in kept)
    return {**percents, "total": round(total * course["term"]["out_of"], 4)}


path, now = Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
rules, lines = tomllib.loads(path.read_text()), (path.parent / "roster.csv").read_text()
ids = [line.split(",")[0] for line in lines.split()[1:]]
print(json.dumps({each: row(rules, path.parent, each, now) for each in ids}))
