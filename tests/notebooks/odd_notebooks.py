"""Notebooks as people hand them in, and what is to become of each."""

import json
import textwrap
from dataclasses import dataclass

from making import (
    FIXED_POINTS,
    IMPORTS,
    OFFSET_AFTER,
    STUB,
    TO_CELSIUS,
    check,
    code,
    content,
    notebook,
)

from autograder.notebooks.read import MAX_BYTES, MAX_SOURCE, MAX_STATEMENTS

CHECK = check("to_celsius")
PLAIN = content(IMPORTS, TO_CELSIUS, CHECK)
TEXT = json.dumps(PLAIN, indent=1)
MARKDOWN = {"cell_type": "markdown", "metadata": {}, "source": "# Notes"}
TEACHER = {"exercise": {"id": "temperature.to_celsius", "role": "stub"}}


def nested(depth: int) -> bytes:
    return b'{"cells": ' + b"[" * depth + b"]" * depth + b"}"


@dataclass(frozen=True)
class Odd:
    """A notebook and what is to become of ``to_celsius`` in it.

    ``status`` of the exercise, or ``unreadable``; ``says`` is in the message
    or the notes.
    """

    data: bytes
    status: str
    says: str = ""


ODD = {
    # The file.
    "as it should be": Odd(TEXT.encode(), "passed"),
    "no metadata left": Odd(json.dumps({"cells": PLAIN["cells"]}).encode(), "passed"),
    "with a byte order mark": Odd(b"\xef\xbb\xbf" + TEXT.encode(), "passed"),
    "Windows line ends in the file": Odd(TEXT.replace("\n", "\r\n").encode(), "passed"),
    "Windows line ends in the code": Odd(
        notebook(IMPORTS, TO_CELSIUS.replace("\n", "\r\n"), CHECK), "passed"
    ),
    "old Macintosh line ends in the code": Odd(
        notebook(IMPORTS, TO_CELSIUS.replace("\n", "\r"), CHECK), "passed"
    ),
    "UTF-16 with its mark": Odd(TEXT.encode("utf-16"), "passed"),
    "UTF-16 the other way round": Odd(b"\xfe\xff" + TEXT.encode("utf-16-be"), "passed"),
    "a letter in another encoding": Odd(
        notebook("# gr\u00fcn", TO_CELSIUS, CHECK).replace(b"\\u00fc", b"\xfc"), "passed"
    ),
    "format 5, not yet invented": Odd(
        notebook(IMPORTS, TO_CELSIUS, CHECK, nbformat=5), "passed"
    ),
    "blank lines around it": Odd(b"\n\n" + TEXT.encode() + b"\n\n", "passed"),
    "empty": Odd(b"", "unreadable", "is empty"),
    "white space only": Odd(b" \n\t ", "unreadable", "is empty"),
    "truncated": Odd(TEXT.encode()[:200], "unreadable", "breaks off or is damaged"),
    "not JSON": Odd(b"PK\x03\x04 a zip by another name", "unreadable", "breaks off"),
    "a merge conflict": Odd(
        b"<<<<<<< HEAD\n" + TEXT.encode(), "unreadable", "damaged at line 1"
    ),
    "the HTML of an error page": Odd(b"<!DOCTYPE html><p>404", "unreadable", "damaged"),
    "JSON, but a list": Odd(b"[]", "unreadable", "not a notebook"),
    "JSON, but a number": Odd(b"3", "unreadable", "not a notebook"),
    "nested without end": Odd(nested(200_000), "unreadable", "nested too deeply"),
    "an endless number": Odd(b'{"cells": ' + b"9" * 10_000 + b"}", "unreadable", "damaged"),
    "huge": Odd(b" " * (MAX_BYTES + 1), "unreadable", "has more than 50 MB."),
    "too much code": Odd(notebook("#" * MAX_SOURCE, "1"), "unreadable", "of code"),
    "too many statements": Odd(
        notebook("a\n" * (MAX_STATEMENTS + 1)), "unreadable", "statements"
    ),
    # Its structure.
    "no cells": Odd(notebook(), "unreadable", "no code cells"),
    "only prose": Odd(notebook(MARKDOWN), "unreadable", "no code cells"),
    "cells are an object": Odd(b'{"cells": {"0": 1}}', "unreadable", "has no cells"),
    "cells are null": Odd(b'{"cells": null}', "unreadable", "has no cells"),
    "format 3, of 2014": Odd(b'{"worksheets": [{"cells": []}]}', "unreadable", "no cells"),
    "cells that are none": Odd(
        notebook(code(IMPORTS), TO_CELSIUS, CHECK).replace(
            b'"cells": [', b'"cells": [null, 3, "text", [], {}, '
        ),
        "passed",
    ),
    "a cell without a kind": Odd(notebook({"source": "1"}, TO_CELSIUS, CHECK), "passed"),
    "source as a list": Odd(
        notebook(IMPORTS, code(TO_CELSIUS.splitlines(keepends=True)), CHECK), "passed"
    ),
    "source as a list with other things in it": Odd(
        notebook(code([None, *TO_CELSIUS.splitlines(keepends=True), 3]), CHECK), "passed"
    ),
    "source is null": Odd(notebook(code(None), TO_CELSIUS, CHECK), "passed"),
    "source is a number": Odd(notebook(code(3), TO_CELSIUS, CHECK), "passed"),
    "source is missing": Odd(notebook({"cell_type": "code"}, TO_CELSIUS, CHECK), "passed"),
    "metadata is null": Odd(
        notebook({**code(TO_CELSIUS), "metadata": None}, CHECK), "passed"
    ),
    "metadata is odd": Odd(notebook(code(TO_CELSIUS, exercise=[1]), CHECK), "passed"),
    # Cells lost, moved and copied.
    "a cell that is indented as a whole": Odd(
        notebook(IMPORTS, "\n" + textwrap.indent(TO_CELSIUS, "  "), CHECK), "passed"
    ),
    "a cell copied from a console": Odd(
        notebook(IMPORTS, ">>> " + TO_CELSIUS.replace("\n", "\n... "), CHECK), "passed"
    ),
    "a cell copied with its number": Odd(
        notebook(IMPORTS, "In [3]: " + TO_CELSIUS.replace("\n", "\n   ...: "), CHECK),
        "passed",
    ),
    "check cell deleted": Odd(notebook(IMPORTS, TO_CELSIUS), "passed"),
    "check cell deleted, metadata kept": Odd(
        notebook(code(TO_CELSIUS, **TEACHER)), "passed"
    ),
    "cells in reverse order": Odd(notebook(CHECK, TO_CELSIUS, IMPORTS), "passed"),
    "imports after the answer": Odd(
        notebook(
            "def to_celsius(f):\n    return np.subtract(f, 32) / 1.8",
            CHECK,
            "import numpy as np",
        ),
        "passed",
    ),
    "the stub copied below the answer": Odd(notebook(TO_CELSIUS, STUB, CHECK), "passed"),
    "the stub kept above the answer": Odd(notebook(STUB, TO_CELSIUS, CHECK), "passed"),
    "answer and check in one cell": Odd(notebook(f"{TO_CELSIUS}\n\n{CHECK}"), "passed"),
    "everything in one line": Odd(
        notebook(f"to_celsius = lambda f: (f - 32) / 1.8; {CHECK}"), "passed"
    ),
    "the whole notebook twice": Odd(
        notebook(IMPORTS, TO_CELSIUS, CHECK, IMPORTS, TO_CELSIUS, CHECK),
        "passed",
        "to_celsius is defined 2 times; the last one counts.",
    ),
    "defined twice, the last one right": Odd(
        notebook(OFFSET_AFTER, TO_CELSIUS, CHECK), "passed", "the last one counts"
    ),
    "defined twice, the last one wrong": Odd(
        notebook(TO_CELSIUS, OFFSET_AFTER, CHECK), "failed", "the last one counts"
    ),
    "only the stub": Odd(notebook(IMPORTS, STUB, CHECK), "not_attempted"),
    "the stub with an ellipsis": Odd(
        notebook("def to_celsius(f):\n    ...", CHECK), "not_attempted"
    ),
    "the stub with pass": Odd(
        notebook("def to_celsius(f):\n    pass", CHECK), "not_attempted"
    ),
    "the answer deleted": Odd(notebook(IMPORTS, CHECK), "not_attempted"),
    "another exercise only": Odd(
        notebook(FIXED_POINTS, check("fixed_points")), "not_attempted"
    ),
    "nothing of the course": Odd(
        notebook("print('hello')"), "unreadable", "No exercise of this course"
    ),
    # How check is called.
    "check of another name": Odd(
        notebook(
            TO_CELSIUS.replace("to_celsius", "mine"),
            'check("temperature.to_celsius", mine)',
        ),
        "passed",
    ),
    "check of a lambda": Odd(
        notebook('check("temperature.to_celsius", lambda f: (f - 32) / 1.8)'), "passed"
    ),
    "check of a function that is called to make it": Odd(
        notebook(
            "def make(factor):\n    return lambda f: (f - 32) * factor",
            'check("temperature.to_celsius", make(5 / 9))',
        ),
        "passed",
    ),
    "check with keywords": Odd(
        notebook(TO_CELSIUS, 'check("temperature.to_celsius", answer=to_celsius)'), "passed"
    ),
    "check with keywords alone": Odd(
        notebook(
            TO_CELSIUS.replace("to_celsius", "mine"),
            'x = check(exercise_id="temperature.to_celsius", answer=mine)',
        ),
        "passed",
    ),
    "check from the package": Odd(
        notebook(
            "import autograder",
            TO_CELSIUS,
            'autograder.checking.check("temperature.to_celsius", to_celsius)',
        ),
        "passed",
    ),
    "check under another name": Odd(
        notebook(
            "from autograder import check as c",
            TO_CELSIUS,
            'to_celsius = c("temperature.to_celsius", to_celsius)',
        ),
        "passed",
    ),
    "check with its result thrown away": Odd(
        notebook(TO_CELSIUS, 'check("temperature.to_celsius", to_celsius)'), "passed"
    ),
    "check commented out": Odd(notebook(TO_CELSIUS, "# " + CHECK), "passed"),
    "check of a function in brackets, on lines of its own": Odd(
        notebook('check("temperature.to_celsius", (\n lambda f:  # why\n (f - 32) / 1.8))'),
        "passed",
    ),
    "check of a very long expression": Odd(
        notebook('check("temperature.to_celsius", ' + "1+" * 400 + "1)"),
        "failed",
        "A function is asked for",
    ),
    "check of something starred": Odd(
        notebook('check("temperature.to_celsius", *[1])'), "error", "SyntaxError"
    ),
    # The code.
    "magics above the answer": Odd(
        notebook("%matplotlib inline\n%load_ext autoreload\n" + TO_CELSIUS, CHECK), "passed"
    ),
    "a timing magic over the cell": Odd(notebook("%%time\n" + TO_CELSIUS, CHECK), "passed"),
    "shell lines": Odd(notebook("!pip install numpy\n" + TO_CELSIUS, CHECK), "passed"),
    "help left behind": Odd(notebook(TO_CELSIUS + "\n\nto_celsius?", CHECK), "passed"),
    "a magic inside the answer": Odd(
        notebook(
            "def to_celsius(f):\n    %time g = f\n    g = f - 32\n    return g / 1.8", CHECK
        ),
        "passed",
    ),
    "the answer in another language": Odd(
        notebook("%%bash\n" + TO_CELSIUS, CHECK), "not_attempted"
    ),
    "a syntax error elsewhere": Odd(notebook("def broken(:", TO_CELSIUS, CHECK), "passed"),
    "a syntax error here": Odd(
        notebook(TO_CELSIUS.replace(":", ""), CHECK), "error", "SyntaxError"
    ),
    "a syntax error below a right answer": Odd(
        notebook(TO_CELSIUS, TO_CELSIUS + ")", CHECK), "error", "in code cell 2"
    ),
    "a syntax error above a right answer": Odd(
        notebook(TO_CELSIUS + ")", TO_CELSIUS, CHECK), "passed"
    ),
    "a syntax error in the marked cell": Odd(
        notebook(code("def to_celsius(f) return f", **TEACHER)), "error", "SyntaxError"
    ),
    "tabs and spaces mixed": Odd(
        notebook("def to_celsius(f):\n\tg = f\n        return g", CHECK),
        "error",
        "TabError",
    ),
    "a null byte": Odd(notebook("a = 1\0", TO_CELSIUS, CHECK), "passed"),
    "an expression nested without end": Odd(
        notebook("a = " + "-" * 100_000 + "1", TO_CELSIUS, CHECK), "passed"
    ),
    "half of a surrogate pair": Odd(notebook("a = '\ud800'", TO_CELSIUS, CHECK), "passed"),
    "a cell that never ends": Odd(
        notebook("while True:\n    pass", TO_CELSIUS, CHECK), "passed"
    ),
    "a cell that raises": Odd(notebook("1 / 0", TO_CELSIUS, CHECK), "passed"),
    "a module that is not installed": Odd(
        notebook("import no_such_module", TO_CELSIUS, CHECK), "passed"
    ),
    "a file that is not there": Odd(
        notebook("data = open('data.csv').read()", TO_CELSIUS, CHECK), "passed"
    ),
    "the answer made by a function that declares it global": Odd(
        notebook(
            "def make():\n    global to_celsius\n    "
            + TO_CELSIUS.replace("\n", "\n    ")
            + "\nmake()",
            CHECK,
        ),
        "passed",
    ),
    "the answer inside an if": Odd(
        notebook("if True:\n    " + TO_CELSIUS.replace("\n", "\n    "), CHECK), "passed"
    ),
    "the answer inside a try": Odd(
        notebook(
            "try:\n    " + TO_CELSIUS.replace("\n", "\n    ") + "\nfinally:\n    pass",
            CHECK,
        ),
        "passed",
    ),
    "the answer is decorated": Odd(
        notebook(
            "import functools",
            "def same(f):\n    return functools.wraps(f)(lambda x: f(x))",
            "@same\n" + TO_CELSIUS,
            CHECK,
        ),
        "passed",
    ),
    "the answer is an object that can be called": Odd(
        notebook(
            "class Converter:\n    def __call__(self, f):\n        return (f - 32) / 1.8",
            "to_celsius = Converter()",
            CHECK,
        ),
        "passed",
    ),
    "the answer returns nothing": Odd(
        notebook("def to_celsius(f):\n    f - 32", CHECK), "failed", "return statement"
    ),
}
