"""Errors in plain words, and the line of the student's own code that they arose in."""

from __future__ import annotations

import re
import traceback

LONGEST = 600  # characters of a place


def place_of(error: BaseException) -> str:
    """Where in the notebook's own code an error arose: line, source, mark; or ``""``."""
    try:
        students = [
            frame
            for frame, _ in traceback.walk_tb(error.__traceback__)
            if frame.f_globals.get("__name__") == "__main__"
        ]
        files = {frame.f_code.co_filename for frame in students}
        stack = traceback.TracebackException.from_exception(error, compact=True).stack
    except Exception:  # the student's exception class has it its own way
        return ""
    students_frames = [frame for frame in stack if frame.filename in files]
    if not students_frames:
        return ""
    last = students_frames[-1]
    cell = re.fullmatch(r"<(code cell \d+)>", last.filename)
    line = f"{cell[1].capitalize()}, line" if cell else "Line"
    inside = "" if last.name == "<module>" else f", in {last.name}"
    code = stack.format_frame_summary(last).partition("\n")[2].rstrip()
    return f"{line} {last.lineno}{inside}\n{code}"[:LONGEST].rstrip()


# What Python and the libraries say, and what a helper beside you would say.
PLAIN = (
    (r"EOF when reading a line|input\(\) is not|StdinNotImplemented|raw_input",
     "input() waits for somebody to type, and nobody does here. Take what you need as an "
     "argument."),
    (r"No module named '(torch|tensorflow|keras)",
     "That library is not here. Use what the exercise names; on a page of the book there "
     "is NumPy alone, so open the notebook for this."),
    (r"No module named", "That module is not installed here. Look at its spelling first."),
    (r"NameError: name '(\w+)' is not defined",
     "Nothing called {0} has been made by then: look for a typing mistake, or for a cell "
     "above that was not run. A text needs quotes."),
    (r"Cannot interpret '.*' as a data type",
     "The second argument is taken for a dtype. A shape is one argument, a tuple: "
     "np.ones((n, n))."),
    (r"matmul: .*mismatch|mat1 and mat2 shapes|[Ii]ncompatible.*MatMul|Matrix size-incomp"
     r"|In\[0\] mismatch|shapes .* not aligned|batch matrix multiplication",
     "In a @ b the last axis of a and the second to last of b must be equally long. Print "
     "both shapes; often one of them has to be transposed."),
    (r"could not be broadcast|[Ii]ncompatible shapes|must match the size of tensor",
     "Entry by entry, two axes must be equally long, or one of them 1 (counted from the "
     "last). Print both shapes; keepdims=True keeps an axis of length 1."),
    (r"Module\.__init__\(\) call|_parent_path|super\(\).__init__",
     "Call super().__init__() first in your __init__: before that there is nothing to "
     "keep layers and weights in."),
    (r"expected .*(scalar type|dtype)|must have the same dtype|to be a \w+ tensor",
     "Two tensors have different dtypes. Bring one to the other's: x.to(y.dtype) in "
     "PyTorch, tf.cast(x, y.dtype) in TensorFlow."),
    (r"Can't call numpy\(\) on Tensor",
     "A tensor that gradients flow through is no array. Stay with tensors."),
    (r"ax[ie]s .* out of bounds|Dimension out of range",
     "There is no such axis. Count from the end: -1 is the last."),
    (r"index .* out of bounds|index out of range|list index",
     "Indices go from 0 to one less than the length."),
    (r"missing \d+ required positional|takes .* positional argument|unexpected keyword",
     "It is called with other arguments than it takes. Compare the call with the task."),
    (r"'NoneType'",
     "Something there is None: most often a function without a return."),
    (r"has no attribute '(\w+)'",
     "There is no {0} there: look at its spelling, and at what the object is "
     "(print(type(...)))."),
    (r"KeyError", "There is no such key. Print the keys that there are."),
    (r"Cannot cast ufunc|same_kind",
     "An array of whole numbers cannot hold decimals. Make a new one: x = x / y in the "
     "place of x /= y."),
    (r"truth value of an array|Boolean value of Tensor",
     "An array is not one True or False. Use np.where, or .all() or .any()."),
    (r"only (integer|length-1|one element|size-1)|only integers, slices",
     "One number is wanted there, and it is given an array or a float."),
    (r"not subscriptable", "Square brackets stand behind something that has no entries."),
    (r"not callable", "Round brackets stand behind something that is no function: a * may "
     "be missing, or a name was used twice."),
    (r"division by zero", "Something there is 0. Print it before you divide."),
    (r"RecursionError|maximum recursion", "The function calls itself and never stops."),
)  # fmt: skip


def in_plain_words(raised: str) -> str:
    """What a common error means and what to do; ``""`` for others."""
    for pattern, words in PLAIN:
        if found := re.search(pattern, raised):
            return words.format(*found.groups()) if "{0}" in words else words
    return ""
