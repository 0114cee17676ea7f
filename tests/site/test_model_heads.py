"""The heads of the two real models: what is stored, and exploring it on the page."""

import gzip
import json
import re

import make_model_heads as made
import numpy as np
import pytest
from elements_reference import PAGE
from quickly import quickly

from attention_lessons import minilm
from attention_lessons.model_files import MINILM, SMOLLM2, is_installed
from attention_lessons.smollm2 import load_smollm2
from solutions.ch11_reading_attention.induction_score import induction_score
from tests.site.view import View

pytestmark = pytest.mark.browser
pytest_plugins = ["elements_driving"]


FRONT = "book/index.html"
CHAPTER = "notebooks/15-inside-a-model.html"
LARGEST = 60 * 1024  # bytes of one sentence and model
ZORBLAT = 2
needs_models = pytest.mark.skipif(
    not (is_installed(SMOLLM2) and is_installed(MINILM)),
    reason="The models are not installed: make models",
)


def stored_parts() -> dict:
    """What ``heads.js`` exports."""
    text = (made.FOLDER / "heads.js").read_text(encoding="utf-8")
    parts = re.findall(r"^export const (\w+) = (.*?);$", text, flags=re.M | re.S)
    return {name: json.loads(value) for name, value in parts}


def stored_weights(model: str, sentence: int) -> np.ndarray:
    """The weights (layers, heads, n, n) that the page has of one sentence."""
    parts = stored_parts()
    n = len(parts["SENTENCES"][sentence][model])
    path = made.FOLDER / "heads" / f"{model}-{sentence}.bin"
    flat = np.frombuffer(gzip.decompress(path.read_bytes()), dtype=np.uint8)
    if model == "minilm":
        return flat.reshape(*parts["SIZES"][model], n, n) / 255
    whole = np.zeros((*parts["SIZES"][model], n, n))
    whole[..., *np.tril_indices(n)] = flat.reshape(*parts["SIZES"][model], -1) / 255
    return whole


# --- what is stored ------------------------------------------------------------------


def test_every_sentence_is_small_and_its_rows_sum_to_one():
    for path in (made.FOLDER / "heads").glob("*.bin"):
        assert path.stat().st_size < LARGEST, path.name
        model, _, sentence = path.stem.partition("-")
        weights = stored_weights(model, int(sentence))
        assert np.abs(weights.sum(axis=-1) - 1).max() < 0.5 * weights.shape[-1] / 255


@pytest.mark.slow
@needs_models
def test_the_stored_heads_are_those_of_the_models():
    decoder, encoder = load_smollm2(), minilm.load()
    parts = stored_parts()
    assert parts["COPIERS"] == pytest.approx(made.copiers(decoder), abs=0.011)
    for k, text in enumerate(made.SENTENCES):
        assert parts["SENTENCES"][k]["text"] == text
        for model in made.MODELS:
            wanted = made.heads(model, decoder, encoder, text)
            assert parts["SENTENCES"][k][model] == wanted.tokens
            got = stored_weights(model, k)
            assert np.abs(got - wanted.weights).max() < 1.01 / 255


def test_the_task_says_how_many_heads_copy_the_whole_name():
    scores = induction_score(stored_weights("smollm2", ZORBLAT), period=12)
    copying = {(int(layer), int(head)) for layer, head in np.argwhere(scores > 0.4)}
    assert copying == {(17, 3), (17, 4), (17, 5), (18, 6)}


# --- exploring ------------------------------------------------------------------------


def test_the_last_word_moves_the_arc_to_what_it_is_about(touch):
    one = touch("model-heads", FRONT)
    one.root.get_by_role("radio", name="nervous").focus()
    one.press("ArrowRight")
    weights = stored_weights("minilm", 1)[3, 1, 10]
    nowhere = weights[0] + weights[14]
    wait_for(one, f"“it” gives {weights[8]:.2f} of its attention to “barn”")
    assert f"{weights[2]:.2f} to “horse” and {nowhere:.2f} to nowhere" in one.text()
    one.root.get_by_role("combobox", name="Sentence").select_option("3")
    assert not one.root.get_by_role("radio", name="dark").is_visible()


def test_words_are_whole_and_the_marks_are_explained_where_they_are_touched(touch):
    one = touch("model-heads", FRONT)
    spans = one.root.locator(".heads-word span:first-child").all_inner_texts()
    text = "the horse didn't enter the barn because it was too nervous"
    assert spans == [*text.split(), "nowhere in particular"]
    weights = stored_weights("minilm", 0)[3, 1, 10]
    assert f"{weights[0] + weights[14]:.2f} to nowhere in particular" in one.text()
    one.root.get_by_role("button", name="nowhere in particular").focus()
    assert "the marks [CLS] and [SEP]" in one.text()
    one.root.get_by_role("checkbox", name="Pieces").check()
    assert one.root.locator(".heads-word").count() == 15


@pytest.mark.parametrize("path", quickly([FRONT, PAGE], [FRONT]))
def test_a_word_is_chosen_by_mouse_and_by_arrow_keys(touch, path: str):
    one = touch("model-heads", path)
    assert "“it” gives 0.62 of its attention to “horse”" in one.text()
    one.root.locator(".heads-word", has_text="horse").first.hover()
    assert "“horse” gives" in one.text()
    one.root.get_by_role("button", name="because").focus()
    one.press("ArrowRight")
    assert "“it” gives 0.62" in one.text()
    one.press("End", "ArrowLeft")
    assert "“nervous” gives" in one.text()
    # Read out once things are quiet.
    one.page.wait_for_function(
        "e => e.textContent.includes('“nervous” gives')",
        arg=one.root.get_by_role("status").last.element_handle(),
    )


def test_layers_heads_and_sentences_are_chosen_by_keyboard(touch):
    one = touch("model-heads", FRONT)
    one.slide("Layer", "ArrowRight", "ArrowRight")
    one.slide("Head", "End")
    wait_for(one, "Head 12 of layer 6 of MiniLM: “it”")
    weights = stored_weights("minilm", 0)[5, 11, 10]
    assert f"{weights.max():.2f} of its attention to “horse”" in one.text()
    one.root.get_by_role("combobox", name="Sentence").focus()
    one.press("ArrowDown")
    wait_for(one, f"{stored_weights('minilm', 1)[5, 11, 10].max():.2f} of its attention")
    one.root.get_by_role("radio", name="MiniLM: both ways").focus()
    one.press("ArrowRight")
    wait_for(one, "of SmolLM2: “it”")


def wait_for(one, words: str) -> None:
    sentence = one.root.locator(".touch-sentence").element_handle()
    one.page.wait_for_function(
        "([e, words]) => e.textContent.includes(words)", arg=[sentence, words]
    )


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_a_tap_chooses_a_word_and_a_head(touch, scheme: str):
    one = touch("model-heads", FRONT, 390)
    one.page.emulate_media(color_scheme=scheme)
    one.root.locator(".heads-word", has_text="barn").tap()
    assert "“barn” gives" in one.text()
    one.root.get_by_text("All heads at once").tap()
    one.root.get_by_role("button", name="layer 1, head 3", exact=True).tap()
    wait_for(one, "Head 3 of layer 1 of MiniLM: “barn” gives 1.00")
    assert "looks at the word before" in one.root.inner_text()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
@pytest.mark.parametrize(("width", "column"), [(1280, False), (390, True)])
def test_the_arcs_end_at_their_words(touch, width: int, column: bool):
    one = touch("model-heads", FRONT, width)
    one.page.evaluate("() => document.fonts.ready.then(() => {})")
    axis = "y" if column else "x"
    thickest = one.root.locator(".heads-strong").last  # drawn over the others
    ends = thickest.evaluate(
        """(path, axis) => {
          const box = path.ownerSVGElement.getBoundingClientRect();
          const from = axis === "x" ? box.left : box.top;
          const length = path.getTotalLength();
          return [0, length].map((at) => from + path.getPointAtLength(at)[axis]);
        }""",
        axis,
    )
    middles = one.root.evaluate(
        """(root, axis) => ["it", "horse"].map((word) => {
          const found = [...root.querySelectorAll(".heads-word")].find(
            (each) => each.firstChild.textContent === word).getBoundingClientRect();
          return found[axis] + (axis === "x" ? found.width : found.height) / 2;
        })""",
        axis,
    )
    assert ends == pytest.approx(middles, abs=1.5)


@pytest.mark.slow
def test_in_a_decoder_no_arc_goes_to_a_later_word(touch):
    one = touch("model-heads", CHAPTER)
    assert "of SmolLM2" in one.text()
    first = one.root.locator(".heads-word").first
    first.focus()
    assert "“Doctor” (piece 1) gives 1.00 of its attention to itself." in one.text()


def test_the_task_explains_a_wrong_head_and_a_right_one(touch):
    one = touch("model-heads", FRONT)
    one.root.get_by_text("A task: which head copies?").click()
    verdict = one.root.locator(".heads-verdict")

    def check(until: str) -> str:
        one.root.get_by_role("button", name="Check this head").click()
        wanted = re.compile(until)
        verdict.filter(has_text=wanted).wait_for()
        return verdict.inner_text()

    check("sentence with Zorblat first")
    one.root.get_by_role("button", name="Show me the sentence").click()
    wait_for(one, "Head 1 of layer 17 of SmolLM2")
    said = check("does not copy")
    assert "It looks at the word before, with 0.86 of its weight." in said
    one.slide("Layer", "ArrowRight")
    one.slide("Head", *["ArrowRight"] * 4)
    said = check("Yes. In head 5 of layer 18")
    score = induction_score(stored_weights("smollm2", ZORBLAT)[17, 4], period=12)
    assert f"over the whole name it is {score:.2f}" in said
    assert f"with {stored_parts()['COPIERS']['17,4']:.2f} of its weight" in said
    one.root.get_by_role("button", name="Give me one").click()
    wait_for(one, "Head 7 of layer 19 of SmolLM2: “·or” (piece 15) gives 1.00")
    assert verdict.inner_text() == ""


@pytest.mark.slow
def test_the_small_pictures_are_reached_by_keyboard(touch):
    one = touch("model-heads", PAGE)
    one.root.get_by_text("All heads at once").focus()
    one.press("Enter")
    one.root.locator(".heads-cell").first.wait_for()
    assert one.root.locator(".heads-cell").count() == 6 * 12
    one.press("Tab", "ArrowLeft", "Enter")  # from (3, 1) to its neighbour
    wait_for(one, "Head 1 of layer 4")
    pressed = one.root.locator('.heads-cell[aria-pressed="true"]')
    assert pressed.get_attribute("aria-label") == "layer 4, head 1"


# --- what all of it keeps to ------------------------------------------------------------


def test_weights_are_fetched_when_they_are_touched_and_a_failure_is_said(browser, address):
    page = browser.new_page(service_workers="block")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/heads/*.bin", lambda route: route.abort())
    page.goto(f"{address}/{FRONT}", wait_until="networkidle")
    assert not [url for url in asked if "/heads/" in url]
    page.locator("model-heads input[type=range]").first.focus()
    page.keyboard.press("ArrowRight")
    sentence = page.locator("model-heads .touch-sentence")
    sentence.filter(has_text="could not be fetched").wait_for()
    page.unroute("**/heads/*.bin")
    asked.clear()
    page.keyboard.press("ArrowRight")
    sentence.filter(has_text="Head 2 of layer 6 of MiniLM").wait_for()
    fetched = [url.rpartition("/")[2] for url in asked if "/heads/" in url]
    assert fetched == ["minilm-0.bin"]
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_with_everything_open(
    browser, address, width: int, scheme: str
):
    view = View(browser, address, width, scheme)
    view.open(FRONT)
    root = view.page.locator("model-heads")
    for summary in root.locator("summary").all():
        summary.click()
    root.locator(".heads-cell").first.wait_for()
    assert view.grave_faults() + view.take_faults() == []
    view.context.close()


def test_the_lines_are_read_as_numpy_reads_them(browser, address):
    """Unpacking, habits and copying, in the modules that the page uses."""
    page = browser.new_page(service_workers="block")
    page.goto(f"{address}/book/cite.html")
    rng = np.random.default_rng(0)
    for causal in (True, False):
        n = 7
        whole = rng.integers(0, 256, size=(n, n)).astype(np.uint8)
        if causal:
            whole = np.tril(whole)
        packed = made.in_bytes(whole / 255, causal)
        got = page.evaluate(
            """async ([address, bytes, n, causal]) => {
              const { unpackHead, bytesOfHead } = await import(address);
              if (bytesOfHead(n, causal) !== bytes.length) throw new Error("size");
              return unpackHead(Uint8Array.from(bytes), n, causal);
            }""",
            [
                f"{address}/_static/elements/arithmetic/real_heads.js",
                list(packed),
                n,
                causal,
            ],
        )
        assert np.allclose(np.array(got), whole / 255)
    page.close()
