"""Errors in plain words, and the line of the student's own code that they arose in."""

import builtins
import difflib
import re
import sys
import traceback
import types

import numpy as np

from autograder.checking.operands import operands
from autograder.checking.shapes_met import of_broadcast, of_einsum, of_product

LONGEST = 600  # characters of a place


def place_of(error: BaseException) -> str:
    """Where in the notebook's own code an error arose, and what was computed there.

    Its line, the source with a mark, the shapes that met, and what the name may have been
    meant to be; ``""`` for other code.
    """
    try:
        own = _last_of_students(error.__traceback__)
        if own is None:
            return ""
        whole = traceback.TracebackException(type(error), error, own, limit=1, compact=True)
        stack, message = whole.stack, "".join(whole.format_exception_only())
        suggested = meant(error, own.tb_frame)
    except BaseException:  # the student's exception class has it its own way
        return ""
    (last,) = stack
    cell = re.fullmatch(r"<(code cell \d+)>", last.filename)
    line = f"{cell[1].capitalize()}, line" if cell else "Line"
    inside = "" if last.name == "<module>" else f", in {last.name}"
    code = stack.format_frame_summary(last).partition("\n")[2].rstrip()
    shapes = operands(last, own.tb_frame, with_dtypes="type" in message)
    more = [f"    {words}" for words in (shapes, suggested) if words]
    room = LONGEST - sum(len(words) + 1 for words in more)
    place = f"{line} {last.lineno}{inside}\n{code}"[:room].rstrip()
    return "\n".join([place, *more])


def _last_of_students(step: types.TracebackType | None) -> types.TracebackType | None:
    """The last step of a traceback in the notebook's own code; ``None`` for none."""
    last = None
    while step is not None:
        if step.tb_frame.f_globals.get("__name__") == "__main__":
            last = step
        step = step.tb_next
    return last


def meant(error: BaseException, frame: types.FrameType) -> str:
    """The likeliest name in the place of one that is not there, as a question."""
    if isinstance(error, NameError):
        near = {*frame.f_locals, *frame.f_globals, *vars(builtins)}
    elif isinstance(error, AttributeError) and error.obj is not None:
        near = set(dir(error.obj))
    else:
        return ""
    wanted = error.name or ""
    public = [name for name in sorted(near) if wanted.startswith("_") or name[0] != "_"]
    close = [name for name in public if name.lower() == wanted.lower()]  # a phone's Np: np
    close += difflib.get_close_matches(wanted, public, n=1, cutoff=0.75)
    close += [name for name in public if sorted(name) == sorted(wanted)]  # epx: exp
    return f"Did you mean {close[0]}?" if close else ""


# The line that Python stops at, up to what stands in no text and in no comment.
IN_CODE = r"""\(line \d+: (?:[^'"#]|'[^']*'|"[^"]*")*?"""

# What Python and the libraries say, and what a helper beside you would say.
PLAIN = (
    (r"invalid character '[\u2018-\u201f\u00ab\u00bb]'",
     "Curly quotes come from a phone, a word processor or a web page. Python wants "
     "straight ones: \" or '."),
    (r"invalid character '\u2026'",
     "That is one sign, which a phone writes for three dots. Type three dots, or your "
     "answer in their place."),
    (r"invalid character '[\u2010-\u2015\u2212]'",
     "That is a dash or a minus sign as it is printed. Python's minus is the - of the "
     "keyboard."),
    (r"invalid character '[\u00d7\u00b7\u00f7\u2264\u2265\u2260\u00b2\u00b3]'",
     "That sign is for print. Python writes *, /, <=, >=, != and **."),
    (r"invalid (non-printable )?character",
     "That character is not one of Python's: delete it and type it anew. A space copied "
     "from a web page can be such a one."),
    (r"TabError",
     "Some lines are indented with tabs and others with spaces, and nobody can compare "
     "them. Indent with spaces alone, four for each step."),
    (r"unexpected indent",
     "The line stands further in than the one above, and nothing above begins a block. "
     "Take the spaces before it away."),
    (r"unindent does not match",
     "The line is less indented than the one above, and no line before it stands exactly "
     "there. Bring it under the line that it goes on from."),
    (r"expected an indented block",
     "A line that ends in a colon is followed by at least one that is indented further, by "
     "four spaces."),
    (r"'(.)' was never closed", "A {0} is never closed: its other half is missing."),
    (r"unmatched '(.)'|closing parenthesis '(.)'",
     "A bracket closes what is not open: one before it is missing, or it is too many."),
    (r"\(line \d+: (else if|elseif|elsif)\b", "Python's word for {0} is elif."),
    (rf"(?:invalid syntax|expected ':').*{IN_CODE}(?:&&|\|\|)",
     "Python writes the words and, or. For arrays of True and False it is & and |, with "
     "each side in brackets."),
    (rf"invalid syntax.*{IN_CODE}\w ?(\+\+|--);?\)",
     "Python has no {0}. Write x += 1, or x -= 1."),
    (rf"invalid syntax.*{IN_CODE}[\s(=]! ?[\w(]",
     "Python writes the word not; for an array of True and False it is ~. Unequal is !=."),
    (r"\(line \d+: (?:function|func|fn) \w",
     "A function begins with def, and its line ends in a colon: def f(x):"),
    (r"\(line \d+: (let|const|var) \w", "A name is made without {0}: x = 3."),
    (r"\(line \d+: (?://|/\*)", "A comment begins with #."),
    (r"expected ':'",
     "The line lacks its colon: for, if, elif, else, while, with, def and class have one."),
    (r"unterminated (triple-quoted )?f?-?string|EOL while scanning",
     "A text begins there and does not end: its second quote is missing."),
    (r"'return' outside function",
     "A return stands within its def: indent it as far as the other lines there."),
    (r"cannot assign to|Maybe you meant '=='", "One = stores; two, ==, compare."),
    (r"invalid decimal literal",
     "No name begins with a digit, and between a number and a name stands a sign: 2 * x."),
    (r"leading zeros in decimal",
     "Decimals have a point and no comma: 0.02. A whole number does not begin with 0."),
    (r"invalid syntax\. Did you mean '(\w+)",
     "Python has a word of its own for that, in small letters: {0}."),
    (r"Perhaps you forgot a comma",
     "A comma is missing between two entries, or a sign such as * between two numbers."),
    (r"SyntaxError: invalid syntax",
     "Something is missing, or too many, there or just before it: a bracket, a comma, a "
     "colon, or a sign such as *, which is never left out. Or a word such as return begins "
     "with a capital."),
    (r"EOF when reading a line|input\(\) is not|StdinNotImplemented|raw_input",
     "input() waits for somebody to type, and nobody does here. Take what you need as an "
     "argument."),
    (r"No module named '([\w.]+)", "{module}"),
    (r'missing the required "forward"|does not have a `call\(\)`|implement the `call\(\)`',
     "The layer has no {method}: look at its spelling, and at how far it is indented."),
    (r"NameError: name '(\w+)' is not defined",
     "{name}"),
    (r"Cannot interpret '.*' as a data type",
     "The second argument is taken for a dtype. A shape is one argument, a tuple: "
     "np.ones((n, n))."),
    (r"matmul: .*mismatch|mat1 and mat2 shapes|[Ii]ncompatible.*MatMul|Matrix size-incomp"
     r"|In\[0\] mismatch|shapes .* not aligned|batch matrix multiplication",
     "{matmul}"),
    (r"remapped shapes.*\)->\(|einsum\(\).*does not broadcast"
     r"|Expected dimension \d+ at axis",
     "{einsum}"),
    (r"more dimensions than subscripts|subscripts string contains too|of subscripts in the "
     r"equation|equation has \d+ (?:labels|dim)|Expected input \d+ to have rank",
     "In einsum each axis has a letter of its own, and '...' stands for all axes in front. "
     "Print the shapes."),
    (r"to indexing result|broadcast input array|requested shape|expanded size of the",
     "On each axis, counted from the last, what is put there must be as long as its place, "
     "or 1 long. Print both shapes."),
    (r"output operand with shape|output with shape .* broadcast",
     "In place, as with +=, an array cannot grow: x = x + y in the place of x += y."),
    (r"could not be broadcast|[Ii]ncompatible shapes|must match the size of tensor",
     "Entry by entry, two axes must be equally long, or one of them 1, counted from the "
     "last{broadcast}."),
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
    (r"missing \d+ required positional arguments?: (.+)",
     "The call leaves out {0}, and there is no default for it."),
    (r"unexpected keyword argument '?(\w+)",
     "What is called there takes no argument {0}: look at its spelling, or print "
     "help(...) of it."),
    (r"transpose\(\) takes|permute\(\).* takes",
     "All axes are one argument there, a tuple: np.transpose(x, (0, 2, 1))."),
    (r"\barray\(\) takes|Field elements must be",
     "All rows are one argument there, in brackets of their own: "
     "np.array([[1, 2], [3, 4]])."),
    (r"takes .* positional argument|received an invalid combination of arguments",
     "It is called with other arguments than it takes. Compare the call with the task, or "
     "with help(...) of what is called."),
    (r"too many indices",
     "The index names more axes than the array has."),
    (r"'float' object cannot be interpreted as an integer|must be .*not float",
     "A size or a position is a whole number: d // n in the place of d / n."),
    (r"cannot reshape|shape .* is invalid for input of size|Input to reshape",
     "A reshape keeps the number of entries: the sizes must multiply to the same number."),
    (r"Cannot convert .* to a shape",
     "Each entry of a shape is one whole number. Print what you give it."),
    (r"'NoneType'",
     "Something there is None: most often a function without a return."),
    (r"'list' object has no attribute '(T|shape|sum|max|mean|dot|swapaxes)'"
     r"|concatenate list|operand type.*'list'|multiply sequence by non-int",
     "A list does no arithmetic. Make an array of it first: np.array([1, 2])."),
    (r"has no attribute '(\w+)'",
     "There is no {0} there: look at its spelling, and at what the object is "
     "(print(type(...)))."),
    (r"KeyError", "There is no such key. Print the keys that there are."),
    (r"Cannot cast ufunc|same_kind",
     "An array of whole numbers cannot hold decimals, and in place, as with /= and *=, it "
     "stays one. Make a new array, and use that from there on."),
    (r"truth value of an array|Boolean value of Tensor",
     "An array is not one True or False. Use np.where, or .all() or .any()."),
    (r"only (integer|length-1|one element|size-1)|only integers, slices",
     "One number is wanted there, and it is given an array or a float."),
    (r"'(builtin_function_or_method|method|function)' object is not subscriptable",
     "Square brackets stand behind a function: call it first, with round brackets."),
    (r"not subscriptable",
     "Something that has no entries, such as a number, stands where a list or an array is "
     "wanted: before square brackets, or in a call."),
    (r"leaf Variable that requires grad",
     "+= and the like change the tensor that was given. Make a new one: x = x + y."),
    (r"not callable", "Round brackets stand behind something that is no function: a * may "
     "be missing, or a name was used twice."),
    (r"division by zero", "Something there is 0. Print it before you divide."),
    (r"RecursionError|maximum recursion",
     "The function calls itself more often than Python allows."),
)  # fmt: skip


OF_SHAPES = {"matmul": of_product, "broadcast": of_broadcast, "letters": of_einsum}


def in_plain_words(raised: str, where: str = "") -> str:
    """What a common error means and what to do; ``""`` for others.

    ``where``: its place (``place_of``): where shapes stand in it, the words fit them.
    """
    for pattern, words in PLAIN:
        if match := re.search(pattern, raised):
            fitting = {
                "matmul": of_product,
                "broadcast": of_broadcast,
                "einsum": of_einsum,
            }
            filled = {name: say(where) for name, say in fitting.items() if name in words}
            if "{name}" in words:
                filled["name"] = _of_name(match[1])
            if "{module}" in words:
                filled["module"] = _of_module(match[1].partition(".")[0])
            filled["method"] = "forward" if "forward" in match[0] else "call"
            return words.format(*match.groups(), **filled)
    return ""


def in_fixed_words(raised: str) -> str:
    """What a common error means, in words that hold nothing of its text."""
    words = next((words for pattern, words in PLAIN if re.search(pattern, raised)), "")
    is_fixed = not re.search(r"\{(?!matmul|broadcast|einsum)", words)
    return in_plain_words(raised) if is_fixed else ""


SHORT = {"np": "numpy", "plt": "matplotlib.pyplot", "tf": "tensorflow", "pd": "pandas"}
LIBRARIES = ("numpy", "torch", "tensorflow", "keras", "scipy", "pandas", "matplotlib")


def _of_name(name: str) -> str:
    """What to do about a name that is not there: modules are imported first."""
    of_numpy = callable(getattr(np, name, None))
    if name in SHORT or (name in sys.stdlib_module_names and not of_numpy):
        line = f"import {SHORT[name]} as {name}" if name in SHORT else f"import {name}"
        return f"{name} is a module, and a module is imported first: write {line} above."
    more = "A text needs quotes."
    if of_numpy:
        more = f"NumPy's is called np.{name}."
    elif len(name) > 1 and name[0].isupper():
        more = f"Capitals count: {name} is not {name[0].lower()}{name[1:]}."
    return (
        f"Nothing called {name} has been made by then: look for a typing mistake, or for a "
        f"cell above that was not run. {more}"
    )


def _of_module(name: str) -> str:
    """What to do about a module that is not here: no typing mistake, if there is none."""
    known = {*LIBRARIES, *sys.stdlib_module_names}
    close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.75)
    if name not in known and close:
        return f"There is no module called {name}. Did you mean {close[0]}?"
    if name in ("torch", "tensorflow", "keras"):
        return (
            "That library is not here. Use what the exercise names; on a page of the book "
            "there is NumPy alone, so open the notebook for this."
        )
    return (
        f"{name} is not installed where this is checked. The exercise needs no more than "
        "its own library: say it with that."
    )
