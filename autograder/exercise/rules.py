"""What a task forbids: rules that an answer's own code breaks or keeps.

A rule is looked for in the compiled code of the answer and of what it calls of its
own notebook, so that it is found the same way where there is a source and where
there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import CodeType

from autograder.exercise.bytecode import Held, comes_back, hands_on, keywords, loops, stored
from autograder.exercise.vocabulary import ALWAYS, public_names


@dataclass(frozen=True)
class Rule:
    """Something that a task forbids.

    ``says`` is one sentence for the card, ``cost`` the share of the points that
    breaking it costs.  Forbidden are the ``names`` (of functions, methods, modules;
    ``"functools.reduce"`` where both parts are there, the second perhaps a keyword) and,
    with ``loops``, every ``for``, ``while`` and comprehension, but over a few things that
    are written out, and every function that comes back to itself.

    Where ``of`` names libraries, in full (``"numpy.ndarray"``), an answer uses the names
    that they have, its own and Python's plainest: any other could stand for what is
    forbidden.
    """

    name: str
    says: str
    cost: float = 0.5
    loops: bool = False
    names: tuple[str, ...] = ()
    of: tuple[str, ...] = ()

    def costing(self, share: float) -> Rule:
        """The same rule at another price."""
        return replace(self, cost=share)

    def broken_by(self, reachable: ReachableCode) -> str:
        """What of an answer's code is forbidden: ``loop``, or a name; else ``""``."""
        codes = reachable.codes
        if self.loops and (loops(codes) or comes_back(codes, reachable.held)):
            return "loop"
        if self.loops and hands_on(codes, reachable.functions):
            return "a function that is handed on"
        # A method of one's own may be called backward.
        own = {code.co_name for code in codes}
        foreign = reachable.names - own
        # What is lent has no code of its own; a task may forbid it by its name.
        lent = {
            name for name, (code, names) in reachable.held.items() if not (code or names)
        }
        used = foreign.union(lent.difference(NO_LOOPS.names), *map(keywords, codes))
        for name in self.names:
            if used.issuperset(name.split(".")):
                return name
        if not self.of:
            return ""
        own = {name for name in own.union(*map(stored, codes)) if name[:2] != "__"}
        methods = {code.co_name for code in codes if code.co_name[:2] == "__"}
        unknown = (foreign | methods) - own - ALWAYS
        for library in self.of:
            if unknown:  # or a library is loaded for an answer that names nothing of it
                unknown -= public_names(library)
        return min(unknown | (foreign & reachable.patched), default="")


@dataclass(frozen=True)
class Definition:
    """What a name of a notebook stands for: code, other names, or something imported."""

    codes: tuple[CodeType, ...] = ()
    names: tuple[str, ...] = ()
    origin: str = ""  # the dotted name of what is not the notebook's own
    runs: bool = False  # a function, of which a call gives no code but a result


@dataclass(frozen=True)
class ReachableCode:
    """The code that an answer can reach, and every foreign name in it.

    ``patched`` are names to which the notebook gives another meaning in a library.
    ``functions`` are names of functions; ``held`` has for each of the notebook's names
    its code, and the other names that it holds.
    """

    codes: tuple[CodeType, ...]
    names: frozenset[str]
    functions: frozenset[str] = frozenset()
    patched: frozenset[str] = frozenset()
    held: Mapping[str, Held] = field(default_factory=dict)


def follow_code(
    start: Definition, look_up: Callable[[str], Definition | None]
) -> ReachableCode:
    """All code that an answer can reach through what it calls, and its foreign names."""
    codes: list[CodeType] = []
    names, seen, functions = set[str](), set[str](), set[str]()
    held: dict[str, Held] = {}
    pending = [start]
    while pending:
        here = pending.pop()
        names.update(filter(None, here.origin.split(".")))
        inside = list(here.codes)
        codes += inside
        for code in inside:  # grows while it is gone through
            inside += [c for c in code.co_consts if isinstance(c, CodeType)]
        codes += inside[len(here.codes) :]
        used = {*here.names, *(name for code in inside for name in code.co_names)} - seen
        seen |= used
        for name in used:
            definition = look_up(name)
            if definition is None:
                names.update(name.split("."))
                continue
            held[name] = definition.codes, definition.names
            called = {code.co_name for code in definition.codes} & {name, "<lambda>"}
            functions |= {name} if called else set()
            pending.append(definition)
    return ReachableCode(tuple(codes), frozenset(names), frozenset(functions), held=held)


ARRAYS = ("numpy", "numpy.ndarray", "numpy.ufunc", "numpy.linalg", "math")
#: No loop over entries, no comprehension, and no function that stands for one.
NO_LOOPS = Rule(
    "no loop",
    "A loop is not allowed here: say it for whole arrays at once, and let the library go "
    "over the entries.",
    loops=True,
    names=(
        *("map", "filter", "sorted", "functools.reduce", "itertools", "iter", "next"),
        *("exec", "eval", "compile", "max.key", "min.key", "sort.key", "print.file"),
        # What calls a function for entries or rows.
        *("vectorize", "apply_along_axis", "apply_over_axes", "fromiter", "frompyfunc"),
        *("fromfunction", "piecewise", "mask_indices", "pad", "nditer", "array2string"),
        *("set_printoptions.formatter", "printoptions.formatter", "seterrcall"),
        *("errstate.call", "test", "loadtxt", "genfromtxt", "fromregex", "load"),
    ),
    of=(*ARRAYS, "scipy.linalg", "scipy.special"),
)
#: No gradient that a library works out.
NO_AUTOGRAD = Rule(
    "no autograd",
    "Automatic differentiation is not allowed here: work the gradients out yourself.",
    names=(
        *("autograd", "backward", "grad", "grad_fn", "requires_grad", "requires_grad_"),
        *("enable_grad", "set_grad_enabled", "retain_grad", "register_hook", "func"),
        "register_post_accumulate_grad_hook",
        *("GradientTape", "ForwardAccumulator", "vjp", "jvp", "jacrev", "jacfwd"),
        *("exec", "eval", "compile", "load", "vmap"),
    ),
    of=(*ARRAYS, "torch", "torch.Tensor", "torch.nn", "torch.nn.functional"),
)
