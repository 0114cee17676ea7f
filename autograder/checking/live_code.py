"""The code behind an answer in this process, and what the rules of its task say to it."""

import contextlib
import dis
import functools
import importlib
import sys
from collections.abc import Callable, Container
from dataclasses import replace
from types import CellType, FunctionType, ModuleType
from typing import Any, TypeVar

from autograder.checking.outcome import CaseResult, Verdict
from autograder.exercise.rules import Definition, ReachableCode, follow_code
from autograder.exercise.status import Status

T = TypeVar("T")


def reachable_code(answer: Any, lent: Container[str] = ()) -> ReachableCode:
    """The code that an answer can reach, but that of packages which lend it theirs."""
    function = next(iter(_functions(answer)), None)
    names = function.__globals__ if function else {}

    def look_up(name: str) -> Definition | None:
        if name not in names:
            return None
        definition = _definition(names[name], names)
        is_lent = definition.origin.partition(".")[0] in lent
        return Definition() if is_lent else definition

    return follow_code(_definition(answer, names), look_up)


def _guarded(look: Callable[..., T]) -> Callable[..., T | None]:
    """A look at a student's object, which may do anything: ``None`` where it raises."""

    @functools.wraps(look)
    def guarded(*given: Any) -> T | None:
        try:
            return look(*given)
        except KeyboardInterrupt:  # the reader's own
            raise
        except BaseException:
            return None

    return guarded


def load_imports(answer: Any) -> None:
    """Import what an answer's code imports, so that no time limit counts it."""
    for code in reachable_code(answer).codes:
        for step in dis.get_instructions(code):
            if step.opname == "IMPORT_NAME" and step.argval not in sys.modules:
                with contextlib.suppress(Exception):  # it will be raised where it stands
                    importlib.import_module(step.argval)


def _definition(value: Any, names: dict[str, Any]) -> Definition:
    return _guarded(_defined)(value, names) or Definition()


def _defined(value: Any, names: dict[str, Any]) -> Definition:
    functions = [f for f in _functions(value) if f.__globals__ is names]
    if functions:
        kind = () if isinstance(value, (FunctionType, type)) else (type(value).__name__,)
        held = (part for f in functions for part in _held(f) if callable(part))
        more = tuple(part for each in held for part in _origin(each).split("."))
        return Definition(tuple(f.__code__ for f in functions), (*kind, *more))
    return Definition(origin=_origin(value))


def _origin(value: Any) -> str:
    """The package and the name of a module, or of what is called; "" for anything else."""
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, functools.partial):
        return _origin(value.func)
    if not callable(value):
        return ""
    package = str(getattr(value, "__module__", None) or "").partition(".")[0]
    name = str(getattr(value, "__qualname__", getattr(value, "__name__", "")))
    # What is written in C stands in a module of its own: _functools.
    return f"{package.lstrip('_')}.{name}".removeprefix("builtins.").strip(".")


def _held(function: FunctionType) -> list[Any]:
    """What a function has of its defaults and of the scope around it."""
    cells = [c.cell_contents for c in function.__closure__ or () if _filled(c)]
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    return [*cells, *defaults]


def _functions(value: Any) -> list[FunctionType]:
    """The Python functions in something callable: wrapped, or a class's methods."""
    return _guarded(_functions_of)(value) or []


def _functions_of(value: Any) -> list[FunctionType]:
    if isinstance(value, FunctionType):
        held = [f for f in _held(value) if isinstance(f, FunctionType) and f != value]
        return [value, *held]
    if isinstance(value, (dict, list, tuple)):
        inside = value.values() if isinstance(value, dict) else value
        return [f for f in inside if isinstance(f, FunctionType)]
    if isinstance(value, type):
        return [f for item in vars(value).values() for f in _functions(item)]
    if isinstance(value, functools.partial):
        return _functions(value.func)
    if isinstance(value, (staticmethod, classmethod)):
        return _functions(value.__func__)
    for name in ("python_function", "pyfunc", "fget", "__wrapped__"):
        inner = vars(value).get(name) if hasattr(value, "__dict__") else None
        if callable(inner):
            return _functions(inner)
    own_call = type(value).__dict__.get("__call__")
    return _functions(type(value)) if isinstance(own_call, FunctionType) else []


def _filled(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:  # not bound yet
        return False


def with_rules(verdict: Verdict, code: ReachableCode) -> Verdict:
    """Take from a verdict what the broken rules of its task cost."""
    rules = verdict.exercise.rules
    if not rules or verdict.status.ended_early:
        return verdict
    reasons = {rule: what for rule in rules if (what := rule.broken_by(code))}
    idle = verdict.status == Status.NOT_ATTEMPTED
    if idle:  # a stub breaks no rule; who calls what is forbidden, itself a stub, does
        used = code.names.union(code.held)
        reasons = {rule: name for rule in rules for name in rule.names if name in used}
        if not reasons:
            return verdict
    broken = [*reasons]
    kept = tuple(
        CaseResult(rule.name, rule not in broken, 0.0, what=reasons.get(rule, ""))
        for rule in rules
    )
    if not broken:
        return replace(verdict, rules=kept)
    share = max(0.0, 1 - sum(rule.cost for rule in broken))
    points = round(verdict.points * share, 4)
    status, message, told = verdict.status, verdict.message, verdict.told
    if idle or status == Status.PASSED:
        told = (broken[0].says,)
        status, message = Status.PARTIAL if points else Status.FAILED, broken[0].says
        what = reasons[broken[0]]
        message += "" if what == "loop" else f" Your code uses {what}."
    costs = replace(verdict, status=status, points=points, rules=kept)
    return replace(costs, message=message, told=told)
