"""A reader's own sentence in every head: MiniLM in the browser, a byte a weight."""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.site.conftest import ROOT
from tests.site.desk import PATIENCE
from tests.site.reader import Reader

sys.path[:0] = [str(ROOT / "book"), str(ROOT / "book" / "_ext")]
import page_minilm  # noqa: E402
from make_model_heads import SENTENCES  # noqa: E402

pytestmark = pytest.mark.browser

PAGE = "book/index.html"
TROPHY = "The trophy did not fit in the suitcase because it was too big."
HEADS = (6, 12)
MOST, MEAN = 0.06, 0.002  # by which a weight of the stored model may differ
# What the page's worker makes of sentences.
READ = """
async ([root, texts]) => {
  const folder = `${root}/_static/minilm/`;
  const told = await (await fetch(`${folder}minilm.json`)).json();
  const script = `${root}/_static/elements/sentence-worker.js`;
  const worker = new Worker(script, {type: "module"});
  const read = (text) => new Promise((done) => {
    worker.onmessage = ({data}) => data.kind !== "progress" && done(data);
    worker.postMessage({told, folder, text});
  });
  const found = [];
  for (const text of texts) {
    const {bytes, ...rest} = await read(text);
    found.push({...rest, bytes: bytes && Array.from(bytes)});
  }
  worker.terminate();
  return found;
}
"""


@pytest.fixture
def reader(browser, address, site: Path) -> Iterator[Reader]:
    if json.loads((site / "_static/minilm/minilm.json").read_text()) is None:
        pytest.skip("This copy of the book has no MiniLM: run make models book")
    opened = Reader(browser, address)
    opened.page.set_default_timeout(PATIENCE)
    opened.open(PAGE)
    yield opened
    opened.close()
    assert not opened.faults


def own(reader: Reader):
    return reader.page.locator(".heads-own")


def read(reader: Reader, text: str) -> str:
    """Have the page read a sentence; what it says at the end."""
    own(reader).get_by_label("Your sentence").fill(text)
    own(reader).get_by_role("button", name="Read it").click()
    return said(reader)


def said(reader: Reader) -> str:
    waits = "() => !/^(Reading|Fetching|$)/.test(document.querySelector(SAID).textContent)"
    reader.page.wait_for_function(waits.replace("SAID", "'.heads-own [role=status]'"))
    return own(reader).get_by_role("status").inner_text()


@pytest.mark.slow
def test_every_head_is_the_stored_models(reader, site: Path):
    found = reader.page.evaluate(READ, [reader.address, list(SENTENCES[:3])])
    for k, one in enumerate(found):
        stored = (site / f"_static/elements/data/heads/minilm-{k}.bin").read_bytes()
        n = len(one["tokens"])
        right = np.frombuffer(gzip.decompress(stored), np.uint8).reshape(*HEADS, n, n) / 255
        ours = np.array(one["bytes"]).reshape(right.shape) / 255
        assert np.abs(ours - right).max() < MOST
        assert np.abs(ours - right).mean() < MEAN
        assert np.allclose(ours.sum(-1), 1, atol=n / 255)


def test_what_no_model_can_read_is_said_in_a_sentence(reader):
    texts = ["word " * 100, "\U0001f642"]
    long, unknown = reader.page.evaluate(READ, [reader.address, texts])
    assert "102 pieces" in long["sentence"]
    assert "write a shorter sentence" in long["sentence"]
    assert "knows none of that" in unknown["sentence"]


@pytest.mark.slow
def test_its_size_is_said_before_it_comes_and_it_comes_once(reader):
    fetched: list[str] = []
    reader.page.on("request", lambda request: fetched.append(request.url))
    own(reader).locator("summary").click()
    note = own(reader).get_by_text("MB are fetched, once, and kept")
    note.wait_for()
    assert not [url for url in fetched if url.endswith((".int8", ".packed"))]
    assert "MB fetched" in read(reader, TROPHY)
    page = reader.page
    assert page.locator(".heads-words").inner_text().startswith("the")
    assert "“trophy”" in page.locator("model-heads .touch-sentence").inner_text()
    assert not page.get_by_text("SmolLM2: only back").is_visible()
    fetched.clear()
    assert "nothing fetched" in read(reader, TROPHY)
    assert not [url for url in fetched if url.endswith(".int8")]


def test_an_address_brings_its_sentence(reader):
    own(reader).locator("summary").click()
    read(reader, TROPHY)
    reader.open(f"{PAGE}?sentence=The+keys+to+the+old+cabinet+are+lost")
    assert "nothing fetched" in said(reader) or "kB" in said(reader) or "MB" in said(reader)
    assert "cabinet" in reader.page.locator(".heads-words").inner_text()
    new = reader.page.context.browser.new_context(service_workers="block")
    page = new.new_page()
    page.goto(f"{reader.address}/{PAGE}?sentence=Hello")
    sent = page.locator(".heads-sent")
    sent.get_by_text("Somebody sent you a sentence: “Hello”").wait_for()
    assert sent.bounding_box()["y"] < page.viewport_size["height"]  # it is seen at once
    assert page.locator(".heads-own [role=status]").inner_text() == ""  # nothing unasked
    sent.get_by_role("button", name=re.compile(r"Show it \(9\.\d MB\)")).click()
    page.locator(".heads-words", has_text="hello").wait_for(timeout=PATIENCE)
    assert not sent.count()
    new.close()


def test_without_a_network_it_says_why_it_does_not_open(reader):
    reader.page.route("**/own-sentence.js", lambda route: route.abort())
    own(reader).locator("summary").click()
    own(reader).get_by_text("look at your connection, then open it again").wait_for()
    reader.page.unroute("**/own-sentence.js")
    own(reader).locator("summary").click()
    own(reader).locator("summary").click()
    own(reader).get_by_label("Your sentence").wait_for()


@pytest.mark.slow
def test_a_model_that_does_not_come_is_asked_for_again(reader):
    own(reader).locator("summary").click()
    own(reader).get_by_text("MB are fetched").wait_for()
    reader.page.context.route("**/layers-*.int8", lambda route: route.abort())
    assert "could not be fetched" in read(reader, TROPHY)
    reader.page.context.unroute("**/layers-*.int8")
    assert read(reader, TROPHY).startswith("Read in")


def test_a_byte_a_weight_is_off_by_half_a_step_at_most():
    matrix = np.random.default_rng(0).normal(size=(5, 9)).astype(np.float32)
    matrix[3] = 0
    whole, scales = page_minilm.quantised(matrix)
    assert whole.dtype == np.int8
    assert (np.abs(whole * scales[:, None] - matrix) <= scales[:, None] / 2 + 1e-7).all()
