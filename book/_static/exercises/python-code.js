/** What the worker has Python do when it starts. */

/** @param {string} folder of the course's code */
export const imports = (folder) => `
import importlib, sys
sys.path.insert(0, "${folder}")
importlib.invalidate_caches()
import numpy
`;

/** Python's own modules that the course needs. @param {string[]} modules */
export const importsOf = (modules) => `
import contextlib, importlib
for name in ${JSON.stringify(modules)}:
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
del contextlib, importlib, name
`;

/**
 * All that no chapter alone needs, and a check, so that what it loads is there.
 * @param {string} folder of the course's code @param {string} id of the exercise to check
 */
export const allImports = (folder, id) => `${imports(folder)}
import numpy.fft, numpy.linalg, numpy.random  # not all of it comes with a plain import
from page_python import desk
desk.rehearse(${JSON.stringify(id)})
`;

/** After another Python's memory: its paths are found anew, and its chance is not used again. */
export const GO_ON = `
import importlib, random
import numpy.random
importlib.invalidate_caches()
random.seed()
numpy.random.seed()
`;

/**
 * Of its first Python code a browser compiles Python's parser and compiler: that takes a
 * quarter of a second, and needs nothing that is still coming.
 */
export const COMPILE_FIRST = `
import ast
source = """
import numpy as np
from math import inf
@property
def f(a, *b, c=1, **d):
    'Text.'
    for i, (j, k) in enumerate(zip(a, b)):
        if not i < 2 and j is None or k in (1, 2):
            continue
        a[i:, ..., -1] += {k: [x @ -y for x in b if x]}[k].m(*a, axis=1) ** 2
    while True:
        try:
            with a as x:
                raise ValueError(f"{x:.2f} is {a!r}") from None
        except (TypeError, ValueError) as error:
            break
        finally:
            assert x, "no"
    return lambda z: (z if z else {**d}, {1, 2})
class C(A):
    x: int = 3
"""
compile(source, "source", "exec")
for node in ast.walk(ast.parse(ast.unparse(ast.parse(source)))):
    ast.dump(node)
del ast, node, source
`;
