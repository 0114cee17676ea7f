"""SmolLM2 in NumPy: its tokens, its logits, and what can be changed on the way."""

import jinja2
import numpy as np
import pytest

from attention_lessons import lora, write
from attention_lessons import real_model_study as study
from attention_lessons.byte_pairs import split_words
from attention_lessons.model_files import SMOLLM2, is_installed
from attention_lessons.smollm2 import Model, as_chat, load_smollm2

pytestmark = pytest.mark.skipif(
    not is_installed(SMOLLM2), reason="SmolLM2 is not installed: make models"
)
TEXT = "The animal didn't cross the street because it was too tired"


@pytest.fixture(scope="module")
def model() -> Model:
    return load_smollm2()


@pytest.fixture(scope="module")
def ids(model: Model) -> list[int]:
    return model.tokenizer.encode(TEXT)


def test_sizes_are_those_of_the_file(model: Model):
    c = model.config
    assert (c.n_layers, c.d_model, c.n_heads, c.n_kv_heads, c.d_ff) == (30, 576, 9, 3, 1536)
    assert (c.base, c.eps, c.context, c.head_dim) == (100_000.0, 1e-5, 8192, 64)
    assert model.table.shape == (49_152, 576)
    assert all(w.flags["C_CONTIGUOUS"] for layer in model.layers for w in layer.values())


def test_tokens_are_the_reference_s(model: Model):
    for row in study.reference_logits()["prompts"]:
        assert model.tokenizer.encode(row["prompt"]) == row["ids"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a\n\n  b\t",
        "it's 1234 o'clock",
        "日本語 ½ 👩‍👩‍👧",
        "<|im_start|>x<|im_end|>",
    ],
)
def test_decoding_undoes_encoding(model: Model, text: str):
    assert model.tokenizer.decode(model.tokenizer.encode(text)) == text
    assert "".join(split_words(text)) == text


@pytest.mark.parametrize("number", [0, 1, 19])
def test_logits_are_the_reference_s(model: Model, number: int):
    reference = study.reference_logits()
    row = reference["prompts"][number]
    logits = model.logits(row["ids"])
    assert np.abs(logits[-1, :: reference["every"]] - row["logits"]).max() < 1e-3
    nats = study.loss_of(logits, row["ids"]) * (len(row["ids"]) - 1)
    assert nats == pytest.approx(row["nats"], abs=1e-3)


def test_a_cache_changes_no_logit(model: Model, ids: list[int]):
    _, cache = model.step(ids[:4])
    _, cache = model.step(ids[4:9], cache)
    logits, cache = model.step(ids[9:], cache)
    assert np.abs(logits - model.logits(ids)[-1]).max() < 1e-3
    assert cache[29][0].shape == (3, len(ids), 64)


def test_a_trace_is_the_run_with_everything_kept(model: Model, ids: list[int]):
    logits, hidden = model.run(ids)
    trace = model.trace(ids)
    n = len(ids)
    assert trace.z.shape == (30, n, 9, 64)
    assert trace.weights.shape == (30, 9, n, n)
    assert np.allclose(trace.logits, logits, atol=1e-3)
    assert np.allclose(trace.hidden, hidden, atol=1e-2)
    assert np.allclose(trace.weights.sum(axis=-1), 1, atol=1e-5)
    assert np.all(np.triu(trace.weights, 1) == 0)
    added = np.einsum("nhv,hvd->nd", trace.z[3], model.output_heads(3))
    matrix = model.layers[3]["attn_output.weight"]
    assert np.allclose(added, trace.z[3].reshape(n, -1) @ matrix, atol=1e-3)


def test_edits_take_the_place_of_what_was_there(model: Model, ids: list[int]):
    def silence(layer: int, z: np.ndarray) -> np.ndarray | None:
        if layer != 17:
            return None
        z = z.copy()
        z[:, 3] = 0
        return z

    trace, plain = model.trace(ids, edit_heads=silence), model.trace(ids)
    assert np.all(trace.z[17, :, 3] == 0)
    assert np.array_equal(trace.hidden[16], plain.hidden[16])
    assert not np.allclose(trace.hidden[17], plain.hidden[17])
    shorter = model.trace(ids, edit_heads=silence, plain=plain)
    assert np.array_equal(shorter.logits, trace.logits)
    assert np.array_equal(shorter.z, trace.z)

    patched = plain.hidden[10] + 1

    def patch(layer: int, _hidden: np.ndarray) -> np.ndarray | None:
        return patched if layer == 10 else None

    logits, hidden = model.run(ids, edit=patch)
    assert np.array_equal(hidden[10], patched)
    assert not np.allclose(logits, plain.logits)
    assert np.array_equal(model.run(ids, patch, model.run(ids))[0], logits)
    assert np.allclose(model.trace(ids, patch, plain=plain).logits, logits, atol=1e-3)


def test_a_chat_is_what_the_file_s_template_makes_of_it(model: Model):
    template = jinja2.Environment().from_string(model.metadata["tokenizer.chat_template"])
    messages = [{"role": "user", "content": "Who are you?"}]
    told = template.render(messages=messages, add_generation_prompt=True)
    assert as_chat("Who are you?") == told
    messages.insert(0, {"role": "system", "content": "Be brief."})
    told = template.render(messages=messages, add_generation_prompt=True)
    assert as_chat("Who are you?", system="Be brief.") == told


def test_at_the_command_line_it_goes_on_counting(model: Model):
    pieces: list[str] = []
    write.write_aloud(model, "1, 2, 3, 4, 5, 6,", 12, pieces.append)
    assert "".join(pieces).startswith(" 7, 8, 9, 10")
    assert len(pieces) > 10  # piece by piece, not all at the end


def test_characters_of_several_tokens_come_whole(model: Model):
    pieces: list[str] = []
    write.write_aloud(model, as_chat("Say hello in Japanese."), 8, pieces.append)
    assert "\N{REPLACEMENT CHARACTER}" not in "".join(pieces)


@pytest.mark.slow
def test_each_mistake_shows_where_the_chapter_says_it_does(model: Model):
    ids = model.tokenizer.encode(study.TEXT)
    models = study.mistakes(model)
    loss = {name: study.loss(each, ids) for name, each in models.items()}
    count = {name: m.write("1, 2, 3, 4, 5, 6,", 8) for name, m in models.items()}
    assert count.pop("right").startswith(" 7, 8, 9")
    assert not any(text.startswith(" 7, 8, 9") for text in count.values())
    assert loss["no causal mask"] < loss["right"] < loss["no rotary"]
    assert loss["halves paired"] > loss["right"]
    assert loss["groups dealt out"] > np.log(49_152)
    assert loss["counted from 0"] == pytest.approx(loss["right"], abs=1e-3)


@pytest.mark.slow
def test_the_stored_adapter_does_what_was_measured(model: Model):
    adapter, measured = lora.read_adapter()
    assert lora.trained_numbers(adapter) == 115_200
    examples = lora.dates(np.random.default_rng(1), measured["tested"])[:12]
    adapted = lora.with_adapter(model, adapter)
    share = lora.exact(adapted, examples)
    assert share == pytest.approx(measured["after"], abs=0.3)
    assert lora.exact(model, examples[:3]) == 0
    # The weights themselves are left alone.
    assert adapted.layers[0]["attn_k.weight"] is model.layers[0]["attn_k.weight"]


def test_an_adapter_comes_back_as_it_was_stored(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    shapes = {"attn_q.weight": (5, 4), "attn_v.weight": (5, 3)}
    adapter = [
        {
            name: (rng.normal(size=(i, lora.RANK)), rng.normal(size=(lora.RANK, o)))
            for name, (i, o) in shapes.items()
        }
        for _ in range(2)
    ]
    monkeypatch.setattr(lora, "DATA", tmp_path / "stored.json")
    lora.write_adapter(adapter, {"steps": 7}, lora.DATA)
    again, measured = lora.read_adapter()
    assert measured == {"steps": 7}
    for layer, other in zip(adapter, again, strict=True):
        for name, pair in layer.items():
            for one, two in zip(pair, other[name], strict=True):
                assert np.allclose(one, two, atol=5e-3)
