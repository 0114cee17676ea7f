"""An exercise in two tabs, in another site's frame, and on a page opened as a file."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.site.desk import Desk
from tests.site.reader import Reader, serving

pytestmark = pytest.mark.browser

PAGE, ID = "book/index.html", "numpy.attention_weights"


@pytest.fixture
def tabs(new_reader) -> tuple[Desk, Desk]:
    """The same exercise in two tabs of one browser, the newer one in front."""
    reader = new_reader(PAGE)
    older = Desk(reader, ID)
    page = reader.open_tab()
    page.goto(f"{reader.address}/{PAGE}", wait_until="domcontentloaded")
    return older, Desk(SimpleNamespace(page=page), ID)


def test_what_another_tab_writes_is_said_to_who_has_written_and_theirs_is_kept(tabs):
    older, newer = tabs
    newer.write("# the first tab to write")
    older.section.get_by_text("# the first tab to write").wait_for()
    assert older.section.locator(".exercise-trouble").count() == 0
    older.write("# the older tab")
    newer.section.get_by_text("# the older tab").wait_for()
    newer.write("# the newer tab")
    notice = older.section.locator(".exercise-trouble")
    notice.wait_for()
    assert "changed in another tab" in notice.inner_text()
    assert older.source() == "# the newer tab"
    older.page.bring_to_front()
    older.press("Bring mine back")
    assert older.source() == "# the older tab"
    assert older.section.locator(".exercise-trouble").count() == 0
    newer.section.get_by_role("button", name="Bring mine back").wait_for()
    assert newer.source() == "# the older tab"


@pytest.fixture
def framed(browser, address, tmp_path: Path) -> Iterator[Reader]:
    """The page in a frame of another site, as learning platforms show it."""
    frame = f'<iframe src="{address}/{PAGE}" width="1000" height="800"></iframe>'
    (tmp_path / "course.html").write_text(f"<!doctype html>{frame}", encoding="utf-8")
    with serving(tmp_path) as platform:
        reader = Reader(browser, platform.replace("127.0.0.1", "localhost"))
        reader.open("course.html")
        yield reader
        reader.close()


def test_in_a_frame_it_is_said_before_the_first_check_how_long_answers_last(framed):
    section = framed.page.frame_locator("iframe").locator(f'[data-exercise="{ID}"]')
    notice = section.locator(".exercise-trouble")
    notice.wait_for()
    assert "may last only while it is open" in notice.inner_text()
    link = notice.get_by_role("link", name="Open it in a tab")
    assert link.get_attribute("target") == "_blank"
    assert link.get_attribute("href").endswith(PAGE)


def test_a_page_opened_as_a_file_says_how_to_serve_it(browser, site: Path):
    page = browser.new_page()
    page.goto(f"file://{site / PAGE}")
    said = page.locator(".from-file").inner_text()
    assert "make serve" in said
    assert "python -m http.server" in said
    page.close()
