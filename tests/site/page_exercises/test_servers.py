"""The built site on web servers as they are installed, and on strict ones."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.desk import Desk
from tests.site.page_exercises.first_page import KEPT, PAGE, RIGHT, start, started_from
from tests.site.servers import SERVERS, nginx

pytestmark = pytest.mark.browser

# A server need know no more: what has no type is sent as bytes, and asked for as bytes.
KNOWN = {".html", ".js", ".css", ".json", ".svg", ".png", ".woff2", ".txt"}
BYTES = {".packed", ".int8", ".gguf", ".bin"}
NOT_FETCHED = {".map", ".md", ".mo", ".po", ".ttf", ".inv", ".buildinfo", ".ipynb", ""}
OF_BROWSERS = {".webmanifest"}  # read whatever its type
STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:"


def test_every_file_has_a_name_that_every_server_has_a_type_for(site: Path):
    endings = {path.suffix for path in site.rglob("*") if path.is_file()}
    assert endings <= KNOWN | BYTES | NOT_FETCHED | OF_BROWSERS


@pytest.fixture(params=SERVERS)
def served(request, site: Path, tmp_path: Path) -> Iterator[str]:
    """The site's address on one server after the other."""
    tmp_path.chmod(0o755)
    with SERVERS[request.param](site, tmp_path) as address:
        try:
            urllib.request.urlopen(f"{address}/{PAGE}").close()
        except urllib.error.HTTPError:
            pytest.skip("The server's own user may not read the site's folder")
        yield address


@pytest.mark.slow
def test_a_server_needs_nothing_set(browser, served: str):
    reader = start(browser, served, PAGE, script="", service_workers="allow")
    desk = Desk(reader)
    assert "right" in desk.check(RIGHT)
    reader.page.wait_for_function(KEPT)
    reader.reload()
    assert "42" in Desk(reader).run("20 + 22")
    assert started_from(reader) == ["memory"]
    reader.close()
    assert not reader.faults


@pytest.mark.slow
def test_under_a_strict_policy_python_runs_and_is_kept_for_the_next_page(
    browser, site: Path, tmp_path: Path
):
    with nginx(site, tmp_path, STRICT) as address:
        reader = start(browser, address, PAGE, script="", service_workers="allow")
        assert "right" in Desk(reader).check(RIGHT)
        while not reader.page.evaluate(KEPT):  # what would wait in the page is forbidden
            reader.page.wait_for_timeout(100)
        reader.reload()
        assert "42" in Desk(reader).run("20 + 22")
        assert started_from(reader) == ["memory"]
        reader.close()


@pytest.mark.slow
def test_a_policy_that_forbids_python_is_named(browser, site: Path, tmp_path: Path):
    with nginx(site, tmp_path, "script-src 'self'") as address:
        reader = start(browser, address, PAGE)
        assert "content security policy forbids WebAssembly" in Desk(reader).trouble()
        reader.close()
