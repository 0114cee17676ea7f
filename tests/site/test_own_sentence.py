"""A reader's own sentence in every head: MiniLM in the browser, a byte a weight."""

import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest
from make_model_heads import SENTENCES
from PIL import Image

from attention_site import page_minilm
from tests.site.desk import PATIENCE
from tests.site.reader import Reader

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
def reader(open_reader, site: Path) -> Reader:
    if json.loads((site / "_static/minilm/minilm.json").read_text()) is None:
        pytest.skip("This copy of the book has no MiniLM: run make models book")
    opened = open_reader(PAGE)
    opened.page.set_default_timeout(PATIENCE)
    return opened


def own(reader: Reader):
    return reader.page.locator(".heads-own")


def read(reader: Reader, text: str) -> str:
    """Have the page read a sentence; what it says at the end."""
    own(reader).get_by_label("Your sentence").fill(text)
    own(reader).get_by_label("Your sentence").press("Enter")
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
    reader.page.get_by_text("MB are fetched, once, and kept").wait_for()
    button = own(reader).get_by_role("button", name=re.compile(r"Read it \(9\.\d MB\)"))
    button.wait_for()
    own(reader).get_by_label("Your sentence").fill("A red fox")
    assert not [url for url in fetched if url.endswith((".int8", ".packed"))]
    assert "MB fetched" in read(reader, TROPHY)
    page = reader.page
    assert page.locator(".heads-words").inner_text().startswith("the")
    assert "“it” gives" in page.locator("model-heads .touch-sentence").inner_text()
    assert not page.get_by_text("SmolLM2: only back").is_visible()
    fetched.clear()
    reader.reload()
    assert "nothing fetched" in read(reader, TROPHY)
    assert not [url for url in fetched if url.endswith(".int8")]


SENTENCE = "model-heads .touch-body > .touch-sentence"


def shown(page) -> str:
    return page.locator(SENTENCE).inner_text()


@pytest.mark.slow
def test_of_a_sentence_the_head_and_the_word_that_show_most_are_chosen(reader):
    read(reader, "My grandmother baked a cake because she wanted to make her happy.")
    assert re.search(
        r"“she” gives 0\.[89]\d of its attention to “grandmother”", shown(reader.page)
    )


def test_a_sentence_that_is_here_is_shown_and_nothing_is_fetched(reader):
    own(reader).get_by_label("Your sentence").fill(
        "when Mary and John went to the shop, John gave a drink to Mary"
    )
    own(reader).get_by_label("Your sentence").press("Enter")
    reader.page.locator(".heads-words", has_text="shop").wait_for()
    assert own(reader).locator("[role=status]").text_content() == ""


@pytest.mark.slow
def test_the_address_says_what_is_seen(browser, reader):
    page = reader.page
    page.get_by_label("Sentence", exact=True).select_option("6")
    page.get_by_role("radio", name="SmolLM2").click(force=True)
    page.get_by_role("slider", name=re.compile("^Layer")).fill("4")
    page.get_by_role("slider", name=re.compile("^Head")).fill("2")
    page.locator(".heads-word", has_text="animal").first.click()
    page.wait_for_url("**word=animal*")
    begins = re.compile("^Head 3 of layer 5 of SmolLM2: “animal” gives")
    page.locator(SENTENCE, has_text=begins).wait_for()  # once the model is there
    seen = shown(page)
    other = browser.new_context(service_workers="block").new_page()
    other.goto(page.url)
    other.get_by_text(seen).first.wait_for()
    assert other.get_by_label("Your sentence").input_value().startswith("the animal didn")
    other.context.close()


@pytest.mark.slow
def test_what_is_seen_is_sent_as_a_picture_where_a_message_has_room_for_it(
    reader, tmp_path: Path
):
    def picture(word: str) -> Image.Image:
        reader.page.locator(".heads-word", has_text=word).first.click()
        saved = reader.download("Send it as a picture", tmp_path)
        assert saved.name == "attention.png"
        return Image.open(saved).convert("RGB")

    one, other = picture("nervous"), picture("horse")
    assert one.size == (1200, 630)
    _, paper = max(one.getcolors(1 << 20))
    painted = sum(n for n, colour in one.getcolors(1 << 20) if colour != paper)
    assert painted > 20_000  # words and arcs
    assert one.tobytes() != other.tobytes()


@pytest.mark.slow
def test_a_sentence_that_was_sent_waits_where_the_model_is_not_here(browser, reader):
    read(reader, TROPHY)
    reader.open(f"{PAGE}?sentence=The+keys+to+the+red+car+are+lost&layer=4&head=2&word=are")
    reader.page.locator(".heads-words", has_text="lost").wait_for()
    assert shown(reader.page).startswith("Head 2 of layer 4 of MiniLM: “are” gives")
    new = browser.new_context(service_workers="block")
    page = new.new_page()
    page.goto(f"{reader.address}/{PAGE}?sentence=Hello")
    page.locator(".heads-own").get_by_text("Somebody sent you this sentence").wait_for()
    assert page.get_by_label("Your sentence").input_value() == "Hello"
    assert "“horse”" in shown(page)  # nothing unasked
    page.get_by_role("button", name=re.compile(r"Read it \(9\.\d MB\)")).click()
    page.locator(".heads-words", has_text="hello").wait_for(timeout=PATIENCE)
    new.close()


@pytest.mark.slow
def test_a_model_that_does_not_come_is_asked_for_again(reader):
    reader.page.get_by_text("MB are fetched").wait_for()
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
