"""Ask about an answer: make questions from its code and a call, and judge a choice."""

from __future__ import annotations

import builtins
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.judge import is_trivial
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.questions import PUBLIC_SEED, Question, source_of
from autograder.exercise.source_lines import keep_source
from autograder.exercise.values import Raises, Trial, size
from autograder.questions.draft import (
    FEWEST_OPTIONS,
    CodeQuestion,
    Draft,
    distinct,
    drawn_options,
)
from autograder.questions.kinds.changes import arguments, changes
from autograder.questions.kinds.entries import entries, gradients, growth
from autograder.questions.kinds.lines import first_lines, origins, repeats, unreached
from autograder.questions.kinds.shapes import dtypes, parameters, shapes, sizes
from autograder.questions.kinds.sums import sums
from autograder.questions.subject import Run, Subject, call_in_words
from autograder.tracing.record import Changed, Recording, Trace

# Drawn from in turn: these first, in any order, and then the plainer ones.
KINDS = (
    (changes, shapes, entries, sums, first_lines, growth, gradients, parameters),
    (arguments, origins, unreached, repeats, sizes, dtypes),
)
MOST_CALLS = 4  # that are tried for one that can be asked about
LARGEST = 2_000  # numbers that such a call is given
OWN = "<your answer>"


def questions_for(
    exercise: Exercise, code: Any, seed: int, count: int = 3, names: Mapping[str, Any] = {}
) -> tuple[CodeQuestion, ...]:
    """Draw questions about a right answer, each answered by running it in this process.

    ``code`` is the function or class itself, or its source, which may use ``names``.
    Returns at most ``count``, of as many kinds as there are; the same for the same seed.
    """
    answer = _defined(exercise, code, names) if isinstance(code, str) else code
    framework = frameworks.get(exercise.framework)

    def run(arguments: Arguments, changed: Changed) -> Trace | None:
        return Recording(answer, exercise.handler, framework, changed).run(arguments)

    if not source_of(exercise).has_reference:  # its own docstring names the axes
        exercise = replace(exercise, reference=answer)
    return drawn(exercise, run, seed, count)


def judge(question: CodeQuestion, choice: int) -> tuple[bool, tuple[str, ...]]:
    """Whether the option of that number is right, and what running it showed, by line."""
    is_right = choice == question.right
    said = "Right." if is_right else f"No: {question.options[question.right]}"
    return is_right, (said, question.because, *question.run)


def drawn(exercise: Exercise, run: Run, seed: int, count: int) -> tuple[CodeQuestion, ...]:
    """Questions about whatever ``run`` calls, of one call of the exercise."""
    if not exercise.is_code:
        return ()
    rng = np.random.default_rng([seed % (1 << 63), zlib.crc32(exercise.id.encode())])
    subject = _subject(exercise, run, rng)
    if subject is None:
        return ()
    call = call_in_words(exercise, subject.arguments)
    return tuple(
        CodeQuestion(
            *(exercise.id, draft.kind, call, draft.text),
            *((options := drawn_options(draft, rng)), options.index(draft.right)),
            *(draft.because, draft.run, draft.difficulty, subject.listing.lines),
        )
        for draft in _in_turn(subject, rng, count)
    )


def _in_turn(subject: Subject, rng: np.random.Generator, count: int) -> Iterator[Draft]:
    """Drafts of one kind after the other, until there are enough or no more."""
    order = [kinds[place] for kinds in KINDS for place in rng.permutation(len(kinds))]
    waiting: list[Iterator[Draft]] = [kind(subject, rng) for kind in order]
    asked = set[tuple[str, str]]()
    while waiting and count > 0:
        for kind in [*waiting]:
            new = (d for d in kind if _can_be_asked(d) and (d.kind, d.about) not in asked)
            draft = next(new, None)
            if draft is None:
                waiting.remove(kind)
            elif count > 0:
                asked.add((draft.kind, draft.about))
                count -= 1
                yield draft


def _can_be_asked(draft: Draft) -> bool:
    return len(distinct(draft)) >= FEWEST_OPTIONS - 1


def _subject(exercise: Exercise, run: Run, rng: np.random.Generator) -> Subject | None:
    """The answer in one of the public calls, of a size that can be read."""
    asked = source_of(exercise).questions(exercise, PUBLIC_SEED)
    ready = [
        q
        for q in asked
        if not q.case.raises
        and not q.case.gradients
        and size(_data(q.arguments)) <= LARGEST
    ]
    order = sorted(rng.permutation(len(ready)), key=lambda i: _plainness(ready[i]))
    for place in order[:MOST_CALLS]:
        trace = run(ready[place].arguments, ())
        if trace and trace.code.sources and trace.events and not trace.raised:
            return Subject(exercise, ready[place].arguments, trace, run)
    return None


def _plainness(question: Question) -> tuple[bool, bool]:
    """Calls that raise come last, and before them those in which shapes say little."""
    return isinstance(question.expected, Raises), is_trivial(_data(question.arguments))


def _data(arguments: Arguments) -> Any:
    return [a.data if isinstance(a, Trial) else a for a in arguments]


def _defined(exercise: Exercise, source: str, names: Mapping[str, Any]) -> Any:
    """What a source defines under the exercise's name.

    Raises what running it raises, or ``LookupError``.
    """
    namespace: dict[str, Any] = {"np": np, **names, "__name__": "__main__"}
    namespace["__builtins__"] = builtins
    keep_source(OWN, source)
    exec(compile(source, OWN, "exec", dont_inherit=True), namespace)
    if exercise.name not in namespace:
        raise LookupError(f"The code does not define {exercise.name}.")
    return namespace[exercise.name]
