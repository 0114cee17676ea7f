"""What the tests of the book's files and of the built site share."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from tests.site.page_exercises import first_page
from tests.site.reader import Reader, serving

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
FACTS = ROOT / "_build" / ".doctrees"  # as the build keeps them, while they are right
PROOFS = ROOT / "solutions" / "proved.json"  # written beside a build, and no page has it
BUILT = ROOT / "_build" / ".built"  # touched when a build gave no warning

SUB_PATH = "some/course"  # GitHub Pages, too, serves a project below its host's root


@pytest.fixture(scope="session")
def entries() -> dict[str, dict[str, Any]]:
    """What the site's catalogue says of every exercise, by id."""
    from attention_site import exercise_python

    return exercise_python.catalogue(FACTS)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site: as ``make book`` left it, or built now if that is older."""
    lock = ROOT / ".build" / "site.lock"
    lock.parent.mkdir(exist_ok=True)
    with FileLock(lock):
        if not BUILT.exists() or BUILT.stat().st_mtime < _newest_source():
            environment = {k: v for k, v in os.environ.items() if k != "MAKEFLAGS"}
            built = subprocess.run(
                ["make", "book"], cwd=ROOT, env=environment, capture_output=True, text=True
            )
            assert built.returncode == 0, built.stdout + built.stderr
    return SITE


def _newest_source() -> float:
    return max(path.stat().st_mtime for path in _sources())


def _sources() -> Iterator[Path]:
    yield ROOT / "_config.yml"
    yield from (ROOT / "notebooks").glob("*.ipynb")
    for folder in ("book", "autograder", "solutions"):  # pages carry their Python
        for path in (ROOT / folder).rglob("*"):
            if path != PROOFS and "__pycache__" not in path.parts and path.is_file():
                yield path


# --- the site in a real browser ------------------------------------------------


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site under a sub-path of a plain file server."""
    folder = tmp_path_factory.mktemp("server")
    place = folder / SUB_PATH
    place.parent.mkdir(parents=True)
    place.symlink_to(site, target_is_directory=True)
    with serving(folder) as root:
        yield f"{root}/{SUB_PATH}"


@pytest.fixture(scope="module")
def profile(browser, address) -> Reader:
    """A browser profile for the readers of a file who ask for nothing of their own."""
    return Reader(browser, address)


@pytest.fixture
def open_reader(browser, address, profile) -> Iterator[Callable[..., Reader]]:
    """Open readers, and find at the end that nothing broke under them."""
    opened: list[Reader] = []

    def start(path: str, script: str = "", **settings) -> Reader:
        if opened or script or settings:
            opened.append(Reader(browser, address, **settings))
        else:
            opened.append(profile)
            profile.begin_anew()
        if script:
            opened[-1].context.add_init_script(script)
        opened[-1].open(path)
        return opened[-1]

    yield start
    faults = [fault for each in opened for fault in each.faults]
    for each in opened:
        if each is not profile:
            each.close()
    assert not faults


@pytest.fixture(scope="module")
def chapter_page(browser, address) -> Iterator[Reader]:
    """Chapter 03, opened once for the readers of a file."""
    opened = Reader(browser, address)
    opened.open("notebooks/03-numpy.html")
    yield opened
    opened.close()
    assert not opened.faults


@pytest.fixture
def here(chapter_page: Reader) -> Reader:
    """Chapter 03 with a reader who has answered nothing."""
    chapter_page.call("clear")
    return chapter_page


@pytest.fixture
def new_reader(browser, address) -> Iterator[Callable[..., Reader]]:
    """Open readers who do exercises, and find at the end that nothing broke under them."""
    opened: list[Reader] = []

    def begin(path: str = first_page.PAGE, **settings: Any) -> Reader:
        opened.append(first_page.start(browser, address, path, **settings))
        return opened[-1]

    yield begin
    faults = [fault for each in opened for fault in each.faults]
    for each in opened:
        each.close()
    assert not faults
