"""Find the source of an answer, and compile a copy of it that is recorded."""

import ast
import builtins
import inspect
import linecache
import re
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from autograder.tracing.instrument import RecordedCode, Source, walked

MOST_SOURCES = 40
# What a class is made of, as Python says it, and not the class itself.
LINEAGE, NAMES = type.__dict__["__mro__"], type.__dict__["__dict__"]
NOTHING: Mapping[str, str] = types.MappingProxyType({})

Piece = tuple[str, types.CodeType | None]  # a name, and what defines it anew


def compiled(
    code: RecordedCode, answer: Callable[..., Any], changed: Mapping[str, str] = NOTHING
) -> tuple[Piece, ...]:
    """The answer, and what of its own module it uses, rewritten so as to be recorded.

    ``changed``: other texts in the place of some.
    """
    home, pieces = globals_of(answer), list[Piece]()
    for name, source in _reachable(answer, home) if home is not None else ():
        source = replace(source, text=changed.get(source.text, source.text))
        try:
            tree = code.instrumented(source)
            made = compile(tree, f"<recorded {name}>", "exec", dont_inherit=True)
        except Exception:  # it goes on uninstrumented
            made = None
        pieces.append((name, made))
    return tuple(pieces)


def instrumented_copy(
    pieces: Sequence[Piece],
    answer: Callable[..., Any],
    names: dict[str, Any],
    *,
    is_strict: bool = False,
) -> Callable[..., Any] | None:
    """The answer defined anew in a copy of its globals; ``None`` where that cannot be.

    ``names``: what hands values on, by the names that rewritten code calls it by;
    ``is_strict``: whether every piece must be rewritten.
    """
    home = globals_of(answer)
    if home is None:
        return None
    namespace = {**home, **names, "__builtins__": builtins}
    for name, made in pieces:
        try:
            exec(made, namespace)  # type: ignore[arg-type]
        except Exception:  # it was not compiled, or does not run here
            if is_strict:
                return None
            namespace[name] = home.get(name)
    copied = namespace.get(answer.__name__)
    return copied if callable(copied) and copied is not answer else None


def globals_of(answer: Any) -> dict[str, Any] | None:
    """The names of the module of a function or a class; ``None`` for anything else."""
    if type(answer) is types.FunctionType:
        return answer.__globals__
    if _is_class(answer):
        return next((m.__globals__ for m in _methods(answer)), None)
    return None


def _is_class(unit: Any) -> bool:
    """Whether it is a class, whatever it says itself."""
    return issubclass(type(unit), type)


def defined_elsewhere(answer: Any) -> set[str]:
    """The functions and classes of an answer's module that stand in other cells."""
    home = globals_of(answer)
    return {
        name
        for name, value in (home or {}).items()
        if globals_of(value) is home and _file_of(value) != _file_of(answer)
    }


def _file_of(unit: Any) -> str:
    method = _methods(unit)[0] if _is_class(unit) else unit
    return str(method.__code__.co_filename)


def _lineage(unit: Any) -> list[Any]:
    """A function; of a class those of its own module that it is made of, oldest first."""
    if not _is_class(unit):
        return [unit]
    home, lineage = _module_of(unit), LINEAGE.__get__(unit)
    return [each for each in reversed(lineage) if _module_of(each) == home]


def _module_of(unit: type) -> object:
    return NAMES.__get__(unit).get("__module__")


def _methods(unit: type) -> list[types.FunctionType]:
    """A class's own methods first, then those of the classes that it is made of."""
    return [
        method
        for each in reversed(_lineage(unit))
        for method in NAMES.__get__(each).values()
        if isinstance(method, types.FunctionType)
    ]


def _reachable(answer: Any, home: dict[str, Any]) -> Iterator[tuple[str, Source]]:
    """The sources of an answer and of what of its module it names."""
    waiting = _lineage(answer)
    seen = {each.__name__ for each in waiting}
    while waiting and len(seen) < MOST_SOURCES:
        unit = waiting.pop(0)
        try:
            source = _source_of(unit)
            tree = ast.parse(source.text)
        except (OSError, TypeError, SyntaxError, LookupError):
            continue
        if isinstance(tree.body[0], ast.FunctionDef | ast.ClassDef):
            yield unit.__name__, source
        for node in walked(tree):
            if isinstance(node, ast.Name) and node.id not in seen:
                named = home.get(node.id)
                is_own = named is not None and globals_of(named) is home
                if named is not None and is_own and named.__name__ == node.id:
                    more = [each for each in _lineage(named) if each.__name__ not in seen]
                    seen |= {each.__name__ for each in more}
                    waiting += more


def whole_text(answer: Callable[..., Any]) -> str:
    """The answer, and what of its own module it uses, as one text; "" where it has none."""
    home = globals_of(answer)
    sources = _reachable(answer, home) if home is not None else ()
    return "\n".join(source.text for _, source in sources)


def source_text(answer: Any) -> str:
    """The lines that define a function or a class; "" where they are not known."""
    try:
        return _source_of(answer).text
    except (OSError, TypeError, LookupError, SyntaxError, AttributeError):
        return ""


def _source_of(unit: Any) -> Source:
    if isinstance(unit, type):
        return _source_of_class(unit)
    lines, first = inspect.getsourcelines(unit)
    text = textwrap.dedent("".join(lines))
    return Source(text, max(first, 1), place_of(unit.__code__.co_filename))


def _source_of_class(unit: type) -> Source:
    """Found by its methods: ``inspect`` finds no class that a cell defines."""
    method = _methods(unit)[0]
    code, is_own = method.__code__, method in vars(unit).values()
    lines = linecache.getlines(code.co_filename)
    for node in ast.walk(ast.parse("".join(lines))):
        if not isinstance(node, ast.ClassDef) or node.name != unit.__name__:
            continue
        end = node.end_lineno or node.lineno
        if not is_own or node.lineno <= code.co_firstlineno <= end:
            text = textwrap.dedent("".join(lines[node.lineno - 1 : end]))
            return Source(text, node.lineno, place_of(code.co_filename))
    raise LookupError(unit.__name__)


def place_of(filename: str) -> str:
    """The cell that a file name stands for, as a card says it; ``""`` for others."""
    cell = re.fullmatch(r"<(code cell \d+)>", filename)
    return cell[1].capitalize() if cell else ""
