"""Where the CPU seconds of a test run go: by directory, and the dearest files.

The user and system time of the process that runs a file's tests, of those that it waited
for, and of those below it that go on: browsers, sandboxes, what commands are forked from.
Kernels are below another one, whose imports are nobody's.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from tests.site.forked_kernels import TOOK

SHOWN = 12
BEGUN = pytest.StashKey[float]()  # what was spent when the file's first test began
IS_LAST = pytest.StashKey[bool]()
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def _spent() -> float:
    return sum(os.times()[:4]) + sum(TOOK.values()) + _going_on()


def _going_on() -> float:
    """Seconds of the processes below this one, where the system tells of them."""
    seconds, children = dict[str, float](), dict[str, list[str]]()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        seconds[path.parent.name] = sum(map(int, fields[11:15])) / TICKS
        children.setdefault(fields[1], []).append(path.parent.name)
    below = [*children.get(str(os.getpid()), []), *map(str, TOOK)]
    for process in below:
        below += children.get(process, [])
    return sum(seconds.get(process, 0) for process in below)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Iterator[None]:
    """Count from a file's first test to its last one."""
    if BEGUN not in item.config.stash:
        item.config.stash[BEGUN] = _spent()
    item.stash[IS_LAST] = nextitem is None or nextitem.path != item.path
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Iterator[pytest.TestReport]:
    """Keep what a file took with its last reports, which come from other processes, too.

    A browser that ends with the file takes what it spent along: that is no gain.
    """
    report = yield
    if item.stash[IS_LAST] and call.when != "setup":
        before, item.config.stash[BEGUN] = item.config.stash[BEGUN], _spent()
        spent = max(0.0, item.config.stash[BEGUN] - before)
        report.user_properties.append(("cpu", spent))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Two lines: seconds by directory, and the dearest files."""
    files, folders = Counter[str](), Counter[str]()
    for reports in terminalreporter.stats.values():
        for report in reports:
            seconds = dict(getattr(report, "user_properties", ())).get("cpu", 0.0)
            path = PurePosixPath(getattr(report, "nodeid", "").partition("::")[0])
            files[f"{path}"] += seconds
            folders["/".join(path.parent.parts[:2])] += seconds
    for counted in (folders, files):
        said = (f"{name} {seconds:.0f}" for name, seconds in counted.most_common(SHOWN))
        terminalreporter.write_line(f"CPU seconds: {', '.join(said)}")
