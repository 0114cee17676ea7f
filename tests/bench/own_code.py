"""How many questions about their own code right answers give, and who can answer them.

    python tests/bench/own_code.py [--written] [--every N] [--show N] [--kept FILE]
                                   [--write] [PREFIX ...]

For each right answer of the exercises whose ids begin with a prefix: how many questions,
of how many kinds, by kind and library; how many of them a reader answers who knows the
exercise's reference and not this code.  The answers are those of own_code_answers.txt,
which go other ways than the key's, and those that the key collects (with ``--written``
none of these, else every Nth).  What is in ``--kept`` already is not measured again, so
that a long run can be stopped and go on.  ``--write`` puts the tables into the book.
"""

import argparse
import contextlib
import io
import json
import time
import traceback
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path

import numpy as np
import tables
from first_lines import strangers

from autograder.authoring.collected import (
    Given,
    code_around,
    collected,
    judged_by_check,
    value_of,
)
from autograder.exercise.answers import Answer
from autograder.exercise.key import Key, load_key
from autograder.exercise.status import Status
from autograder.questions.ask import questions_for
from autograder.questions.draft import CodeQuestion
from autograder.questions.practice import EACH_TIME

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = "own_code_answers.txt"
PAGE = ROOT / "book/benchmarks.md"
WANTED, FROM_KINDS, MOST = 5, 3, 12
ENOUGH, GUESSED = 0.95, 0.6  # at least, and at most


@dataclass(frozen=True)
class Asked:
    """The kinds of questions about an answer; which the reference's reader answers."""

    answer: str
    library: str
    kinds: list[str]
    guesses: list[bool]
    seconds: float

    @property
    def is_enough(self) -> bool:
        """Whether there are as many questions, of as many kinds, as are wanted."""
        return len(self.kinds) >= WANTED and len({*self.kinds}) >= FROM_KINDS


def right_answers(key: Key, prefixes: tuple[str, ...]) -> Iterator[Given]:
    """The collected right answers that are code, of exercises that can be checked here."""
    for chapter in key.chapters:
        if prefixes and not any(p.startswith(chapter.prefix) for p in prefixes):
            continue
        for exercise in key.exercises(chapter):
            wanted = not prefixes or exercise.id.startswith(prefixes)
            if wanted and exercise.is_code and not exercise.why_not_here:
                yield from (g for g in collected(key, exercise, ROOT) if g.answer.is_right)


def written_answers(key: Key, prefixes: tuple[str, ...]) -> Iterator[Given]:
    """The right ones among the answers of own_code_answers.txt."""
    for number, (exercise_id, source) in enumerate(strangers([WRITTEN]), 1):
        if exercise_id.startswith(prefixes or ("",)):
            exercise = key.exercise(exercise_id)
            answer = Answer(f"written {number}", source, "it goes another way")
            given = Given(exercise, answer, source, code_around(key, exercise, ROOT))
            if (judged := judged_by_check(key, given))[0] == Status.PASSED:
                yield given
            else:
                print("NOT RIGHT", given, *judged)


def asked_about(
    key: Key, given: Given, seed: int, count: int = MOST
) -> tuple[CodeQuestion, ...]:
    """Questions about a collected answer, run with what stands above it."""
    with contextlib.redirect_stdout(io.StringIO()):
        return questions_for(given.exercise, value_of(key, given), seed, count)


def by_reference(
    question: CodeQuestion, known: tuple[CodeQuestion, ...], rng: np.random.Generator
) -> bool:
    """Whether who knows the reference's questions alone answers this one rightly.

    The same question there is answered as there; of others the option that is right of a
    question of the same kind there; else any.
    """
    same = [q for q in known if _bare(q.text) == _bare(question.text)]
    alike = [q for q in known if q.kind == question.kind]
    for other in (*same, *alike):
        if other.options[other.right] in question.options:
            return question.options.index(other.options[other.right]) == question.right
    return int(rng.integers(len(question.options))) == question.right


def _bare(text: str) -> str:
    return "".join(c for c in text if not c.isdigit())


def measured(
    key: Key, given: Given, seed: int, rng: np.random.Generator, *, is_shown: bool
) -> Asked:
    """Ask about an answer; what raises counts as no question, and is printed."""
    started, asked = time.process_time(), tuple[CodeQuestion, ...]()
    try:
        asked = asked_about(key, given, seed)
    except Exception:
        print(f"FAILED {given}")
        traceback.print_exc(limit=-3)
    seconds = time.process_time() - started
    if is_shown and asked:
        show(given, asked[seed % len(asked)])
    known = questions_for(given.exercise, given.exercise.reference, seed, MOST)
    guesses = [by_reference(question, known, rng) for question in asked]
    kinds = [question.kind for question in asked]
    return Asked(str(given), given.exercise.framework, kinds, guesses, seconds)


def show(given: Given, question: CodeQuestion) -> None:
    """Print a question about an answer, with what is right."""
    print(f"\n=== {given} [{question.kind}, {question.level}]")
    print("\n".join(question.numbered), question.call, question.text, sep="\n")
    for place, option in enumerate(question.options):
        print("  *" if place == question.right else "   ", option)
    print(question.because, *question.run, sep="\n    ")


def tables_of(done: Sequence[Asked]) -> list[tables.Table]:
    """A table by library, and one by kind of question."""
    libraries, kinds = (
        defaultdict[str, list[Asked]](list),
        defaultdict[str, list[bool]](list),
    )
    for asked in done:
        libraries[asked.library].append(asked)
        for kind, guess in zip(asked.kinds, asked.guesses, strict=True):
            kinds[kind].append(guess)
    rows = []
    for name, those in [*libraries.items(), ("all", done)]:
        enough = sum(each.is_enough for each in those) / len(those)
        first = [g for each in those for g in each.guesses[:EACH_TIME]]
        per_answer = np.median([len(each.kinds) for each in those])
        goals = tables.against(ENOUGH, enough, at_least=True), _share(first)
        rows.append((name, len(those), f"{per_answer:.0f}", *goals))
    rows[-1] = (*rows[-1][:-1], tables.against(GUESSED, float(np.mean(first))))
    heads = (
        "Library",
        "Right answers",
        "Questions, median",
        "Share with enough",
        "By the key",
    )
    note = (
        f"At most {MOST} questions are made for an answer; enough are {WANTED} of "
        f"{FROM_KINDS} kinds. By the key: the share of an answer's first {EACH_TIME} "
        "questions that somebody answers rightly who knows the reference and not this code."
    )
    frequent = sorted(kinds.items(), key=lambda item: -len(item[1]))
    counts = [(kind, len(each), _share(each)) for kind, each in frequent]
    return [
        tables.Table("Questions about own code", heads, rows, note),
        tables.Table(
            "Questions about own code, by kind", ("Kind", "Asked", "By the key"), counts
        ),
    ]


def _share(each: Sequence[bool]) -> str:
    return f"{np.mean(each or [False]):.0%}"


def main() -> None:
    """Print the tables, and what is not enough."""
    parser = argparse.ArgumentParser()
    parser.add_argument("prefixes", nargs="*")
    parser.add_argument("--written", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    key, rng, done = load_key(), np.random.default_rng(options.seed), list[Asked]()
    prefixes = tuple(options.prefixes)
    of_key = () if options.written else right_answers(key, prefixes)
    answers = (written_answers(key, prefixes), islice(of_key, 0, None, options.every))
    if options.kept and options.kept.exists():
        lines = options.kept.read_text(encoding="utf-8").splitlines()
        done = [Asked(**json.loads(line)) for line in lines]
    before = {asked.answer for asked in done}
    for number, given in enumerate(chain(*answers)):
        if str(given) in before:
            continue
        is_shown = number < options.show
        done.append(measured(key, given, options.seed + number, rng, is_shown=is_shown))
        if options.kept:
            with options.kept.open("a", encoding="utf-8") as file:
                print(json.dumps(asdict(done[-1])), file=file)
    poor = [f"{asked.answer}: {asked.kinds}" for asked in done if not asked.is_enough]
    print("\nNot enough:", *poor, sep="\n  ")
    made = tables_of(done)
    print(*(table.markdown() for table in made), sep="\n\n")
    seconds = [each.seconds for each in done]
    print(f"CPU seconds: median {np.median(seconds):.2f}, most {max(seconds):.2f}")
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(tables.replaced(page, made), encoding="utf-8")


if __name__ == "__main__":
    main()
