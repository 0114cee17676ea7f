"""Look into what was handed in: in a process of its own, with limits, one for everybody.

Archives and notebooks come from students.  What is too much in one of them, or wrong
in a way that nobody thought of, ends the look into that one, with a sentence; the
process is replaced where it does not go on, and the next hand-in meets a fresh one.
"""

import atexit
import contextlib
import importlib
import json
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from operator import attrgetter
from typing import Any, BinaryIO, TypeVar, get_type_hints

import msgspec

from autograder.checking.bounds import TooLong, memory_limit, time_limit, work_limit
from autograder.exercise.problem import Problem
from autograder.notebooks.read import UnreadableNotebook
from autograder.sandbox import processes

MIB, SECONDS = 1024, 20.0  # of one look: of memory, and of work
ENDED_SECONDS = 30.0  # of work: then no alarm was heard
WALL_SECONDS = 300.0  # then it waits for something that does not come
END_SECONDS = 5.0  # to end by itself, as nobody asks any more
TRIES = 2  # a machine that is short of memory may end it, too
T = TypeVar("T")


class NoReader(Problem):
    """The process cannot be started: nobody's hand-in is to blame."""


def look(what: str, work: Callable[..., T], *given: Any) -> T:
    """What ``work(*given)`` gives, done in the reader's process.

    Its annotations say what it is given and what it gives: both cross to another process,
    as JSON. Raises ``UnreadableNotebook`` when it takes too long, too much memory, fails,
    or ends the process; ``NoReader`` when there can be no such process.
    """
    paths = processes.import_paths()
    question = [paths, what, work.__module__, work.__qualname__, _to_json(given)]
    with _lock:
        for left in reversed(range(TRIES)):
            try:
                how, answer = _asked(question)
                break
            except (EOFError, OSError):
                if _end() == _OUT_OF_TIME or not left:
                    sentence = "looking into it ended the process that did."
                    raise UnreadableNotebook(f"{what} cannot be read: {sentence}") from None
        if how == _TOO_MUCH:
            _end()  # it may hold much, or be half done with something
    if how != _DONE:
        raise UnreadableNotebook(answer)
    done: T = _from_json(answer, get_type_hints(work).get("return", Any))
    return done


# --- on this side ------------------------------------------------------------

_lock = threading.Lock()
_process: processes.Process | None = None


def _asked(question: object) -> tuple[str, Any]:
    """The answer of the process, started where there is none."""
    global _process
    if _process is None or _process.poll() is not None:
        _process = _started()
    process = _process
    assert process.stdin is not None
    assert process.stdout is not None
    _write(process.stdin, question)
    if hasattr(select, "poll"):  # elsewhere it is waited for without end
        waiting = select.poll()
        waiting.register(process.stdout, select.POLLIN)
        if not waiting.poll(1000 * WALL_SECONDS):
            process.kill()
    how, answer = _read(process.stdout)
    return how, answer


def _started() -> processes.Process:
    command = "from autograder.handin.reader import serve; serve()"
    why = "The process that reads what was handed in cannot be started"
    try:
        process = processes.start(
            [sys.executable, "-c", command], stdin=processes.PIPE, stdout=processes.PIPE
        )
    except OSError as error:
        raise NoReader(f"{why} ({error.strerror}).") from None
    assert process.stdout is not None
    if process.stdout.read(1) != _READY:
        process.kill()
        process.wait()
        raise NoReader(f"{why}.")
    return process


def _end() -> int:
    """The process goes; the next question starts another.  How it ended is returned."""
    global _process
    process, _process = _process, None
    if process is None:
        return 0
    for channel in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if channel:
                channel.close()
    with contextlib.suppress(processes.Unfinished):
        return process.wait(timeout=END_SECONDS)
    process.kill()
    return process.wait()


atexit.register(_end)  # it ends by itself as well, where this process is killed


# --- on both -----------------------------------------------------------------

_DONE, _PROBLEM, _TOO_MUCH = "done", "problem", "too much"
_READY = b"\n"


_OUT_OF_TIME = -getattr(signal, "SIGVTALRM", 0)


def _to_json(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=str)  # a path


def _from_json(value: Any, kind: Any) -> Any:
    return msgspec.convert(value, kind, dec_hook=lambda kind, said: kind(said))


def _write(channel: BinaryIO | Any, message: object) -> None:
    """A message is a line of JSON, which has no line ends in it."""
    channel.write(json.dumps(message).encode() + b"\n")
    channel.flush()


def _read(channel: BinaryIO | Any) -> Any:
    line = channel.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    return json.loads(line)


# --- in the process ----------------------------------------------------------


def serve() -> None:
    """Answer one question after another until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the coordinator's to answer
    questions, channel = sys.stdin.buffer, os.dup(1)
    os.dup2(2, 1)  # what libraries print is no answer
    with (
        contextlib.suppress(EOFError, BrokenPipeError),
        os.fdopen(channel, "wb") as answers,
    ):
        answers.write(_READY)
        answers.flush()
        while True:
            paths, what, module, name, given = _read(questions)
            sys.path[:0] = (path for path in paths if path not in sys.path)
            work = attrgetter(name)(importlib.import_module(module))
            _write(answers, _answer(what, work, given))


def _answer(what: str, work: Callable[..., Any], given: list[Any]) -> tuple[str, Any]:
    """How it ended, and what it gives or why there is nothing."""
    hints = get_type_hints(work)
    hints.pop("return", None)
    given = [_from_json(one, kind) for one, kind in zip(given, hints.values(), strict=True)]
    bounds = memory_limit(MIB), time_limit(SECONDS, of_work=True)
    try:
        with work_limit(ENDED_SECONDS), bounds[0], bounds[1]:
            return _DONE, _to_json(work(*given))
    except UnreadableNotebook as problem:
        return _PROBLEM, str(problem)
    except TooLong:
        why = f"looking into it took more than {SECONDS:g} seconds"
    except MemoryError:
        why = f"looking into it took more than {MIB} MiB of memory"
    except RecursionError:
        return _PROBLEM, f"{what} cannot be read: it is nested too deeply."
    except Exception as error:  # whatever it is, it is this hand-in's
        why = f"looking into it failed ({type(error).__name__})"
        return _PROBLEM, f"{what} cannot be read: {why}."
    return _TOO_MUCH, f"{what} cannot be read: {why}."
