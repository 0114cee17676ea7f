"""What people decided: points by hand, kept beside the results through every regrade."""

import json
import math
import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, replace

from autograder.exercise.problem import did_you_mean
from autograder.gradebook.course import Course
from autograder.gradebook.journal import now
from autograder.gradebook.records import Override, SubmissionResult, verdict_of
from autograder.gradebook.roster import Roster
from autograder.gradebook.schema import GradebookProblem

LATER = " Who joined later: put them on the roster, and grade again with it."


class Overrides:
    """The facts of a gradebook, and what people decided about its results."""

    _database: sqlite3.Connection

    def remember(self, name: str, value: str) -> None:
        """Keep a fact of the whole class, in place of an earlier one."""
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value)
            )

    def recall(self, name: str) -> str | None:
        """A fact that was remembered, or ``None``."""
        query = "SELECT value FROM about WHERE name = ?"
        row = self._database.execute(query, (name,)).fetchone()
        return row[0] if row else None

    @property
    def course(self) -> Course:
        """The settings that the class was graded by."""
        return Course.from_json(self.recall("course"))

    @property
    def roster(self) -> Roster:
        """The class, and how each handed in."""
        return Roster.from_json(self.recall("roster"))

    def results_of(self, student: str) -> SubmissionResult | None:
        """One student's stored result, or ``None``."""
        query = "SELECT record FROM results WHERE student = ?"
        row = self._database.execute(query, (student,)).fetchone()
        return SubmissionResult.from_dict(json.loads(row[0])) if row else None

    def override(
        self,
        student: str,
        exercise_id: str,
        points: float,
        reason: str,
        by: str = "",
        *,
        frozen: bool = False,
    ) -> Override:
        """Give points by hand, for an exercise or for all of it; kept through regrades."""
        made = self.planned_override(student, exercise_id, points, reason, by)
        made = replace(made, frozen=frozen)
        self.keep_overrides([made])
        return made

    def planned_override(
        self, student: str, exercise_id: str, points: float, reason: str, by: str
    ) -> Override:
        """What ``override`` would store; raises what it raises, and stores nothing."""
        result = self.results_of(student)
        people = self.roster.students
        on_paper = not exercise_id and student in {person.key for person in people}
        if result is None and not on_paper:
            rows = self._database.execute("SELECT student FROM results ORDER BY student")
            known = [name for (name,) in rows]
            raise GradebookProblem(
                f"There is no result of {student!r} in this gradebook."
                f"{did_you_mean(student, known) or LATER}"
            )
        if result and not verdict_of(result, exercise_id):
            has = ", ".join(e.id for e in result.exercises) or "no exercise at all"
            raise GradebookProblem(
                f"{student}'s result has no exercise {exercise_id!r}. It has: {has}. "
                "Without an exercise the points are for the whole submission."
            )
        if not (math.isfinite(points) and points >= 0):
            raise GradebookProblem(f"Points must be a number from 0 up, not {points:g}.")
        most = self._most_points(result, exercise_id)
        if most is not None and points > most:
            raise GradebookProblem(
                f"{exercise_id} is worth {most:g} points, and {points:g} is more. Give at "
                "most that, or change its points in the course settings."
            )
        if not reason.strip():
            raise GradebookProblem('An override needs a reason: --reason "...".')
        return Override(
            *(student, exercise_id, float(points), reason.strip(), by, now()),
            verdict_of(result, exercise_id),
        )

    def keep_overrides(self, made: Iterable[Override]) -> None:
        """Keep overrides as they are, their dates and who made them: all, or none."""
        rows = [astuple(override) for override in made]
        with self._database:
            for table in ("overrides", "decisions"):
                self._database.executemany(
                    f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
                )

    def remove_override(self, student: str, exercise_id: str, by: str = "") -> bool:
        """Go back to what the grader found; whether there was an override."""
        with self._database:
            done = self._database.execute(
                "DELETE FROM overrides WHERE student = ? AND exercise = ?",
                (student, exercise_id),
            )
            if done.rowcount:
                removed = (student, exercise_id, None, "taken back", by, now(), "", False)
                self._database.execute(
                    "INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", removed
                )
        return done.rowcount > 0

    def decisions(self) -> tuple[Override, ...]:
        """Every override that ever was, oldest first; None points: taken back."""
        rows = self._database.execute("SELECT * FROM decisions ORDER BY rowid")
        return tuple(Override(*row) for row in rows)

    def overrides(self) -> tuple[Override, ...]:
        """Every override, by student and exercise."""
        query = "SELECT * FROM overrides ORDER BY student, exercise"
        return tuple(Override(*row) for row in self._database.execute(query))

    def stale_overrides(self) -> tuple[tuple[Override, str], ...]:
        """Overrides whose exercise has another verdict by now, and that verdict."""
        stale = []
        for override in self.overrides():
            now = verdict_of(self.results_of(override.student), override.exercise_id)
            if now != override.verdict:
                stale.append((override, now or "no longer graded"))
        return tuple(stale)

    def _most_points(
        self, result: SubmissionResult | None, exercise_id: str
    ) -> float | None:
        """What the exercise is worth in this course; None when it is not there."""
        for exercise in result.exercises if result else ():
            if exercise.id == exercise_id:
                return self.course.points.get(exercise_id, exercise.max_points)
        return None
