"""No code asks what stands in a text that was made for people.

Whoever rewords a message, a note or a sentence of the key changes what is read, and never
a verdict, a hint or a grade: what code has to know of it is a fact beside it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[1] / "autograder"
# What such texts are called, wherever they are made and kept.
TEXTS = {
    *("message", "why", "because", "note", "notes", "remarks", "sentence", "words", "says"),
    *("said", "headline", "explanation", "lessons", "problem", "hint", "title", "printed"),
}
ASK = {
    *("startswith", "endswith", "removesuffix", "removeprefix", "partition", "rpartition"),
    *("find", "index", "count", "split", "replace"),
}
MATCH = {"search", "match", "fullmatch", "findall", "finditer", "sub"}
SAME = {"lower", "upper", "casefold", "strip", "lstrip", "rstrip"}
# Where the text is not this project's own, or the whole task is to read prose.
READERS = {
    "assist/reading.py": "the glossary's terms in a sentence: which entry to read",
    "checking/axes.py": "the names of axes, as docstrings write shapes",
    "checking/faults.py": "what Python and the libraries say of an error",
    "exercise/questions.py": "the colours in what a library says",
    "notebooks/left_out.py": "the name in what Python says of an error",
}


def name_of(node: ast.expr) -> str:
    """What a text is called, through methods that give the same text in another form."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return name_of(node.func.value) if node.func.attr in SAME else ""
    return node.id if isinstance(node, ast.Name) else ""


def is_text(node: ast.expr) -> bool:
    """Whether some words stand there, and not a single sign or nothing."""
    if isinstance(node, ast.JoinedStr):
        return True
    return (
        isinstance(node, ast.Constant)
        and len(str(node.value)) > 1
        and str(node.value) == node.value
    )


def questions_about_texts(source: str) -> Iterator[str]:
    """The expressions that look for words in a text made for people."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(is_text, sides)) and any(name_of(side) in TEXTS for side in sides):
                yield ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            asks = node.func.attr in ASK and name_of(node.func.value) in TEXTS
            matches = node.func.attr in MATCH and any(
                name_of(a) in TEXTS for a in node.args
            )
            if matches or (asks and any(map(is_text, node.args))):
                yield ast.unparse(node)


@pytest.mark.parametrize(
    "path", sorted(ENGINE.rglob("*.py")), ids=lambda p: p.relative_to(ENGINE).as_posix()
)
def test_no_code_asks_what_a_sentence_says(path: Path):
    found = [*questions_about_texts(path.read_text(encoding="utf-8"))]
    reads = path.relative_to(ENGINE).as_posix() in READERS
    assert bool(found) == reads, found


@pytest.mark.parametrize(
    "source",
    [
        'no_letter = "is not one letter" in verdict.message',
        'is_open = verdict.message == wrong or "NameError: " in verdict.message',
        'about = note == left_out(c) or f" notebooks answer {c.name}; " in note',
        'escaped = [f for f in findings if " CAN " in f.words]',
        'new = "it is None." if words == "It is None." else words',
        "error = _ERROR.match(message)",
    ],
)
def test_each_way_in_which_it_was_asked_is_found(source: str):
    assert [*questions_about_texts(source)]
