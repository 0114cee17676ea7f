"""Whether another processor would print the digits that a notebook stores.

Processors add in different orders and round each sum their own way.  So ``make_notebooks``
runs a chapter twice, as this machine does and with what every processor has (``LOWEST``),
and records in both runs what each number was before it was rounded for print.  A chapter
is not stored where the runs print different things, nor where a number lies so near the
next rounding that it could tip over on a third processor: nearer than ``MARGIN`` times
what the two runs differ by.

In the kernel this is an IPython extension; it writes to the file that RECORD names.
"""

from __future__ import annotations

import ast
import base64
import copy
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy._core._multiarray_umath import __cpu_dispatch__

if TYPE_CHECKING:
    from nbformat import NotebookNode

RECORD = "ROUNDING_RECORD"  # the variable that names the file
MARGIN = 10
MOST = 100_000  # numbers of one array
TIMED = "nbval-ignore-output"  # cells that measure time are not compared
SVG = "image/svg+xml"
MADE_UP = re.compile(r"\b(?:[a-z]|image)[0-9a-f]{10}\b")  # names in a figure
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
IMAGE = re.compile(r"(?<=data:image/png;base64,)[\w+/=\s]+")
SHADES = 3  # of 255, by which a pixel of an image in a figure may differ
PIXELS = 0.05  # by which a figure may differ: nobody can see it

ONE_THREAD = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "TF_NUM_INTRAOP_THREADS",
    ),
    "1",
)
TWO_THREADS = dict.fromkeys(ONE_THREAD, "2")
# Without the instructions that only newer processors have, in each library that chooses.
LOWEST = {
    **ONE_THREAD,
    "ATEN_CPU_CAPABILITY": "default",
    "MKL_ENABLE_INSTRUCTIONS": "SSE4_2",
    "ONEDNN_MAX_CPU_ISA": "SSE41",
    "OPENBLAS_CORETYPE": "Nehalem",
    "NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__),
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F",
}
MIDDLE = {
    **TWO_THREADS,
    "ATEN_CPU_CAPABILITY": "avx2",
    "MKL_ENABLE_INSTRUCTIONS": "AVX2",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": " ".join(n for n in __cpu_dispatch__ if n != "X86_V3"),
}


class Printed(NamedTuple):
    """A number, or an array of them, before it was rounded."""

    cell: int
    source: str  # the expression
    spec: str | None  # of an f-string; None: printed as it is
    options: dict[str, Any]  # NumPy's
    torch: bool
    value: np.ndarray  # float32 or float64


# --- in the kernel ----------------------------------------------------------


class Recording(ast.NodeTransformer):
    """Sends past ``note`` what f-strings format, ``print`` is given and ``round`` cuts."""

    def __init__(self, note: str) -> None:
        self.note = note

    def _noted(self, value: ast.expr, spec: ast.expr | None = None) -> ast.expr:
        words = [value, ast.Constant(ast.unparse(value)), spec or ast.Constant(None)]
        return ast.Call(ast.Name(self.note, ast.Load()), words, [])

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if node.conversion == -1:
            spec = copy.deepcopy(node.format_spec) or ast.Constant("")
            node.value = self._noted(node.value, spec)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name("print")):
                node.args = [
                    each if isinstance(each, ast.Starred | ast.Constant | ast.JoinedStr)
                    else self._noted(each)
                    for each in node.args
                ]  # fmt: skip
            case ast.Call(func=ast.Name("round"), args=[value, ast.Constant(digits)]):
                node.args[0] = self._noted(value, ast.Constant(f".{digits}f"))
            case ast.Call(
                func=ast.Attribute(ast.Name("np"), "round"), args=[value, ast.Constant(n)]
            ):
                node.args[0] = self._noted(value, ast.Constant(f".{n}f"))
            case ast.Call(func=ast.Attribute(value, "round"), args=[ast.Constant(digits)]):
                node.func.value = self._noted(value, ast.Constant(f".{digits}f"))
        return node

    def visit_Module(self, node: ast.Module) -> ast.AST:
        self.generic_visit(node)
        if node.body and isinstance(node.body[-1], ast.Expr):  # is displayed
            node.body[-1].value = self._noted(node.body[-1].value)
        return ast.fix_missing_locations(node)


def load_ipython_extension(shell: Any) -> None:
    """Record what cells print from now on."""
    path, cell = Path(os.environ[RECORD]), [0]
    file = path.open("a", encoding="utf-8")

    def note(value: Any, source: str, spec: str | None) -> Any:
        numbers = _numbers(value)
        if numbers is not None and numbers.size <= MOST:
            of_torch = type(value).__module__.startswith("torch")
            options = dict(np.get_printoptions())
            if not isinstance(options.get("formatter"), type(None)):
                options.pop("formatter")
            said = [cell[0], source, spec, options, of_torch]
            file.write(json.dumps([*said, str(numbers.dtype), numbers.tolist()]) + "\n")
        return value

    def next_cell(*_: Any) -> None:
        cell[0] += 1
        file.flush()

    shell.push({"_note_number": note}, interactive=False)
    shell.ast_transformers.append(Recording("_note_number"))
    shell.events.register("pre_run_cell", next_cell)
    shell.events.register("post_run_cell", lambda *_: file.flush())


def _numbers(value: Any) -> np.ndarray | None:
    """The value as an array of float32 or float64; None where it is no such number."""
    if isinstance(value, float | np.floating | np.ndarray):
        numbers = np.asarray(value)
    elif hasattr(value, "detach"):
        numbers = value.detach().cpu()
        numbers = (numbers.float() if numbers.itemsize < 4 else numbers).numpy()
    elif type(value).__module__.startswith("tensorflow") and hasattr(value, "numpy"):
        numbers = np.asarray(value.numpy())
    else:
        return None
    return numbers.copy() if numbers.dtype in (np.float32, np.float64) else None


# --- comparing two runs -----------------------------------------------------


class Run(NamedTuple):
    """A chapter's executed notebook, and what its cells printed, unrounded."""

    notebook: NotebookNode
    printed: list[Printed]


def recorded(path: Path) -> list[Printed]:
    """What the extension wrote."""
    with path.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [Printed(*said, np.array(value, dtype)) for *said, dtype, value in rows]


def doubts(one: Run, other: Run) -> Iterator[str]:
    """What another processor may print in another way, a line for each; timed cells aside.

    Cells are counted from 1, those of text too.
    """
    ran = [
        (number, *cells)
        for number, cells in enumerate(
            zip(one.notebook.cells, other.notebook.cells, strict=True), start=1
        )
        if cells[0].cell_type == "code" and cells[0].source.strip()
    ]
    for count, (number, mine, theirs) in enumerate(ran, start=1):
        if TIMED in mine.metadata.get("tags", ()):
            continue
        if not _same_outputs(mine.outputs, theirs.outputs):
            yield f"cell {number} prints different things"
            continue
        printed = ([p for p in run.printed if p.cell == count] for run in (one, other))
        for pair in zip(*printed, strict=False):
            shown = shown_within(*pair)
            if len(shown) > 1:
                yield f"cell {number}, {pair[0].source}: {' or '.join(shown)}"


def shown_within(mine: Printed, theirs: Printed) -> list[str]:
    """How a number looks where it is off by MARGIN times what two runs differ by."""
    if mine.value.shape != theirs.value.shape:
        return ["an array", "one of another shape"]
    with np.errstate(invalid="ignore"):
        apart = np.abs(mine.value.astype(float) - theirs.value.astype(float))
    apart = np.nan_to_num(apart)
    if mine.spec is None:
        rounded = mine.value.ndim > 0 or mine.torch
    else:
        rounded = bool(set(mine.spec) & set(".%"))
    if rounded:  # else it shows all its digits, and was rounded before
        apart += _last_bit(mine.value)
    looks = (_shown(mine, MARGIN * apart * sign) for sign in (-1, 0, 1))
    return list(dict.fromkeys(looks))


def _last_bit(value: np.ndarray) -> np.ndarray:
    """How far a result may be off at least; 0 for one with few digits, which is exact."""
    with np.errstate(over="ignore"):
        float32 = value.astype(np.float32)
    single = float32 == value  # a Python float may be a float32's
    bits = np.where(single, float32.astype(float), value).astype(float).view(np.uint64)
    few = (bits & np.uint64(0x3FFFFFFFFF)) == 0  # at most 14 bits are used
    unit = np.where(single, 2.0**-23, 2.0**-52)
    return np.where(few | ~np.isfinite(value), 0, np.abs(value) * unit)


def _shown(printed: Printed, change: np.ndarray) -> str:
    """The number as it is printed, after a change."""
    before = printed.value.astype(float)
    with np.errstate(over="ignore"):
        after = np.where(np.sign(before + change) == -np.sign(before), 0, before + change)
    after = np.where(np.isinf(after), before, after)  # the largest number there is
    value = after.astype(printed.value.dtype)
    if printed.spec is not None and printed.spec != "":
        return " ".join(format(each, printed.spec) for each in value.ravel().tolist())
    if printed.torch:
        import torch

        torch.set_printoptions(precision=4, sci_mode=False)
        return str(torch.from_numpy(np.asarray(value)))
    with np.printoptions(**printed.options):
        return str(value if value.ndim else value.item())


def same_figure(one: str, other: str) -> bool:
    """Whether two figures are the same but for what nobody can see."""
    images = [[_pixels(data) for data in IMAGE.findall(svg)] for svg in (one, other)]
    if not all(map(_alike, *images)):
        return False
    one, other = (_renamed(IMAGE.sub("#", svg)) for svg in (one, other))
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    pairs = (np.array(NUMBER.findall(svg), float) for svg in (one, other))
    return bool(np.allclose(*pairs, rtol=1e-4, atol=PIXELS))


def _renamed(svg: str) -> str:
    """Clip paths and markers numbered: Matplotlib names them after the last digits."""
    names: dict[str, str] = {}
    return MADE_UP.sub(lambda name: names.setdefault(name[0], f"#{len(names)}"), svg)


def _pixels(data: str) -> np.ndarray:
    """An image that lies in a figure, as whole numbers from 0 to 255."""
    from PIL import Image

    with Image.open(io.BytesIO(base64.b64decode(data))) as image:
        return np.asarray(image.convert("RGBA")).astype(int)


def _alike(one: np.ndarray, other: np.ndarray) -> bool:
    return one.shape == other.shape and bool(np.abs(one - other).max() <= SHADES)


def _same_outputs(one: list[NotebookNode], other: list[NotebookNode]) -> bool:
    """Whether two runs of a cell gave the same, as far as anybody can see."""
    return len(one) == len(other) and all(map(_same_output, one, other))


def _same_output(one: NotebookNode, other: NotebookNode) -> bool:
    if one.output_type == "stream" or other.output_type == "stream":
        return one.get("text") == other.get("text")
    mine, theirs = dict(one.get("data", {})), dict(other.get("data", {}))
    if SVG in mine and SVG in theirs and same_figure(mine[SVG], theirs[SVG]):
        theirs[SVG] = mine[SVG]
    return mine == theirs
