"""How each command is typed, for the end of its help."""

EXAMPLES = {
    "grade": (
        "grade submissions.zip --out week-1 --roster roster.csv",
        "grade week-1.zip --course course.toml --assignment week-1",
    ),
    "check": ("check notebooks/02-basics.ipynb",),
    "export": (
        "export week-1 --format canvas --template gradebook.csv -o canvas.csv",
        'export course.toml --format canvas --assignment "Total"',
    ),
    "solve": ("solve notebooks/02-basics.ipynb -o solved.ipynb",),
    "release": ("release --chapters 2,3",),
    "similarity": ("similarity submissions.zip --roster roster.csv",),
    "verify": ("verify basics.normalise", "verify --mutants basics"),
    "doctor": ("doctor",),
    "new-exercise": ("new-exercise basics.mean_pool --kind function",),
    "from-notebook": ("from-notebook sources/02-means.ipynb --prefix means",),
    "new-course": ('new-course weather --title "Weather"',),
    "add-misconception": (
        "add-misconception basics.normalise answer.py --id wrong-axis "
        '--says "Your rows do not sum to one: the last axis is meant."',
    ),
    "override": (
        'override week-1 ada basics.normalise --points 1.5 --reason "The axis is right."',
        'override week-1 --from decisions.csv --by "E. Noether"',
    ),
    "term": ("term course.toml --out term",),
    "show": ("show week-1 ada", 'show course.toml "Ada Lovelace" --html ada.html'),
    "review": ("review week-1 --by Emmy --by Sofia",),
    "hub": ("hub course.toml --hand-ins hand-ins --feedback feedback --notebooks course",),
    "assist": ("assist --root my-course",),
    "questions": (
        "questions week-1 submissions.zip --out quiz --count 3",
        "questions week-1 submissions.zip --out quiz --from letters.csv",
    ),
    "practice": ("practice",),
}


def examples(verb: str) -> str:
    """The lines of a command's help that can be typed as they stand, names apart."""
    lines = [f"  autograder {line}" for line in EXAMPLES[verb]]
    return "\n".join(["\b", f"Example{'s' if lines[1:] else ''}:", *lines])
