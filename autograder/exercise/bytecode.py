"""What compiled code does, read from its instructions, the same in Python 3.11 to 3.13."""

import dis
import inspect
import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import CodeType

Held = tuple[tuple[CodeType, ...], tuple[str, ...]]  # a name's code, and other names
MOST_WRITTEN_OUT = 6  # things that a loop may go over
ANY_KEYWORD = frozenset(("key", "file", "call"))  # what a call by ** may say
INLINE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))
_STORES = ("STORE_ATTR", "STORE_NAME", "STORE_GLOBAL")
_READS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF")


def loops(codes: Iterable[CodeType]) -> bool:
    """Whether code goes over something, or back without: not over what is written out.

    ``for W in (W_q, W_k)`` and ``for a in args`` save lines, and go over no entries,
    unless a call spreads them (``f(*x)``).
    """
    steps = {code: list(dis.get_instructions(code)) for code in codes}
    spread = any(s.opname == "CALL_FUNCTION_EX" for each in steps.values() for s in each)
    return any(_loops(code, each, spread) for code, each in steps.items())


def _loops(code: CodeType, steps: list[dis.Instruction], spread: bool) -> bool:
    for before, step in itertools.pairwise(steps):
        if step.opname == "GET_ITER" and not _written_out(before, code, spread):
            return True
        if step.opname == "GET_AITER":
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


def _written_out(step: dis.Instruction, code: CodeType, spread: bool) -> bool:
    """Whether an instruction makes a short tuple or list, or takes the ``*args``."""
    given = code.co_argcount + code.co_kwonlyargcount
    args = code.co_varnames[given : given + 1] if code.co_flags & inspect.CO_VARARGS else ()
    if step.opname.startswith("LOAD_FAST"):
        return step.argval in args and not spread
    if step.opname == "LOAD_CONST":
        return isinstance(step.argval, tuple) and len(step.argval) <= MOST_WRITTEN_OUT
    made = step.opname in ("BUILD_TUPLE", "BUILD_LIST")
    return made and step.argval <= MOST_WRITTEN_OUT


def comes_back(codes: Collection[CodeType], held: Mapping[str, Held]) -> bool:
    """Whether a function calls itself, at once or by way of others.

    ``held`` has for each name of the notebook its code and the names that it holds.
    """
    methods = {code.co_name for code in codes if _is_method(code)}
    leads: dict[str, set[str]] = defaultdict(set)
    for name, (own, others) in held.items():
        leads[name] |= {*others, *(code.co_name for code in own)} - {name, "<lambda>"}
        for code in own:
            leads[name] |= _reads(code, methods) if code.co_name == "<lambda>" else set()
    for code in codes:
        leads[code.co_name] |= _reads(code, methods) if code.co_name[0] != "<" else set()
        for made, name in _made_in(code):
            leads[name] |= _reads(made, methods) if name else set()
    for start in [*leads]:
        pending, seen = [start], set[str]()
        while pending:
            here = leads.get(pending.pop(), set())
            if start in here:
                return True
            pending += here - seen
            seen |= here
    return False


def _is_method(code: CodeType) -> bool:
    around = code.co_qualname.rpartition(".")[0]
    return bool(around) and not around.endswith("<locals>")


def _reads(code: CodeType, methods: Collection[str]) -> set[str]:
    """Names of variables that code reads, without its parameters, and of methods.

    What has no name of its own in it belongs to it.
    """
    steps = list(dis.get_instructions(code))
    names = {s.argval for s in steps if s.opname in _READS}
    if _is_method(code):
        of_self = {s.argval for s in steps if s.opname in ("LOAD_ATTR", "LOAD_METHOD")}
        names |= of_self.intersection(methods)
    inside = (c for c in code.co_consts if isinstance(c, CodeType) and c.co_name[0] == "<")
    return names.union(*(_reads(each, methods) for each in inside))


def hands_on(codes: Iterable[CodeType], functions: Collection[str]) -> bool:
    """Whether code gives a function to another, which may call it for each entry.

    ``functions`` are the notebook's own, by name.  Returning one, and decorating it where
    it is defined, are no such thing.
    """
    made = {code: [name for _, name in _made_in(code)] for code in codes}
    enclosed = {name for names in made.values() for name in names if name}
    for code, own in made.items():
        if "" in own:
            return True
        for before, step, after in _in_threes(code):
            if step.opname == "LOAD_GLOBAL":
                called, known = bool((step.arg or 0) & 1), {*functions}
            elif step.opname.startswith(("LOAD_FAST", "LOAD_DEREF")):
                called = "PUSH_NULL" in (before, after)
                known = {*own} if step.opname.startswith("LOAD_FAST") else enclosed
            else:
                continue
            names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            if not called and after != "RETURN_VALUE" and not known.isdisjoint(names):
                return True
    return False


def _in_threes(code: CodeType) -> Iterator[tuple[str, dis.Instruction, str]]:
    steps = list(dis.get_instructions(code))
    names = ["", *(step.opname for step in steps), ""]
    yield from zip(names, steps, names[2:], strict=False)


def _made_in(code: CodeType) -> Iterator[tuple[CodeType, str]]:
    """The functions that code makes, and the names that it stores them under, if any."""
    steps = list(dis.get_instructions(code))
    for place, step in enumerate(steps):
        made = steps[place - 1].argval
        if step.opname != "MAKE_FUNCTION" or made.co_name in INLINE:
            continue
        if "LOAD_BUILD_CLASS" in [s.opname for s in steps[max(0, place - 4) : place]]:
            continue
        rest = itertools.dropwhile(_goes_on, steps[place + 1 :])
        after = next(rest)
        if after.opname.startswith("STORE_"):
            yield made, str(after.argval)
        elif after.opname == "RETURN_VALUE":
            yield made, made.co_name
        else:
            yield made, ""


def _goes_on(step: dis.Instruction) -> bool:
    """Whether a function is only completed: its parts, a decorator's call."""
    decorates = step.opname in ("PRECALL", "CALL") and step.arg == 0
    return decorates or step.opname in ("SET_FUNCTION_ATTRIBUTE", "CACHE")


def keywords(code: CodeType) -> frozenset[str]:
    """The names by which a function's calls give what they give."""
    steps = dis.get_instructions(code)
    names = {n for c in code.co_consts if isinstance(c, tuple) for n in c if type(n) is str}
    by_name = any(s.opname == "CALL_FUNCTION_EX" and (s.arg or 0) & 1 for s in steps)
    return frozenset(names | ANY_KEYWORD if by_name else names)


def stored(code: CodeType) -> set[str]:
    """The names that code gives something: variables of a class, and attributes."""
    return {s.argval for s in dis.get_instructions(code) if s.opname in _STORES}
