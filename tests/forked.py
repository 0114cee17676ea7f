"""Run ``autograder`` in a fork of a process that has imported it already.

Importing, compiling templates and hashing the engine is half of what a small command
costs, and the tests start hundreds.  The sample class, ``test_installed`` and whoever
sends signals start the real one.
"""

import atexit
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.imported"])
SECONDS = 600


def forked(
    words: Sequence[object],
    folder: Path,
    env: Mapping[str, str],
    first: Callable[[], object] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end.

    Parameters
    ----------
    words
        What stands behind ``autograder``.
    folder, env
        Where it runs, and its whole environment.
    first
        Called before it, there: to limit memory, say.

    Returns
    -------
    As ``subprocess.run`` does.

    Raises
    ------
    subprocess.TimeoutExpired
        When it takes longer than ``SECONDS``.
    """
    typed = ["autograder", *map(str, words)]
    with tempfile.TemporaryDirectory() as place:
        printed = [Path(place, name) for name in ("out", "err")]
        run = (typed, str(folder), dict(env), first, *map(str, printed))
        process = CONTEXT.Process(target=_run, args=run)
        process.start()
        process.join(SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(typed, SECONDS)
        out, err = (p.read_text("utf-8", "surrogateescape") for p in printed)
        return subprocess.CompletedProcess(typed, process.exitcode, out, err)


def _run(
    typed: list[str],
    folder: str,
    env: dict[str, str],
    first: Callable[[], object] | None,
    *printed: str,
) -> None:
    """What a fresh process would have, then the command."""
    for number, path in enumerate(printed, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.path[:0] = ["", *env.get("PYTHONPATH", "").split(os.pathsep)]
    sys.argv = typed
    sys.modules["__main__"] = types.ModuleType("__main__")  # no test's, for its workers
    if first:
        first()
    from autograder.cli import main
    from autograder.sandbox import processes

    if typed[1:2] == ["from-notebook"]:
        processes.run = _further_commands()
    try:
        main()
    finally:
        atexit._run_exitfuncs()  # a fork ends without


def _further_commands() -> Callable[[Sequence[str]], subprocess.CompletedProcess[str]]:
    """Forks of a process that has imported no key, for the commands that this one starts.

    Returns in each of them: here the function that starts one, there once it is started.
    """
    from autograder.sandbox import processes

    asked, asking = os.pipe()
    answered, answering = os.pipe()
    if not os.fork():
        os.close(asking)
        while command := os.read(asked, 1 << 16):
            pid = os.fork()
            if not pid:
                words, output = json.loads(command)
                if output == processes.DEVNULL:
                    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                sys.argv = ["autograder", *words[3:]]  # python -m autograder
                return processes.run
            status = os.waitpid(pid, 0)[1]
            os.write(answering, str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)

    def run(
        command: Sequence[str], stdout: int | None = None
    ) -> subprocess.CompletedProcess[str]:
        sys.stdout.flush()
        os.write(asking, json.dumps([command, stdout]).encode())
        return subprocess.CompletedProcess(command, int(os.read(answered, 16)))

    return run
