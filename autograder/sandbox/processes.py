"""Start processes: nothing else in this project does, and ruff's TID251 holds it.

Who grades may well stand among what was handed in, and Python looks for modules first in
the folder that it is run in: a student's ``json.py`` would run as the instructor.  So
what is started here searches neither that folder nor one that is named relative to it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Executor

Process = subprocess.Popen[bytes]
Unfinished = subprocess.TimeoutExpired
Failed = subprocess.SubprocessError
PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL
SAFE = {"PYTHONSAFEPATH": "1"}  # as python -P, and for what that starts, too


def import_paths() -> list[str]:
    """The folders that this process imports from, for another one to do so as well.

    Not the one it is run in, unless PYTHONPATH names that by its whole path.
    """
    with contextlib.suppress(OSError):  # it may be gone
        here = os.path.realpath(os.getcwd())
        named = filter(os.path.isabs, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        if here not in map(os.path.realpath, named):
            absolute = filter(os.path.isabs, sys.path)
            return [path for path in absolute if os.path.realpath(path) != here]
    return [*filter(os.path.isabs, sys.path)]


def searched_in(folder: Path) -> str | None:
    """Which part of PYTHONPATH, if any, is a folder or lies in it."""
    parts = os.environ["PYTHONPATH"].split(os.pathsep) if "PYTHONPATH" in os.environ else []
    inside = [p for p in parts if Path(p).resolve().is_relative_to(folder.resolve())]
    return inside[0] if inside and parts != [""] else None


def _searched() -> dict[str, str]:
    """What says where programs and modules are searched for: by whole paths alone."""
    programs = filter(os.path.isabs, os.environ.get("PATH", os.defpath).split(os.pathsep))
    joined = os.pathsep.join
    return {"PATH": joined(programs), "PYTHONPATH": joined(import_paths()), **SAFE}


def program(name: str) -> str | None:
    """The path of an installed program, if it is there."""
    return shutil.which(name, path=_searched()["PATH"])


def start(
    command: Sequence[str], env: Mapping[str, str] | None = None, **how: Any
) -> Process:
    """Start a command, in this environment or that one; the rest as ``Popen`` takes it."""
    return subprocess.Popen(command, env=_with(env), **how)


def run(
    command: Sequence[str], env: Mapping[str, str] | None = None, **how: Any
) -> subprocess.CompletedProcess[Any]:
    """Run a command to its end; the rest as ``subprocess.run`` takes it."""
    return subprocess.run(command, env=_with(env), **how)


def _with(env: Mapping[str, str] | None) -> dict[str, str]:
    return {**os.environ, **_searched()} if env is None else {**env, **SAFE}


# --- worker processes --------------------------------------------------------


def end_with_parent() -> None:
    """End this worker when the process that started it ends: else it waits for ever."""
    threading.Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


@contextlib.contextmanager
def workers(
    count: int | None, first: Callable[..., None] = end_with_parent, *given: object
) -> Iterator[Executor]:
    """Fresh worker processes, ``None`` for one a core; each begins with ``first(*given)``.

    They and multiprocessing's own helpers take their environment from this process's.
    """
    from concurrent.futures import ProcessPoolExecutor  # `autograder --help` does without

    wanted = _searched()
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(count, spawn, first, given) as pool:
            yield pool
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def terminate_workers() -> None:
    """Ask all worker processes to end at once."""
    for worker in multiprocessing.active_children():
        worker.terminate()


def starts_a_worker(frame: FrameType | None) -> bool:
    """Whether a thread that is in this frame is in the midst of starting a process."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "multiprocessing.popen_spawn_posix":
            return True
        frame = frame.f_back
    return False
