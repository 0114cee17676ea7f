"""Which lines first use what a statement made: as good a place for a mark as its own."""

import ast
from collections.abc import Container, Iterator

from autograder.tracing.known import is_plain
from autograder.tracing.record import Trace

FUNCTIONS = (ast.FunctionDef, ast.Lambda)
COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try)


def first_uses(
    source: str, line: int, original: str = "", sizes: Container[int] = ()
) -> set[int]:
    """The lines that first use what a line makes: a name, a branch, what is returned.

    Parameters
    ----------
    source
        Code as ``ast.unparse`` lays it out, one statement a line.
    line
        Of a statement in it, counted from 1.
    original
        The code before that line was changed: what it made there is missed here.
    sizes
        Lines that make no array, but a size, a slice or the like: who uses what they
        make uses that.

    Returns
    -------
    For each thing that the statement makes the first line after it that reads or fills
    that, and the first that reads it, or the first of the loop they stand in; of a loop or
    a branch the first after it, too; of what it returns the lines that call it.
    """
    tree = ast.parse(source)
    missed = _at(ast.parse(original), line)
    found: set[int] = set()
    waiting = _uses(tree, _at(tree, line), missed)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting |= _uses(tree, _at(tree, one), ast.Pass()) if one in sizes else set()
    return found - {line}


def _uses(tree: ast.Module, own: ast.stmt, missed: ast.stmt) -> set[int]:
    line = own.lineno
    statements = [n for n in ast.walk(tree) if isinstance(n, ast.stmt)]
    function = _around(tree, own, ast.FunctionDef)
    inside = [*ast.walk(own)]
    found = _first_of_blocks(own)
    if isinstance(own, ast.FunctionDef):
        found |= _callers(statements, own.name)
        arguments = {a.arg for a in ast.walk(own.args) if isinstance(a, ast.arg)}
        found |= _readers([s for s in statements if s in inside[1:]], arguments, line)
    made = (*inside, *ast.walk(missed))
    for other in statements:  # what it hands to a function is first used there
        if isinstance(other, ast.FunctionDef) and any(
            _calls(n, other.name) for n in inside
        ):
            given = {a.arg for a in ast.walk(other.args) if isinstance(a, ast.arg)} - {
                "self"
            }
            found |= _readers([*ast.walk(other)], given, other.lineno)
    if any(isinstance(n, ast.Return) for n in made) and function is not None:
        found |= _callers(statements, function.name)
    near = [s for s in ast.walk(function or tree) if isinstance(s, ast.stmt)]
    loop = _around(tree, own, (ast.For, ast.While))
    names = _written(own) | _written(missed)
    found |= _readers(near, names, line)
    if isinstance(own, COMPOUND):  # its body may not run at all
        found |= _readers(near, names, own.end_lineno or line)
    if loop is not None:
        found |= _readers([*ast.walk(loop)], names, loop.lineno - 1)
    attributes = {name for name in names if "." in name}
    return found | _readers(statements, attributes, 0)


def lines_of_sizes(trace: Trace) -> set[int]:
    """The lines of a recorded call that stored something, but no array that says much."""
    stored: dict[int, bool] = {}
    for event in trace.events:
        if event.name:
            line = trace.code.line(event.node)
            is_size = event.value is None or is_plain(event.value)
            stored[line] = is_size and stored.get(line, True)
    return {line for line, is_size in stored.items() if is_size}


def _at(tree: ast.AST, line: int) -> ast.stmt:
    found = (n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno == line)
    return next(found, ast.Pass(lineno=line))


def _around(tree: ast.AST, own: ast.stmt, kind: type | tuple[type, ...]) -> ast.stmt | None:
    """The innermost of a kind that a statement stands in."""
    found = None
    for node in ast.walk(tree):  # from the outside to the inside
        if isinstance(node, kind) and node is not own and own in ast.walk(node):
            found = node
    return found


def _first_of_blocks(own: ast.stmt) -> set[int]:
    if not isinstance(own, COMPOUND):
        return set()
    blocks = (getattr(own, name, []) for name in ("body", "orelse"))
    return {block[0].lineno for block in blocks if block}


def _callers(statements: list[ast.stmt], name: str) -> set[int]:
    return {
        statement.lineno
        for statement in statements
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        and any(_calls(node, name) for node in _header(statement))
    }


def _calls(node: ast.AST, name: str) -> bool:
    return name in (getattr(node, "id", ""), getattr(node, "attr", ""))


def _readers(statements: list[ast.AST], names: set[str], after: int) -> set[int]:
    """For each name the first line after another that has it, and that reads it."""
    found = set()
    below = [s for s in statements if isinstance(s, ast.stmt) and s.lineno > after]
    for name in names:
        having = [s for s in below if any(_reads(node, name) for node in _header(s))]
        reading = [s for s in having if not _only_fills(s, name)]
        found |= {min(s.lineno for s in some) for some in (having, reading) if some}
    return found


def _only_fills(statement: ast.stmt, name: str) -> bool:
    """Whether a statement fills a name, and asks for nothing that it holds."""
    read = [node for node in _header(statement) if _reads(node, name)]
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    filled = [t.value for t in targets if isinstance(t, ast.Subscript)]
    return all(node in filled for node in read)


def _header(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement without the statements in it."""
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt):
            yield from ast.walk(child)
    if isinstance(statement, ast.AugAssign):  # it reads what it writes
        yield ast.Name(getattr(statement.target, "id", ""), ast.Load())


def _reads(node: ast.AST, name: str) -> bool:
    is_load = isinstance(getattr(node, "ctx", None), ast.Load)
    return is_load and ast.unparse(node) == name


def _written(own: ast.stmt) -> set[str]:
    """The names and attributes that a statement, or one in it, writes or fills."""
    found = set()
    for node in ast.walk(own):
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            if isinstance(node.ctx, ast.Store):
                found.add(_root(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Attribute):
                found.add(_root(node.value.func.value))
            if ast.unparse(node.value.func).startswith("np."):  # np.copyto(a, b)
                found |= {_root(each) for each in node.value.args[:1]}
        elif isinstance(node, ast.keyword) and node.arg == "out":
            found.add(_root(node.value))
    return found


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Subscript):
        node = node.value
    return ast.unparse(node)
