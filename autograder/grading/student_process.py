"""Run a student's code in processes of its own, one for each library and limit."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from autograder import frameworks
from autograder.checking.ask import CallSpec
from autograder.checking.outcome import Ask
from autograder.checking.retried import Recorder
from autograder.exercise.standalone import standalone_source
from autograder.grading.excerpts import Cut, Excerpt
from autograder.notebooks.slicing import everything_above, slice_for
from autograder.sandbox.clock import TimeSpent
from autograder.sandbox.pool import Limits, WarmProcesses
from autograder.sandbox.session import Session


@dataclass(frozen=True)
class Started:
    """A student's code that was run: how to ask it, what it raised, and where."""

    ask: Ask
    raised: str
    where: str


class StudentProcesses:
    """The processes of one student for one chapter; each is renewed when it has ended.

    Every chapter has a time limit of its own: who hands in the whole course at once
    needs longer than who hands in one notebook.
    """

    def __init__(self, limits: Limits, warm: WarmProcesses) -> None:
        self._limits, self._warm = limits, warm
        # What is run because an excerpt may lack something has a time of its own.
        self._spent: dict[Cut, TimeSpent] = {
            slice_for: TimeSpent(),
            everything_above: TimeSpent(),
        }
        self._sessions: dict[tuple[Any, ...], Session] = {}

    def close(self) -> None:
        """End the processes; the next start makes new ones."""
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()

    def prepare(self, excerpt: Excerpt) -> None:
        """Start what an excerpt's process is forked from, which may take seconds."""
        self._warm.get(excerpt.library)

    def start(self, excerpt: Excerpt, *, public: bool) -> Started:
        """Run an excerpt.

        Public inputs have a process of their own, which has never seen a hidden one. Raises
        ``SessionEnded`` when the code, or one of its limits, ended the process.
        """
        functions: dict[str, Callable[..., Any]] = {}
        values, code = {}, []
        for name, earlier in excerpt.fallbacks.items():
            if not earlier.is_code:
                values[name] = earlier.reference()
            elif earlier.framework == "numpy":
                functions[name] = earlier.reference
            else:  # gradients must flow through it: it has to be there itself
                code.append((f"<the reference {name}>", standalone_source(earlier)))
        session = self._session(excerpt, public)
        raised = session.run(
            (*code, *excerpt.code.cells),
            references=functions,
            given=values,
            tolerant=excerpt.code.whole,
            modules=excerpt.task.modules,
        )
        exercise, name = excerpt.task.exercise, excerpt.task.found.name
        if exercise.is_code:
            ask: Ask = session.asker(name, CallSpec.of(exercise))
        else:
            ask = session.value_asker(name)
        return Started(ask, raised, session.where)

    def recorder(self, excerpt: Excerpt) -> Recorder:
        """Calls an excerpt's answer once more, and says what its expressions gave.

        It is asked where the excerpt was run on public inputs.
        """
        exercise, name = excerpt.task.exercise, excerpt.task.found.name
        session = self._session(excerpt, public=True)
        return session.asker(name, CallSpec.of(exercise))

    def _session(self, excerpt: Excerpt, public: bool) -> Session:
        exercise, limits = excerpt.task.exercise, self._limits
        patience = frameworks.get(excerpt.library).patience
        limits = replace(
            limits,
            submission_seconds=max(
                limits.submission_seconds * patience, exercise.submission_seconds
            ),
            call_seconds=exercise.call_seconds or limits.call_seconds * patience,
        )
        kind = excerpt.library, limits, public, excerpt.cut
        session = self._sessions.get(kind)
        if session is None or session.over:
            warm = self._warm.get(excerpt.library)
            session = Session(warm, limits, spent=self._spent[excerpt.cut])
            self._sessions[kind] = session
        return session
