"""What an exercise is: the reference, how it is checked, and what goes wrong.

An answer key is made of these.  The engine knows nothing else about a course.
Only the standard library and NumPy may be imported here: the same code runs
in Jupyter, in the grader and in the reader's browser.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from autograder.exercise import kinds
from autograder.exercise.building import built_wrong
from autograder.exercise.changes import Change
from autograder.exercise.kinds.kind import Kind
from autograder.exercise.problem import Problem
from autograder.exercise.rules import Rule

if TYPE_CHECKING:
    from autograder.exercise.questions import QuestionSource

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Case:
    """A named group of calls; all of them must be right to earn its share.

    ``draw`` makes the positional arguments of one call from a generator, so
    that every run of the grader meets numbers nobody has seen.  Give every
    dimension its own size and let nothing be symmetric by accident.  It is called
    ``calls`` times: once is enough for what a case pins by its shapes alone, and
    three times where whole numbers, words, masks or a result of few numbers may be
    easy by luck.

    With ``raises`` the call is right when it raises an error of that type.
    ``peak_mb`` is the most memory, in MiB, that a call may hold at once; 0 for
    no limit; ``never_held(*arguments)`` is the least array that the task forbids to hold,
    and ``verify`` proves that it does not fit.  With ``gradients`` the calls of a function
    on tensors are compared by the gradients that flow from its results to its arguments,
    and by nothing else.
    A function may also be given a ``Trial`` in the place of all arguments.
    What a task wishes and cannot hold, since the answer could hide it, has ``weight`` 0.
    An ``easy`` case is one that an answer which does nothing passes (it returns an
    argument, zeros, what an earlier exercise returns): it earns only beside another.
    """

    name: str
    draw: Callable[[np.random.Generator], Arguments]
    calls: int = 2
    weight: float = 1.0
    raises: str = ""
    peak_mb: float = 0.0
    never_held: Callable[..., np.ndarray] | None = None
    gradients: bool = False
    easy: bool = False


@dataclass(frozen=True)
class Property:
    """Something true of every right answer, checked without the reference.

    ``holds(answer, output, *arguments)`` is true or false; ``answer`` calls
    the student's function again, for properties that relate two calls.
    ``says`` is the sentence for a student whose answer does not have it.
    It is checked on the first call of each case; where the result equals the
    reference's, of the first such case alone.
    """

    name: str
    says: str
    holds: Callable[..., bool]


AS_GIVEN = "as-given"  # the id of an exercise's ``broken``, for a key's answers


@dataclass(frozen=True, eq=False)
class Misconception:
    """A wrong answer that students give, and what a good teacher says to it.

    Parameters
    ----------
    id
        What results call it, such as ``"wrong-axis"``.
    says
        The sentence for the student.
    wrong
        A ``change`` of the reference; or the source of a whole answer, as a student
        would write it.
    """

    id: str
    says: str
    wrong: Change | str


@dataclass(frozen=True)
class Same:
    """Why a small change of the reference means the same, and is no wrong answer."""

    change: Change
    why: str


@dataclass(frozen=True)
class RubricItem:
    """Something that an answer in words should say, and the points for it.

    ``says`` goes on from "the answer": ``"names the sum that overflows"``.
    """

    says: str
    points: float = 1.0


@dataclass(frozen=True, eq=False)
class Exercise:
    """One exercise of an answer key.

    Parameters
    ----------
    id
        ``"prefix.name"``; the prefix belongs to one chapter.
    title
        What a report calls it.
    kind
        ``function``; ``layer``, a class of PyTorch or Keras, whose cases draw
        ``(constructor arguments, inputs)``, perhaps with the name of a part whose
        parameters are 0, and which is compared by output and
        by every gradient; ``object``, a class whose cases draw ``(constructor
        arguments, ((method name, arguments), ...))`` and which is compared by
        what each method returns; ``value``, an array worked out by hand;
        ``choice``, a letter; ``text``, an answer in words, and ``work``, a figure or free
        work, which a person reads with the ``rubric`` beside it; ``trial``, a function
        whose cases draw a ``Trial`` that calls it; or the name of a module with a kind of
        its own.
    reference
        The right answer.  Its signature and docstring become the stub.  For a
        ``value`` or ``choice``: a function of no arguments that returns it.
    broken
        The code to repair that the stub holds, with what to say to who hands it in:
        an answer that gives what it gives, in every call, gets no points.
    rubric
        What an answer in words should say; its points are the exercise's.
    same
        Mutants of the reference that mean the same, with the reason.
    hints
        From a nudge to nearly the answer; shown one at a time.
    framework
        Whose tensors a function takes and returns, and whose layer it is:
        ``numpy``, ``torch``, ``tensorflow``, or the name of a module with a
        framework of its own.  Cases always draw NumPy arrays.
    observe
        ``observe(result, *arguments)`` is what is compared instead of the
        result, where several results are right.
    call_seconds, submission_seconds
        What one call, and all exercises together, may take while this one is
        graded; 0 for the run's own limits.
    atol
        Absolute tolerance; by default it follows the dtypes of what is given and of
        the reference's result, never that of the answer.
    dtype
        What the task promises of the results' dtype where they are floats: a name such
        as ``"float64"``; ``"input"``, exactly the reference's, which follows its
        inputs; ``"any"``, float32 is good enough whatever is given; by default none
        that is coarser than the reference's and the inputs'.  Where anything is
        promised, whole numbers are asked for where the reference gives them; booleans
        always are.
    rules
        What the task forbids, with what breaking it costs (``exercise.rules``).
    needs
        Modules beside its framework's that an answer imports and a machine may lack.
        Where one is missing an answer cannot be judged, and is no zero.
    order
        Where it stands in its chapter: 10, 20, 30, with room for what comes between.
    section
        Where in the book to reread: ``"03-numpy#a-stable-softmax"``.
    entry
        What an entry of a ``value`` is made of, said of the first wrong one, with ``{0}``,
        ``{1}`` for its index: ``"Entry {0} is the sum of row {0}."``
    source
        Where its questions come from: drawn from the cases, or, in a student's
        copy, which has no reference, read from a file.
    """

    id: str
    title: str
    reference: Callable[..., Any]
    points: float
    minutes: int
    difficulty: Literal[1, 2, 3]
    cases: tuple[Case, ...] = ()
    properties: tuple[Property, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    rubric: tuple[RubricItem, ...] = ()
    same: tuple[Same, ...] = ()
    hints: tuple[str, ...] = ()
    broken: Misconception | None = None
    kind: str = "function"
    framework: str = "numpy"
    observe: Callable[..., Any] | None = None
    call_seconds: float = 0.0
    submission_seconds: float = 0.0
    atol: float | None = None
    dtype: str = ""
    rules: tuple[Rule, ...] = ()
    needs: tuple[str, ...] = ()
    order: float = 0.0
    section: str = ""
    entry: str = ""
    name: str = field(default="")
    source: QuestionSource | None = None

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id.rpartition(".")[2])
        if not self.is_code and not self.cases:
            only = Case("the answer", lambda rng: (), calls=1)
            object.__setattr__(self, "cases", (only,))
        if not self.cases:
            raise Problem(f"Exercise {self.id!r} has no cases: nothing is checked.")

    @property
    def is_read(self) -> bool:
        """Whether a person reads the answers and gives the points."""
        return self.handler.is_read

    @property
    def handler(self) -> Kind:
        """How answers of its kind are asked, read and shown."""
        return kinds.get(self.kind)

    @property
    def is_code(self) -> bool:
        """Whether the answer is code to call, not a value to look at."""
        return self.handler.is_code

    @property
    def why_not_here(self) -> str:
        """One sentence where a module that answers import is missing; ``""`` elsewhere."""
        missing = [name for name in self.needs if importlib.util.find_spec(name) is None]
        return (
            f"{self.title} needs {' and '.join(missing)}, not installed here: answers "
            "cannot be checked, and none counts as wrong."
            if missing
            else ""
        )

    @property
    def all_misconceptions(self) -> tuple[Misconception, ...]:
        """The misconceptions, and what the code to repair shows, where there is some."""
        broken = (self.broken,) if self.broken else ()
        return *self.misconceptions, *broken

    def wrong_answer(self, *misconceptions: Misconception) -> Callable[..., Any]:
        """The answer of someone who has these misconceptions."""
        return built_wrong(self, misconceptions)


@dataclass(frozen=True)
class Chapter:
    """A chapter of a key: its notebook's name and where its exercises are.

    ``module`` is a folder of the key with a module an exercise, or one module with
    all of them (``autograder.exercise.key``); their ids begin with ``prefix``.  It
    is imported when an exercise is asked for, so that a NumPy chapter never waits
    for TensorFlow.

    ``builds_on`` are exercises of earlier chapters, by id, whose functions its notebook
    imports.  A student's process cannot import them: it is given their references.
    """

    name: str
    title: str
    prefix: str
    module: str
    builds_on: tuple[str, ...] = ()
