"""MiniLM in NumPy is the model its file says, and says of English what the book says."""

import numpy as np
import pytest

from attention_lessons.minilm import (
    MiniLM,
    arrays,
    cosine,
    gelu,
    load,
    read,
    sentence_vector,
    static_vector,
    tokenize,
)
from attention_lessons.model_files import MINILM, is_installed

pytestmark = pytest.mark.skipif(
    not is_installed(MINILM), reason="the model is not installed: make models"
)
SENTENCE = "The animal didn't cross the street because it was too "


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return load()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Don't stop.", "don ' t stop ."),
        ("Unbelievably, tokenization!", "un ##bel ##ie ##va ##bly , token ##ization !"),
        ("Café\tnaïve\x00 x_y $5", "cafe naive x _ y $ 5"),
        ("東京 😀", "東 京 [UNK]"),
        ("a" * 101, "[UNK]"),
        ("", ""),
    ],
)
def test_words_are_cut_into_the_longest_pieces_there_are(model, text, pieces):
    assert tokenize(model, text)[1:-1] == pieces.split()


def test_the_header_says_where_each_array_lies():
    header = b'{"a":{"dtype":"F32","shape":[2,1],"data_offsets":[8,16]},"__metadata__":{}}'
    stored = len(header).to_bytes(8, "little") + header
    found = arrays(stored + np.float32([9, 9, 1, -2]).tobytes())
    assert list(found) == ["a"]
    assert np.array_equal(found["a"], [[1], [-2]])


def test_every_layer_is_the_one_that_pytorch_computes(model):
    torch = pytest.importorskip("torch")
    reading = read(model, SENTENCE + "tired.")
    x = torch.from_numpy(reading.hidden[0])[None]
    for layer in range(6):
        theirs = torch_layer(torch, model.weights, f"encoder.layer.{layer}.")
        with torch.no_grad():
            x = theirs(x)
        assert np.abs(x[0].numpy() - reading.hidden[layer + 1]).max() < 1e-4


def torch_layer(torch, found, name):
    layer = torch.nn.TransformerEncoderLayer(
        384, 12, 1536, activation="gelu", layer_norm_eps=1e-12, batch_first=True
    ).eval()
    inputs = [f"attention.self.{part}" for part in ("query", "key", "value")]
    names = {
        "self_attn.in_proj_": inputs,
        "self_attn.out_proj.": ["attention.output.dense"],
        "norm1.": ["attention.output.LayerNorm"],
        "linear1.": ["intermediate.dense"],
        "linear2.": ["output.dense"],
        "norm2.": ["output.LayerNorm"],
    }
    layer.load_state_dict(
        {
            ours + kind: torch.from_numpy(
                np.concatenate([found[f"{name}{part}.{kind}"] for part in parts])
            )
            for ours, parts in names.items()
            for kind in ("weight", "bias")
        }
    )
    return layer


def test_gelu_is_exact_and_keeps_the_dtype():
    x = np.float32([[-3, -1, 0], [0.5, 1, 30]])
    expected = [[-0.00404969, -0.15865525, 0], [0.34573123, 0.84134475, 30]]
    assert gelu(x).dtype == np.float32
    assert np.allclose(gelu(x), expected, atol=1e-7)


def test_a_word_has_one_vector_in_the_table_and_another_in_each_text(model):
    fruit, ripe, laptop = (
        read(model, text).vector("apple")
        for text in (
            "She ate a sweet apple.",
            "A ripe apple fell from the tree.",
            "Apple sold a new laptop.",
        )
    )
    assert cosine(fruit, ripe) > 0.85 > 0.70 > cosine(fruit, laptop)
    static = static_vector(model, "apple")
    assert static.shape == (384,)
    assert np.array_equal(static, static_vector(model, "Apple"))


def test_a_word_of_several_pieces_has_their_mean(model):
    reading = read(model, "They like tokenization.")
    first, second = reading.places("tokenization")
    assert [reading.tokens[p] for p in (first, second)] == ["token", "##ization"]
    mean = (reading.hidden[-1, first] + reading.hidden[-1, second]) / 2
    assert np.allclose(reading.vector("tokenization"), mean)
    with pytest.raises(ValueError, match="'token' is not in"):
        reading.places("token")


def test_a_head_switched_off_changes_what_comes_after_and_no_weight_before(model):
    whole, without = (read(model, SENTENCE + "wide", off=off) for off in ((), [(3, 1)]))
    assert np.array_equal(whole.weights[:4], without.weights[:4])
    assert np.array_equal(whole.hidden[:4], without.hidden[:4])
    assert np.abs(whole.hidden[4] - without.hidden[4]).max() > 0.01


def test_sentences_that_mean_the_same_are_nearer(model):
    one, same, other = (
        sentence_vector(model, text)
        for text in ("A dog runs.", "The puppy is running.", "Taxes rose in spring.")
    )
    assert one @ one == pytest.approx(1, abs=1e-5)
    assert one @ same > one @ other + 0.3
