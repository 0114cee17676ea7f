"""Where the CPU seconds of a test run go: by directory, and the dearest files.

The user and system time of the process that runs a test, of the processes that ended
meanwhile and, for tests in a browser, of those that go on.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

SHOWN = 12
SPENT = pytest.StashKey[float]()
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def _spent(item: pytest.Item) -> float:
    own = sum(os.times()[:4])
    return own + _going_on() if item.get_closest_marker("browser") else own


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
    below = children.get(str(os.getpid()), [])
    for process in below:
        below += children.get(process, [])
    return sum(seconds[process] for process in below)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Keep what a test takes with its report, which comes from other processes, too."""
    item.stash[SPENT] = _spent(item)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[pytest.TestReport]:
    """Say in a report what its part of the test took; a browser that ends is no gain."""
    report = yield
    before, item.stash[SPENT] = item.stash[SPENT], _spent(item)
    report.user_properties.append(("cpu", max(0.0, item.stash[SPENT] - before)))
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
