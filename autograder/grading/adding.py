"""A later hand-in that is added to an earlier one, and takes nothing of it away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.records import SubmissionResult
from autograder.grading.dependencies import GradingState
from autograder.handin.submission import Submission


def added(
    old: SubmissionResult, new: SubmissionResult, handed: Submission, state: GradingState
) -> SubmissionResult:
    """An earlier result with the chapters that a later hand-in has a notebook for.

    Parameters
    ----------
    old
        What was graded before.
    new
        What was found in the later hand-in alone.
    handed
        The later hand-in.
    state
        Knows the key's chapters.

    Returns
    -------
    Both as one result; of a later hand-in that is not graded only why.
    """
    if old.status != SubmissionStatus.GRADED:
        return new
    names = _earlier_names(old, handed)
    old = replace(
        old,
        notebooks=tuple(replace(n, name=names[n.name]) for n in old.notebooks),
        exercises=tuple(
            replace(e, notebook=names.get(e.notebook, e.notebook)) for e in old.exercises
        ),
    )
    if new.status != SubmissionStatus.GRADED:
        note = f"A later hand-in was not graded ({new.status}): {new.message}"
        return replace(old, notes=tuple(dict.fromkeys((*old.notes, note))))
    there = {e.id.partition(".")[0] for e in new.exercises if e.notebook}
    chapters = tuple(c.name for c in state.key.chapters if c.prefix in there)
    made = state.join(old, new, chapters)
    counting = {e.notebook for e in made.exercises}
    kept = [n for n in old.notebooks if n.name in counting]
    return replace(made, notebooks=(*kept, *new.notebooks))


def times_before(
    old: SubmissionResult, known: Mapping[str, str], handed: Submission
) -> dict[str, str]:
    """When each notebook of an earlier result was handed in, by its name from now on.

    Parameters
    ----------
    old
        What was graded before.
    known
        What is known of single notebooks, by the names they had.
    handed
        The later hand-in.

    Returns
    -------
    Moments, as ISO 8601 has them.
    """
    times = {n.name: known.get(n.name) or old.handed_in for n in old.notebooks}
    names = _earlier_names(old, handed)
    return {names[name]: time for name, time in times.items() if time}


def _earlier_names(old: SubmissionResult, handed: Submission) -> dict[str, str]:
    """What to call each earlier notebook from now on: a later one may be called so."""
    taken = {name for name, _ in handed.files}
    names = {notebook.name: notebook.name for notebook in old.notebooks}
    for name in names.keys() & taken:
        while names[name] in taken or names[name] in names:
            names[name] += " (earlier)"
    return names
