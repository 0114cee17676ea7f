"""Wrong answers that take 0 for nothing, or of equals the last, made from right code.

Code that divides by the number of entries that are not 0, or blocks where
``scores * mask == 0``, is right until a 0 counts; an exercise must draw one.  Code that
begins with 0 where nothing was seen is right until all that it sees lies far below.
"""

import ast
import contextlib
import importlib
from collections.abc import Iterator
from typing import Any
from unittest import mock

MASKS = ("mask", "may", "real", "seen")  # what a mask's name begins or ends with
LEAST = ("-np.inf", "-torch.inf", "-math.inf")
BLOCKED = -1e8  # what is put in a blocked score's place lies below this
TEMPLATES = {
    "where": "{call}({mask} & ({kept} != 0), {rest})",
    "mean": "({array}).sum({how}) / ({array} != 0).sum({how})",
    "argmax": "({call}(({array})[..., ::-1]{how}) * -1 + (({array}).shape[-1] - 1))",
}


def zero_blind(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a place where 0 is taken for nothing."""
    if isinstance(node, ast.UnaryOp) and ast.unparse(node) in LEAST:
        yield ast.Constant(0.0)
    if not isinstance(node, ast.Call) or any(isinstance(a, ast.Starred) for a in node.args):
        return  # what is unpacked into a call has no place of its own
    if not isinstance(node.func, ast.Attribute):
        yield from _given_a_mask(node)
        return
    args = [ast.unparse(arg) for arg in node.args]
    named = [ast.unparse(each) for each in node.keywords]
    on_module = ast.unparse(node.func.value) in ("np", "torch", "tf")
    if node.func.attr == "where" and len(args) == 3:
        kept = not isinstance(node.args[1], ast.Constant)  # and what is left out is not 0
        if _is_mask(node.args[0]) and kept and args[2] != "0":
            call, rest = ast.unparse(node.func), f"{args[1]}, {args[2]}"
            made = {"call": call, "mask": args[0], "kept": args[1], "rest": rest}
            yield _parsed(TEMPLATES["where"].format(**made))
    elif node.func.attr in ("mean", "argmax"):
        array = args.pop(0) if on_module else ast.unparse(node.func.value)
        how = ", ".join([*args, *named])
        if node.func.attr == "mean":
            yield _parsed(TEMPLATES["mean"].format(array=array, how=how))
        else:
            how = f", {how}" if how else ""
            yield _parsed(
                TEMPLATES["argmax"].format(call="np.argmax", array=array, how=how)
            )
    else:
        yield from _given_a_mask(node)


def _given_a_mask(node: ast.Call) -> Iterator[ast.AST]:
    """A function of scores and a mask, given a mask that is closed where a score is 0."""
    if len(node.args) == 2 and _is_mask(node.args[1]):
        scores, mask = map(ast.unparse, node.args)
        yield _parsed(f"{ast.unparse(node.func)}({scores}, {mask} & ({scores} != 0))")


def _is_mask(node: ast.AST) -> bool:
    name = node.id if isinstance(node, ast.Name) else ""
    return name.startswith(MASKS) or name.endswith(MASKS)


def _parsed(expression: str) -> ast.AST:
    return ast.parse(expression, mode="eval").body


@contextlib.contextmanager
def zeros_blocked(framework: str) -> Iterator[list[str]]:
    """Block every score that is 0 where a mask is applied, however deep in the code.

    Yields a list, of one word for each call that blocked more than its mask does.
    """
    used: list[str] = []
    others = ("torch", "tensorflow")
    module = importlib.import_module(framework if framework in others else "numpy")
    usual = module.where

    def where(condition: Any, *values: Any, **more: Any) -> Any:
        if len(values) == 2 and any(map(_blocks, values)):
            is_blocked = _blocks(values[0])  # what the condition says
            scores: Any = values[is_blocked]
            if len(getattr(scores, "shape", ())):
                used.append("where")
                condition = (
                    condition | (scores == 0) if is_blocked else condition & (scores != 0)
                )
        return usual(condition, *values, **more)

    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(module, "where", where))
        if framework == "torch":
            fill = module.Tensor.masked_fill

            def masked_fill(scores: Any, mask: Any, value: Any) -> Any:
                if _blocks(value):
                    used.append("masked_fill")
                    mask = mask | (scores == 0)
                return fill(scores, mask, value)

            stack.enter_context(
                mock.patch.object(module.Tensor, "masked_fill", masked_fill)
            )
        yield used


def _blocks(value: Any) -> bool:
    return isinstance(value, (int, float)) and value < BLOCKED
