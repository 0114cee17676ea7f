"""How many questions about their own code the key's collected right answers give.

    python tests/bench/own_code.py [--written] [--every N] [--show N] [PREFIX ...]

For each right answer of the exercises whose ids begin with a prefix (all of them, or
every Nth): how many questions, of how many kinds, by kind and library; how many of them a
reader answers who knows the exercise's reference and not this code.  With ``--written``
the answers are those of own_code_answers.txt, which go other ways than the key's.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import io
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from autograder.authoring.collected import (
    Given,
    code_around,
    collected,
    judged_by_check,
    names_above,
)
from autograder.exercise.answers import Answer
from autograder.exercise.key import Key, load_key
from autograder.exercise.source_lines import keep_source
from autograder.exercise.status import Status
from autograder.questions.ask import questions_for
from autograder.questions.draft import CodeQuestion
from autograder.questions.practice import EACH_TIME

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = ROOT / "tests/bench/own_code_answers.txt"
WANTED, FROM_KINDS, MOST = 5, 3, 12
OWN = "<your answer>"


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
    """The answers of own_code_answers.txt: each begins with ``===`` and its exercise."""
    parts = WRITTEN.read_text(encoding="utf-8").split("=== ")[1:]
    for number, (exercise_id, _, source) in enumerate(
        (p.partition("\n") for p in parts), 1
    ):
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
    source = f"{given.answer.above}\n{given.source}"
    with contextlib.redirect_stdout(io.StringIO()):
        names = {"np": np, **names_above(key, given, source), "__builtins__": builtins}
        keep_source(OWN, source)
        exec(compile(source, OWN, "exec", dont_inherit=True), names)
        return questions_for(given.exercise, names[given.exercise.name], seed, count)


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


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("prefixes", nargs="*")
    parser.add_argument("--written", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    key, rng = load_key(), np.random.default_rng(options.seed)
    kinds: Counter[str] = Counter()
    enough: dict[str, list[bool]] = defaultdict(list)
    by_kind: dict[str, list[bool]] = defaultdict(list)
    poor, guessed, drawn, seconds, shown = [], [], [], [], options.show
    answers = written_answers if options.written else right_answers
    for number, given in enumerate(answers(key, tuple(options.prefixes))):
        if number % options.every != options.offset:
            continue
        started = time.process_time()
        try:
            asked = asked_about(key, given, options.seed + number)
        except Exception:
            print(f"FAILED {given}")
            traceback.print_exc(limit=-3)
            asked = ()
        seconds.append(time.process_time() - started)
        kinds.update(q.kind for q in asked)
        several = len(asked) >= WANTED and len({q.kind for q in asked}) >= FROM_KINDS
        enough[given.exercise.framework].append(several)
        if not several:
            poor.append(f"{given}: {dict(Counter(q.kind for q in asked))}")
        known = questions_for(
            given.exercise, given.exercise.reference, options.seed + number, MOST
        )
        guesses = [by_reference(question, known, rng) for question in asked]
        guessed += guesses
        drawn += guesses[:EACH_TIME]  # what one person is asked
        for question, guess in zip(asked, guesses, strict=True):
            by_kind[question.kind].append(guess)
        for question in asked[number % max(len(asked), 1) :][:1] if shown > 0 else ():
            shown -= 1
            print(f"\n=== {given} [{question.kind}, {question.difficulty}]")
            print("\n".join(f"{n:3} {line}" for n, line in enumerate(question.listing, 1)))
            print(question.call, question.text, sep="\n")
            for place, option in enumerate(question.options):
                print("  *" if place == question.right else "   ", option)
            print(question.because, *question.run, sep="\n    ")
    print("\nNot enough:", *poor, sep="\n  ")
    for framework, those in enough.items():
        print(
            f"{framework}: {sum(those)} of {len(those)} have {WANTED} of {FROM_KINDS} kinds"
        )
    print("by kind:", dict(kinds.most_common()))
    for name, those in (("all", guessed), ("the first three", drawn)):
        share = np.mean(those or [0])
        print(f"answered rightly by the reference: {share:.0%} of {len(those)} ({name})")
    print({kind: f"{np.mean(each):.0%}" for kind, each in by_kind.items()})
    print(
        f"CPU seconds an answer: median {np.median(seconds):.2f}, most {max(seconds):.2f}"
    )


if __name__ == "__main__":
    main()
