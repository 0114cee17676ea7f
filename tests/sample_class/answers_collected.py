"""What the sample class hands in to chapters from 17 on: answers that the key collects.

They stand in ``solutions`` with the verdict that each must get.  Who has all of the
course right has the first right one of each exercise, the others a wrong one each.
"""

from __future__ import annotations

from autograder.authoring.ways_to_write import ways_to_write
from autograder.exercise.answers import ANY_WRONG, WRONG, Answer, cell_source
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key

KEY = load_key("solutions")
CHAPTERS = tuple(chapter.name for chapter in KEY.chapters if chapter.name >= "17")
# Which of the wrong answers: the last often has no name, and waits for a reader.
STUDENTS = {"nils-berg": 0, "salma-idrissi": -1}
Answers = dict[str, Answer]


def exercises(chapter: str) -> list[Exercise]:
    """Those of a chapter that are graded wherever the course is."""
    return [e for e in KEY.exercises(KEY.chapter(chapter)) if not e.needs]


def collected(exercise: Exercise) -> tuple[Answer, ...]:
    """The answers that the key collects, and of a choice the ways to write a letter."""
    return (*KEY.answers(exercise.id), *ways_to_write(exercise))


def by_itself(exercise: Exercise, answer: Answer) -> bool:
    """Whether an answer is one cell, and defines no other exercise of its chapter again."""
    chapter = KEY.chapter_of(exercise.id)
    others = [e.name for e in KEY.exercises(chapter) if e.id != exercise.id]
    cell = cell_source(answer, collected(exercise))
    return not answer.above and not any(f"def {name}(" in cell for name in others)


def right(chapter: str) -> Answers:
    """An answer to each exercise that must get full marks, by its id."""
    return {
        e.id: next(a for a in collected(e) if a.is_right and by_itself(e, a))
        for e in exercises(chapter)
    }


def wrong(chapter: str, which: int) -> Answers:
    """An answer to each exercise that must not, by its id."""
    verdicts = (WRONG, *ANY_WRONG)
    return {
        e.id: [a for a in collected(e) if a.verdict in verdicts and by_itself(e, a)][which]
        for e in exercises(chapter)
    }


def handed_in(answers: Answers) -> dict[str, str]:
    """The stub cells with these answers in them, by the exercises' names."""
    return {
        exercise_id.rpartition(".")[2]: cell_source(
            answer, collected(KEY.exercise(exercise_id))
        )
        for exercise_id, answer in answers.items()
    }
