"""Let a student's cells import the modules that were handed in beside them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from autograder.exercise.source_lines import keep_source


class _OwnModules(MetaPathFinder, Loader):
    """Finds modules among sources; Python's own are found where they always are."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = sources

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        """The module, if it was handed in."""
        if fullname not in self.sources or fullname in sys.stdlib_module_names:
            return None
        return importlib.util.spec_from_loader(fullname, self, origin=f"{fullname}.py")

    def exec_module(self, module: ModuleType) -> None:
        """Run its source, as importing a file does."""
        name = module.__name__
        label, source = f"<{name}.py>", self.sources[name]
        keep_source(label, source)
        exec(compile(source, label, "exec"), module.__dict__)


def lend(sources: Mapping[str, str]) -> None:
    """From now on these can be imported, afresh; those that were lent before cannot."""
    for finder in [f for f in sys.meta_path if isinstance(f, _OwnModules)]:
        sys.meta_path.remove(finder)
        for name, module in [*sys.modules.items()]:
            if getattr(getattr(module, "__spec__", None), "loader", None) is finder:
                del sys.modules[name]
    if sources:
        # First: where a folder may not be looked into, who comes next finds an error.
        sys.meta_path.insert(0, _OwnModules(sources))
