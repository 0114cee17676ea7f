"""Answers that are alike: who is shown, who is not, and how the page says it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from made_results import read
from making import autograder, hand_in, notebook, solved

from autograder.exercise.key import load_key
from autograder.handin.collect import collect
from autograder.handin.submission import Submission
from autograder.similarity.answers import Reader
from autograder.similarity.pairs import LEAST, Alike, ClassIndex
from autograder.similarity.run import compare_class
from autograder.similarity.tokens import imported_names, numbered, tokens_of

ROOT = Path(__file__).parents[2]
CLASS = ROOT / "tests" / "sample_class"
NUMPY = "import numpy as np\nfrom autograder import check"
CHAPTER = ("03-numpy",)


def texts(source: str) -> tuple[str, ...]:
    """What is left of a source when names, layout and remarks are taken away."""
    return numbered(w.text for w in tokens_of(source, imported_names([source])))


ONE = '''
import numpy as np

def total(values, axis=0):
    """Add up."""
    found = np.zeros(values.shape)
    for i in range(len(values)):  # one by one
        found += values[i] * 2
    return found
'''


@pytest.mark.parametrize(
    "other",
    [
        ONE.replace("values", "xs").replace("found", "acc").replace("total", "add_up"),
        ONE.replace("[i]", "[j]").replace(" i ", " j "),
        re.sub(r"  #.*|\"\"\".*\"\"\"", "", ONE),
        ONE.replace("numpy as np", "numpy as n").replace("np.", "n."),
        ONE.replace("import numpy as np", "from numpy import zeros as empty").replace(
            "np.zeros", "empty"
        ),
        ONE.replace("(values, axis=0)", "(\n values: np.ndarray,\n axis: int = 0,\n)"),
        ONE.replace("found += values[i] * 2", "found = found + (values[i] * 2)"),
        ONE.replace("    found = np", "    found: object = np"),
    ],
    ids=["renamed", "one name", "remarks", "alias", "from", "annotations", "+=", "="],
)
def test_what_does_not_count_is_taken_away(other):
    assert other != ONE
    assert texts(other) == texts(ONE)


@pytest.mark.parametrize(
    ("old", "new"),
    [("* 2", "* 3"), ("np.zeros", "np.ones"), ("+=", "-="), ("len(values)", "len(found)")],
)
def test_what_counts_stays(old, new):
    assert texts(ONE.replace(old, new)) != texts(ONE)


@pytest.mark.parametrize("source", ["def (", "\0", "(" * 500], ids=["cut", "null", "deep"])
def test_code_that_cannot_be_read_has_no_words(source):
    assert tokens_of(source, {}) == []


# --- a class that is made up of real answers -----------------------------------


def submission(student: str, **answers: str) -> Submission:
    """A notebook with answers to exercises of chapter 03."""
    cells = [NUMPY]
    for name, source in answers.items():
        cells += [source, f'{name} = check("numpy.{name}", {name})']
    return Submission(student, (("03-numpy.ipynb", notebook(*cells)),))


SOFTMAX = {
    "shifted": "def softmax(scores, axis=-1):\n"
    "    e = np.exp(scores - scores.max(axis=axis, keepdims=True))\n"
    "    return e / e.sum(axis=axis, keepdims=True)",
    "amax": "def softmax(x, axis=-1):\n"
    "    x = x - np.amax(x, axis=axis, keepdims=True)\n"
    "    y = np.exp(x)\n    return y / np.sum(y, axis=axis, keepdims=True)",
    "logs": "def softmax(s, axis=-1):\n"
    "    top = np.max(s, axis, keepdims=True)\n"
    "    total = np.log(np.exp(s - top).sum(axis, keepdims=True)) + top\n"
    "    return np.exp(s - total)",
    "divide": "def softmax(s, axis=-1):\n"
    "    p = np.exp(np.subtract(s, np.max(s, axis=axis, keepdims=True)))\n"
    "    return np.divide(p, np.sum(p, axis=axis, keepdims=True))",
}
# Long, and with a way of its own.
ODD = """def self_attention(x, W_q, W_k, W_v):
    n = x.shape[-2]
    queries, keys = np.dot(x, W_q), np.dot(x, W_k)
    table = np.empty(x.shape[:-2] + (n, n))
    for row in range(n):
        for column in range(n):
            products = queries[..., row, :] * keys[..., column, :]
            table[..., row, column] = np.sum(products, axis=-1) / keys.shape[-1] ** 0.5
    shares = np.exp(table - np.amax(table, axis=-1, keepdims=True))
    shares = shares / np.sum(shares, axis=-1, keepdims=True)
    return np.einsum("...ij,...jk->...ik", shares, np.dot(x, W_v))"""
RENAMED = ODD
for old, new in (
    *(("queries", "a"), ("keys", "b"), ("table", "grid"), ("row", "i"), ("column", "j")),
    *(("products", "p"), ("shares", "w"), ("keepdims=True))", "keepdims = True) )")),
):
    RENAMED = RENAMED.replace(old, new)
RENAMED = RENAMED.replace("bdims", "keepdims").replace("    n = x", "    # mine\n    n = x")


@cache
def reference(name: str) -> str:
    from autograder.authoring.solve import solution

    return solution(load_key().exercise(f"numpy.{name}"))


def compared(*handed: Submission) -> tuple[Alike, str]:
    return compare_class(handed, load_key(), CHAPTER)


def names(found: Alike, handed: list[Submission]) -> list[tuple[str, str]]:
    return [(handed[p.left].student, handed[p.right].student) for p in found.pairs]


def the_class() -> list[Submission]:
    """Twelve who answer for themselves, in the ways that there are."""
    ways = list(SOFTMAX.values())
    return [
        submission(
            f"s{i:02}", softmax=ways[i % 4], self_attention=reference("self_attention")
        )
        for i in range(12)
    ]


def test_a_copy_with_renamed_variables_is_found():
    handed = [
        *the_class(),
        submission("ada", softmax=SOFTMAX["logs"], self_attention=ODD),
        submission("bob", softmax=SOFTMAX["amax"], self_attention=RENAMED),
    ]
    found, page = compared(*handed)
    assert names(found, handed) == [("ada", "bob")]
    (shared,) = found.pairs[0].shared
    assert shared.exercise == "numpy.self_attention"
    assert shared.part > 0.95
    text = read(page).text
    assert "This is a list to read, not a finding of misconduct." in text
    assert "Part of it is in no other of the 14 answers." in text
    marked = re.findall("<mark>(.*?)</mark>", page)
    assert any("queries, keys = np.dot" in line for line in marked)
    assert any("a, b = np.dot" in line for line in marked)


def test_independent_right_answers_of_a_short_exercise_are_not():
    handed = [submission(f"s{i}", softmax=way) for i, way in enumerate(SOFTMAX.values())]
    handed += [submission("same", softmax=SOFTMAX["amax"].replace("y", "z"))]
    found, _ = compared(*handed)
    assert names(found, handed) == []


def test_the_reference_handed_in_by_many_is_not():
    answers = {e: reference(e) for e in ("softmax", "self_attention", "project_qkv")}
    handed = [submission(f"s{i}", **answers) for i in range(6)]
    found, page = compared(*handed)
    assert names(found, handed) == []
    assert found.usual == 0
    assert "no two share more than the exercises" in read(page).text


def test_a_known_mistake_that_many_make_is_not():
    exercise = load_key().exercise("numpy.self_attention")
    assert exercise.misconceptions
    wrong = (
        "def self_attention(x, W_q, W_k, W_v):\n    q, k, v = x @ W_q, x @ W_k, x @ W_v\n"
        "    return softmax(q @ np.swapaxes(k, -1, -2)) @ v"
    )
    handed = [submission(f"s{i}", self_attention=wrong) for i in range(5)]
    assert names(compared(*handed)[0], handed) == []


def test_what_a_large_part_of_the_class_writes_is_the_usual_way():
    """The same odd answer: two have it, then forty do."""
    few = [submission(f"f{i}", self_attention=ODD) for i in range(2)]
    many = [submission(f"m{i}", self_attention=ODD) for i in range(40)]
    others = the_class()
    assert len(compared(*others, *few)[0].pairs) == 1
    assert compared(*others, *few, *many)[0].pairs == ()


def test_rare_code_weighs_more_than_code_that_some_share():
    def closest(copies: int) -> float:
        alike = (submission(f"c{i}", self_attention=ODD) for i in range(copies))
        handed = [*the_class(), *alike]
        return max(p.words for p in compared(*handed)[0].pairs)

    assert closest(2) > closest(4) > LEAST


def test_nothing_that_was_handed_in_is_run(tmp_path):
    trap = f"open({str(tmp_path / 'ran')!r}, 'w').close()\n{ODD}"
    handed = [submission(s, self_attention=trap) for s in ("ada", "bob")]
    assert len(compared(*handed, *the_class())[0].pairs) == 1
    assert not (tmp_path / "ran").exists()


def test_names_and_code_are_text_on_the_page():
    script = '"</pre><script>alert(1)</script>"'
    evil = ODD.replace("n = x.shape[-2]", f"n = x.shape[-2]; {script}")
    handed = [submission(s, self_attention=evil) for s in ("<b>ada</b>", "bob")]
    found, page = compared(*handed, *the_class())
    assert found.pairs
    assert "&lt;b&gt;ada" in page
    assert "&lt;script&gt;alert(1)" in page
    read(page)  # no script, no element that was not closed


def test_a_file_that_cannot_be_read_is_listed():
    handed = [*the_class(), Submission("eve", (("e.ipynb", b'{"cells'),))]
    assert "eve: e.ipynb is not a whole notebook" in read(compared(*handed)[1]).text


@pytest.mark.parametrize(("own", "pairs"), [(40, 1), (50, 0)])
def test_two_who_share_less_than_half_of_what_is_theirs_are_not_shown(own: int, pairs: int):
    """Long answers share 45 words by chance where each has more than as many of its own."""
    index = ClassIndex({"e": set()})
    together = tuple(f"both-{i}" for i in range(45))
    for student in range(8):
        alone = tuple(f"{student}-{i}" for i in range(own))
        index.add(student, "e", (*together, *alone) if student < 2 else alone)
    assert len(index.alike().pairs) == pairs


@pytest.mark.slow
def test_thousands_are_not_compared_one_with_another():
    """A hundred pairs among 3,000; everybody shares the usual 30 words."""
    index = ClassIndex({"e": set()})
    usual = tuple(f"u{i}" for i in range(30))
    for student in range(3_000):
        author = student - student % 2 if student < 200 else student
        own = tuple(f"{author}-{i}" for i in range(60))
        index.add(student, "e", (*usual, *own))
    found = index.alike()
    assert found.usual == 0
    pairs = sorted((p.left, p.right) for p in found.pairs)
    assert pairs == [(i, i + 1) for i in range(0, 200, 2)]


# --- the sample class, and the command ------------------------------------------


@pytest.mark.slow
def test_the_sample_class_shows_only_answers_that_really_are_the_same():
    """Its authors gave some of its students the same code; nobody else is shown."""
    key = load_key()
    handed = collect(CLASS)
    found, _ = compare_class(handed, key, CHAPTER)
    reader = Reader(key, CHAPTER)
    for pair in found.pairs:
        answers = [
            {a.exercise_id: a for a in reader.read(handed[s]).answers}
            for s in (pair.left, pair.right)
        ]
        for shared in pair.shared:
            one, other = (a[shared.exercise].texts for a in answers)
            same = sum(x == y for x, y in zip(one, other, strict=False))
            assert same >= 0.8 * min(len(one), len(other)), shared.exercise
    assert len(found.pairs) <= 2


def test_the_command_writes_the_page_and_names_no_verdict(tmp_path):
    odd = "def to_celsius(f):\n" + "".join(
        f"    part_{i} = (f * {i} - {32 * i}) / 1.8 / {i}\n" for i in range(1, 9)
    )
    odd += "    return part_8"
    mine = odd.replace("part_", "p")
    assert json.loads(solved(to_celsius=mine))
    hand_in(
        tmp_path / "class",
        ada=solved(to_celsius=odd),
        bob=solved(to_celsius=mine),
        eve=solved(),
    )
    done = autograder(tmp_path, "similarity", "class", "--key", "toy_key")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 pair shares more than is usual. To read, not a ")
    assert "ada and bob: " in done.stdout
    page = read((tmp_path / "similarity.html").read_text())
    assert "ada and bob" in page.text
    done = autograder(tmp_path, "similarity", "nowhere", "--key", "toy_key")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
