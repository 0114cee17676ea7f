"""The tensor libraries that answers may be written in, with one interface.

``get`` finds one by name; each is a module with a ``FRAMEWORK``, and imports its
library when an exercise first uses it.
"""

import importlib

from autograder.frameworks.base import Framework

BUILT_IN = ("numpy", "torch", "tensorflow")
_loaded: dict[str, Framework] = {}


def get(name: str) -> Framework:
    """The framework of that name.

    One of ours has a module in this folder.  Any other is the import name of a
    module with a ``FRAMEWORK``, which grader and students' processes must both be
    able to import.

    Raises ``LookupError`` when there is no such module, or it has no framework.
    """
    if name not in _loaded:
        module = f"{__name__}.{name}" if name in BUILT_IN else name
        try:
            _loaded[name] = importlib.import_module(module).FRAMEWORK
        except (ImportError, AttributeError, ValueError) as error:
            raise LookupError(
                f"There is no framework {name!r} ({error}). It is one of "
                f"{', '.join(BUILT_IN)}, or a module with a FRAMEWORK."
            ) from None
    return _loaded[name]


def known() -> tuple[Framework, ...]:
    """The built-in frameworks, and every other that was loaded."""
    for name in BUILT_IN:
        get(name)
    return tuple(_loaded.values())


def title(name: str) -> str:
    """What people call a framework; the name itself where it was never loaded."""
    return next((f.title for f in known() if f.name == name), name)
