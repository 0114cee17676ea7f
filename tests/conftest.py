"""What the tests share: the toy key and one warm process for all of them."""

import gc
import signal
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import settings

from autograder.exercise.key import Key, load_key
from autograder.exercise.quiet import TritonFirst
from autograder.sandbox import isolation
from autograder.sandbox.pool import WarmProcess, WarmProcesses, hidden_folders

# The same examples every time: a failure is one that everybody sees.
settings.register_profile("suite", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("suite")

# Whoever runs the tests in the background passes on that Ctrl-C is ignored, and every
# command that a test starts would ignore it, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

sys.meta_path.insert(0, TritonFirst())  # whichever test imports TensorFlow

# Few tests use them, and each takes one second to six in every process that collects.
IMPORTED_LATE = {"tensorflow", "mcp", "scipy.stats"}

PRINTED = np.get_printoptions()  # as NumPy comes

pytest_plugins = ["tests.chromium"]
collect_ignore_glob = ["*.ipynb"]  # those of the sample class are no notebooks to test

# The files that take 15 CPU seconds and more, those that compute beside those that wait.
LONGEST = (
    "tests/test_sample_class.py",
    "tests/site/test_phone_walk.py",
    "notebooks/15-inside-a-model.ipynb",
    "notebooks/13-writing-text.ipynb",
    "tests/attacks/test_trials.py",
    "notebooks/18-long-contexts.ipynb",
    "tests/site/test_browser.py",
    "notebooks/14-real-model.ipynb",
    "tests/attacks/test_current_folder.py",
    "tests/site/page_exercises/test_one_python.py",
    "tests/questions/test_questions.py",
    "tests/assist/test_assist.py",
    "notebooks/10-translation.ipynb",
    "tests/site/test_cells_alone.py",
    "tests/authoring/test_mutation.py",
    "tests/handout/test_release.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first: what begins last should not be what is waited for.

    Then the other notebooks, seconds each, and those that drive a browser, one after the
    other, so that it is started once.
    """
    place = {name: number for number, name in enumerate(LONGEST)}
    browsing = {i.path for i in items if "browser" in getattr(i, "fixturenames", ())}

    def key(item: pytest.Item) -> tuple[int, bool, bool]:
        name = item.nodeid.partition("::")[0]
        rank = place.get(name, len(place))
        return rank, item.path.suffix != ".ipynb", item.path not in browsing

    items.sort(key=key)


def pytest_collection() -> None:
    """Thousands of collected tests stay, so no search for garbage walks them meanwhile."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Nor does any later search.

    Each process collects all of them, so what takes long to import waits for its tests.
    """
    if early := sorted(IMPORTED_LATE & sys.modules.keys()):
        raise pytest.UsageError(f"Collecting the tests imports {', '.join(early)}.")
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def _as_numpy_prints() -> Iterator[None]:
    """A chapter's cells that a test or a fixture runs set how arrays are printed."""
    with np.printoptions(**PRINTED):
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for all that was skipped: how many, and what is missing here."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = [str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports]
    counted = Counter(reason.partition(". ")[0] for reason in reasons).most_common()
    if counted:
        said = "; ".join(f"{count} because {reason}" for reason, count in counted)
        terminalreporter.write_line(f"Skipped: {said}.")


@pytest.fixture(scope="session")
def toy() -> Key:
    """The answer key of another course."""
    return load_key("toy_key")


@pytest.fixture(scope="session")
def tier() -> isolation.Tier:
    """The best isolation of this machine; none where it gives none."""
    try:
        return isolation.choose()
    except isolation.NoIsolation:
        return "none"


@pytest.fixture(scope="session")
def unsafe(tier: isolation.Tier) -> tuple[str, ...]:
    """What a command that runs students' code needs where there is no isolation."""
    return ("--unsafe-no-sandbox",) if tier == "none" else ()


@pytest.fixture(scope="session")
def warm_processes(tier: isolation.Tier) -> Iterator[WarmProcesses]:
    """Processes that children are forked from; every test leaves them usable."""
    processes = WarmProcesses(tier, hidden_folders("toy_key"))
    yield processes
    processes.close()


@pytest.fixture
def warm(warm_processes: WarmProcesses) -> WarmProcess:
    """The one for NumPy."""
    return warm_processes.get("numpy")
