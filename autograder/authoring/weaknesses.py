"""What makes an exercise's checks weaker than they look, over all its cases."""

from collections.abc import Iterator

from autograder.authoring.hoarding import memory_faults
from autograder.authoring.idle import idle_faults
from autograder.authoring.mutants import mutants
from autograder.authoring.promises import promise_faults
from autograder.authoring.zero_blind import zeros_blocked
from autograder.checking.ask import asker
from autograder.checking.judge import judge
from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.status import Status


def weaknesses(key: Key, exercise: Exercise) -> Iterator[str]:
    """One sentence for each weakness of an exercise's checks; none where they are fit."""
    if exercise.is_read:
        return  # nothing is checked
    lent = key.lent(key.chapter_of(exercise.id))[exercise.id]
    try:
        yield from idle_faults(exercise, lent)
        yield from zero_faults(exercise)
        yield from mask_faults(exercise)
        yield from promise_faults(exercise)
        yield from memory_faults(exercise)
    except Exception as error:  # the key's own code
        yield f"It cannot be tried: {type(error).__name__}: {error}"


def zero_faults(exercise: Exercise) -> Iterator[str]:
    """Answers that pass though they take 0 for nothing, or of equals the last."""
    for mutant in mutants(exercise, absent_only=True):
        if any(mutant.is_made_by(mark.change) for mark in exercise.same):
            continue
        asked = asker(exercise, mutant.answer())
        if judge(exercise, asked, PUBLIC_SEED, explain=False).status == Status.PASSED:
            yield (
                f"A wrong answer passes: {mutant.change}. It ignores a 0, or takes the "
                "last of equal values. Add a case with a 0 or with equal values, such as "
                "array([0, 2, 2]), where its result differs. If ties do not matter, it "
                "is right, too. Then write three lines: `# %% same`, `# ` with your "
                f"reason, and `# {mutant.change}`."
            )


def mask_faults(exercise: Exercise) -> Iterator[str]:
    """Say that nothing tells a score of 0 from a blocked one where a mask is applied."""
    if not exercise.is_code:
        return
    questions(exercise, PUBLIC_SEED)  # what is right is worked out before
    with zeros_blocked(exercise.framework) as used:
        asked = asker(exercise, exercise.reference)
        verdict = judge(exercise, asked, PUBLIC_SEED, explain=False)
    if used and verdict.status == Status.PASSED:
        yield (
            "An answer passes that blocks each score of 0 where its mask is applied. "
            "Draw scores that are 0, and open."
        )
