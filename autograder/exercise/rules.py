"""What a task forbids: rules that an answer's own code breaks or keeps.

A rule is looked for in the compiled code of the answer and of what it calls of its
own notebook, so that it is found the same way where there is a source and where
there is none.
"""

from __future__ import annotations

import dis
import inspect
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import CodeType


@dataclass(frozen=True)
class Rule:
    """Something that a task forbids.

    ``says`` is one sentence for the card, ``cost`` the share of the points that
    breaking it costs.  Forbidden are the ``names`` (of functions, methods, modules;
    ``"functools.reduce"`` where both parts are there) and, with ``loops``, every ``for``,
    ``while`` and comprehension, but over what is written out, and every function that
    comes back to itself.
    """

    name: str
    says: str
    cost: float = 0.5
    loops: bool = False
    names: tuple[str, ...] = ()

    def costing(self, share: float) -> Rule:
        """The same rule at another price."""
        return replace(self, cost=share)

    def broken_by(self, reachable: ReachableCode) -> bool:
        """Whether an answer's code does what is forbidden."""
        codes = reachable.codes
        loops = self.loops and (any(map(_loops, codes)) or _comes_back(codes))
        # A method of one's own may be called backward.
        foreign = reachable.names - {code.co_name for code in codes}
        return loops or any(foreign.issuperset(name.split(".")) for name in self.names)


@dataclass(frozen=True)
class Definition:
    """What a name of a notebook stands for: code, other names, or something imported."""

    codes: tuple[CodeType, ...] = ()
    names: tuple[str, ...] = ()
    origin: str = ""  # the dotted name of what is not the notebook's own
    runs: bool = False  # a function, of which a call gives no code but a result


@dataclass(frozen=True)
class ReachableCode:
    """The code that an answer can reach, and every foreign name in it."""

    codes: tuple[CodeType, ...]
    names: frozenset[str]


def follow_code(
    start: Definition, look_up: Callable[[str], Definition | None]
) -> ReachableCode:
    """Collect all code that an answer can reach through what it calls.

    Returns the code, and the foreign names in it.
    """
    codes: list[CodeType] = []
    names: set[str] = set()
    seen: set[str] = set()
    pending = [start]
    while pending:
        here = pending.pop()
        names.update(here.origin.split("."))
        inside = list(here.codes)
        codes += inside
        for code in inside:  # grows while it is gone through
            inside += [c for c in code.co_consts if isinstance(c, CodeType)]
        codes += inside[len(here.codes) :]
        used = {*here.names, *(name for code in inside for name in code.co_names)} - seen
        seen |= used
        for name in used:
            found = look_up(name)
            names.update(name.split(".") if found is None or found.origin else ())
            pending += [found] if found else []
    return ReachableCode(tuple(codes), frozenset(names))


def _loops(code: CodeType) -> bool:
    """Whether it goes over something, or back without: not over what is written out.

    ``for W in (W_q, W_k)`` and ``for a in args`` save lines, and go over no entries.
    """
    steps = list(dis.get_instructions(code))
    for before, step in itertools.pairwise(steps):
        if step.opname == "GET_ITER" and not _written_out(before, code):
            return True
    heads = {step.offset for step in steps if step.opname == "FOR_ITER"}
    return any(
        step.opcode in _JUMPS
        and isinstance(step.argval, int)
        and step.argval < step.offset
        and step.argval not in heads
        and "NO_INTERRUPT" not in step.opname  # waiting for another generator
        for step in steps
    )


def _comes_back(codes: Sequence[CodeType]) -> bool:
    """Whether a function calls itself, at once or by way of others."""
    calls = {code.co_name: _called(code) for code in codes}
    for start in calls:
        pending, seen = [start], set[str]()
        while pending:
            here = pending.pop()
            if start in calls.get(here, ()):
                return True
            pending += [name for name in calls.get(here, ()) if name not in seen]
            seen.update(calls.get(here, ()))
    return False


def _called(code: CodeType) -> set[str]:
    """Names of variables that a function reads, without its own parameters."""
    loads = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF")
    return {s.argval for s in dis.get_instructions(code) if s.opname in loads}


def _written_out(step: dis.Instruction, code: CodeType) -> bool:
    """Whether an instruction makes a tuple or a list, or takes the ``*args``."""
    given = code.co_argcount + code.co_kwonlyargcount
    args = code.co_varnames[given : given + 1] if code.co_flags & inspect.CO_VARARGS else ()
    return step.opname in ("BUILD_TUPLE", "BUILD_LIST", "LOAD_CONST") or (
        step.opname.startswith("LOAD_FAST") and step.argval in args
    )


_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))


#: No loop over entries, no comprehension, and no function that stands for one.
NO_LOOPS = Rule(
    "no loop",
    "The task asks for no loop: say it for whole arrays at once, and let the library go "
    "over the entries.",
    loops=True,
    names=(
        *("map", "filter", "sorted", "vectorize", "apply_along_axis", "fromiter"),
        *("frompyfunc", "fromfunction", "functools.reduce", "itertools"),
        *("exec", "eval", "compile"),
    ),
)
#: No gradient that a library works out.
NO_AUTOGRAD = Rule(
    "no autograd",
    "The task asks for no automatic differentiation: work the gradients out yourself.",
    names=(
        *("autograd", "backward", "requires_grad", "requires_grad_", "enable_grad"),
        *("GradientTape", "ForwardAccumulator", "vjp", "jvp", "jacrev", "jacfwd"),
    ),
)
