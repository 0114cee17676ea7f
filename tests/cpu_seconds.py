"""Where the CPU seconds of a test run go: by directory, and the dearest files.

The user and system time of the process that runs a test, and of the processes that ended
meanwhile.  What outlives a test, as a browser does, counts where it ends.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

SHOWN = 12


def _spent() -> float:
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Keep what a test takes with its report, which comes from other processes, too."""
    before = _spent()
    item.user_properties.append(("began", before))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[pytest.TestReport]:
    """Say in a report what was spent until then."""
    report = yield
    began = dict(item.user_properties).get("began", 0.0)
    report.user_properties.append(("cpu", _spent() - began))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Two lines: seconds by directory, and the dearest files."""
    files, folders = Counter[str](), Counter[str]()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "teardown":
                path = PurePosixPath(report.nodeid.partition("::")[0])
                seconds = dict(report.user_properties)["cpu"]
                files[f"{path}"] += seconds
                folders["/".join(path.parent.parts[:2])] += seconds
    for counted in (folders, files):
        said = (f"{name} {seconds:.0f}" for name, seconds in counted.most_common(SHOWN))
        terminalreporter.write_line(f"CPU seconds: {', '.join(said)}")
