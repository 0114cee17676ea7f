"""The arithmetic of the things to touch, run in Chromium, against NumPy.

The browser imports the very modules that the pages use.
"""

import json
from typing import Any

import elements_reference as reference
import numpy as np
import pytest

from attention_figures import pulling
from solutions.ch01_why_attention.context_vector import context_vector
from solutions.ch02_by_hand import _numbers as published

pytestmark = pytest.mark.browser
TOLERANCE = 1e-6


@pytest.fixture(scope="module")
def javascript(browser, address):
    """Call a function of one of the arithmetic modules: all calls in one go."""
    page = browser.new_page(service_workers="block")
    page.goto(f"{address}/book/cite.html")

    def call(module: str, function: str, calls: list[list[Any]]) -> list[Any]:
        # As JSON: Playwright carries large lists of numbers slowly.
        text = page.evaluate(
            """async ([address, name, calls]) => {
              const module = await import(address);
              const results = JSON.parse(calls).map((given) => module[name](...given));
              return JSON.stringify(results);
            }""",
            [
                f"{address}/_static/elements/arithmetic/{module}.js",
                function,
                json.dumps(calls, allow_nan=False),
            ],
        )
        return json.loads(text)  # nan comes back as None, and agrees with nothing

    yield call
    page.close()


def agree(got: Any, wanted: Any) -> bool:
    got, wanted = np.array(got, dtype=float), np.array(wanted)
    # Large numbers to the same relative precision: 316,000 has six digits already.
    return got.shape == wanted.shape and np.allclose(
        got, wanted, rtol=TOLERANCE, atol=TOLERANCE
    )


def weight_matrices(rng: np.random.Generator, n: int, whole: bool) -> dict[str, list]:
    def draw(*shape: int) -> list:
        return (rng.integers(-3, 4, shape) if whole else rng.normal(size=shape)).tolist()

    return {"X": draw(n, 4), "W_Q": draw(4, 3), "W_K": draw(4, 3), "W_V": draw(4, 2)}


def test_the_eight_steps_are_those_of_numpy(javascript):
    rng = np.random.default_rng(0)
    calls = []
    for i in range(200):
        given = weight_matrices(rng, n=int(rng.integers(1, 6)), whole=i % 2 == 0)
        calls.append([given, {"scaled": i % 3 == 0, "rounded": False}])
    for (given, how), got in zip(
        calls, javascript("steps", "eightSteps", calls), strict=True
    ):
        wanted = reference.eight_steps(given, **how)
        assert all(agree(got[name], wanted[name]) for name in wanted), given


def test_weights_to_tenths_are_the_nearest_that_add_up_to_one(javascript):
    rng = np.random.default_rng(1)
    rows = [
        rng.dirichlet(np.full(n, 0.7)).tolist() for n in (1, 2, 3, 4) for _ in range(50)
    ]
    for row, got in zip(
        rows, javascript("steps", "toTenths", [[row] for row in rows]), strict=True
    ):
        assert agree(got, reference.to_tenths(np.array(row))), row


def test_the_published_numbers_give_the_published_results(javascript):
    [given] = javascript("steps", "published", [[]])
    for name in ("X", "W_Q", "W_K", "W_V"):
        assert agree(given[name], getattr(published, name))
    exact, rounded = javascript(
        "steps", "eightSteps", [[given], [given, {"rounded": True}]]
    )
    assert agree(exact["scores"], [[2, 4, 4], [4, 16, 12], [4, 12, 10]])
    assert np.allclose(exact["outputs"][0], [1.9366, 6.6831, 1.5951], atol=5e-5)
    assert agree(rounded["weights"], [[0, 0.5, 0.5], [0, 1, 0], [0, 0.9, 0.1]])
    assert agree(rounded["outputs"], [[2, 7, 1.5], [2, 8, 0], [2, 7.8, 0.3]])


def test_heads_are_split_attended_and_merged_as_in_the_key(javascript):
    rng = np.random.default_rng(2)
    calls = []
    for _ in range(100):
        heads = int(rng.integers(1, 5))
        shape = int(rng.integers(1, 6)), heads * int(rng.integers(1, 4))
        calls.append([rng.normal(size=shape).tolist(), heads])
    merged = javascript("heads", "bothWays", calls)
    split = javascript("heads", "splitHeads", calls)
    reshaped = javascript("heads", "splitByReshape", calls)
    for call, ways, parts, pieces in zip(calls, merged, split, reshaped, strict=True):
        wanted = reference.both_ways(*call)
        assert agree(ways["right"], wanted["right"])
        assert agree(ways["wrong"], wanted["wrong"])
        assert agree(parts, wanted["split"])
        assert agree(pieces, wanted["reshaped"])


def test_positions_are_those_of_the_key(javascript):
    calls = [[n, d] for n in (1, 7, 101) for d in (1, 5, 8, 16, 32, 64)]
    for call, got in zip(calls, javascript("positions", "encoding", calls), strict=True):
        assert agree(got, reference.positional_encoding(*call)), call


def test_dot_products_of_positions_are_those_of_numpy(javascript):
    rng = np.random.default_rng(3)
    calls = [
        [p, rng.integers(-p, 40, size=12).tolist(), int(d)]
        for p, d in zip(range(40, 140), rng.integers(1, 33, size=100) * 2, strict=True)
    ]
    for call, got in zip(calls, javascript("positions", "products", calls), strict=True):
        assert agree(got, reference.dot_products(*call)), call


def test_a_pair_is_back_where_it_was_after_its_period(javascript):
    pairs = [[pair, 32] for pair in range(16)]
    periods = javascript("positions", "period", pairs)
    for (pair, d_model), period in zip(pairs, periods, strict=True):
        angle = period / 10000 ** (2 * pair / d_model)
        assert agree(angle, 2 * np.pi)


def test_saturation_is_measured_as_in_the_key(javascript):
    widths = [2**i for i in range(11)]
    calls = [[seed, keys] for seed in range(1, 6) for keys in (4, 8, 16)]
    for drawn in javascript("saturation", "vectors", calls):
        [scores] = javascript("saturation", "scoresByWidth", [[drawn, widths]])
        plain = javascript("saturation", "summary", [[s] for s in scores])
        divided = javascript(
            "saturation",
            "summary",
            [[s, w**0.5] for s, w in zip(scores, widths, strict=True)],
        )
        for width, *both in zip(widths, plain, divided, strict=True):
            for got, is_divided in zip(both, (False, True), strict=True):
                wanted = reference.saturated(**drawn, d_k=width, divided=is_divided)
                assert all(agree(got[name], wanted[name]) for name in wanted), width


def test_the_random_numbers_have_the_promised_spread(javascript):
    drawn = javascript("saturation", "vectors", [[seed, 16] for seed in range(1, 21)])
    numbers = np.array([[one["query"], *one["keys"]] for one in drawn]).ravel()
    deviation = 1 / np.sqrt(len(numbers))  # of the mean
    assert abs(numbers.mean()) < 4 * deviation
    assert abs(numbers.var() - 1) < 6 * deviation
    assert abs((np.abs(numbers) < 1).mean() - 0.6827) < 0.005
    again = javascript("saturation", "vectors", [[1, 16]])
    assert again[0] == drawn[0]


def test_the_curve_of_saturation_is_the_mean_of_its_draws(javascript):
    draws, keys, widths = 5, 8, [4, 64]
    [curve] = javascript("saturation", "meanLargest", [[draws, keys, widths]])
    all_drawn = javascript(
        "saturation", "vectors", [[1_000_000 + s, keys] for s in range(1, 6)]
    )
    for name, divided in (("plain", False), ("divided", True)):
        for width, got in zip(widths, curve[name], strict=True):
            each = [reference.saturated(**d, d_k=width, divided=divided) for d in all_drawn]
            assert agree(got, np.mean([one["largest"] for one in each]))


def test_the_masks_are_those_of_the_key(javascript):
    calls = [
        [n, real, {"causal": causal, "padding": padding}]
        for n in range(1, 7)
        for real in range(1, n + 1)
        for causal in (False, True)
        for padding in (False, True)
    ]
    for (n, real, use), got in zip(
        calls, javascript("repeat_model", "maskOf", calls), strict=True
    ):
        assert (np.array(got) == reference.masks(n, real, **use)).all()


def test_the_heat_map_runs_its_model_as_pytorch_does(javascript):
    stored = json.loads(reference.MODEL.read_text(encoding="utf-8"))
    [model] = javascript("repeat_model", "unpack", [[stored]])
    rng = np.random.default_rng(5)
    calls = []
    for i in range(24):
        n = int(rng.integers(1, 13))
        mask = reference.masks(n, int(rng.integers(1, n + 1)), i % 2 == 0, i % 3 == 0)
        ids = rng.integers(0, stored["words"], size=n).tolist()
        calls.append([model, ids, mask.tolist(), float(10 ** rng.uniform(-1, 1))])
    for call, got in zip(calls, javascript("repeat_model", "run", calls), strict=True):
        _, ids, mask, temperature = call
        wanted = reference.run_model(ids, np.array(mask), temperature)
        assert agree(got["weights"], wanted["weights"]), ids
        assert agree(got["logits"], wanted["logits"]), ids


def test_the_reference_model_is_chapter_elevens():
    """run_model is written out for masks and temperatures: it is the same model."""
    import torch

    ids = [3, 1, 4, 1, 5, 9, 2, 6, 3]
    model, words = reference.stored_model()
    with torch.no_grad():
        logits, weights = model(torch.tensor([ids]))
    wanted = reference.run_model(ids, reference.masks(len(ids), len(ids), True, False), 1.0)
    assert agree(weights[:, 0, 0].numpy(), wanted["weights"])
    assert agree(logits[0, :, :words].numpy(), wanted["logits"])


def test_a_context_is_the_weighted_values(javascript):
    rng = np.random.default_rng(6)
    given = weight_matrices(rng, n=3, whole=False)
    [got] = javascript("steps", "eightSteps", [[given]])
    assert agree(
        got["outputs"], context_vector(np.array(got["weights"]), np.array(got["V"]))
    )


def test_values_pull_as_in_the_keys_look_up(javascript):
    rng = np.random.default_rng(8)
    calls = []
    for temperature in (0.05, 1, 50):
        for n in (1, 2, 5):
            q, k, v = rng.normal(size=2), rng.normal(size=(n, 2)), rng.normal(size=(n, 3))
            calls.append([q.tolist(), k.tolist(), v.tolist(), temperature])
    for call, got in zip(calls, javascript("pull", "pull", calls), strict=True):
        wanted = reference.pulled(*call)
        assert all(agree(got[name], wanted[name]) for name in wanted), call
        [tips] = javascript("pull", "tipToTail", [[got["weighted"]]])
        assert agree(tips[-1], wanted["context"])


def test_what_pulls_on_the_page_is_what_pulls_in_its_figure(javascript):
    [given] = javascript("pull", "setting", [[]])
    assert tuple(given["names"]) == pulling.NAMES
    assert agree(given["values"], pulling.VALUES)
    assert agree(given["query"], pulling.QUERY)
    for temperature in pulling.TEMPERATURES:
        wanted = reference.pulled(
            given["query"], given["values"], given["values"], temperature
        )
        weights, context = pulling.pull(temperature)
        assert agree(weights, wanted["weights"])
        assert agree(context, wanted["context"])


def test_masked_rows_are_zeros_not_nan(javascript):
    rng = np.random.default_rng(7)
    calls = [
        [rng.normal(scale=s, size=6).tolist(), (rng.random(6) < p).tolist()]
        for s in (1, 100, 1e4)
        for p in (0, 0.4, 0.8)
        for _ in range(10)
    ]
    for (scores, mask), got in zip(
        calls, javascript("matrix", "softmax", calls), strict=True
    ):
        assert agree(got, reference.masked_softmax(np.array(scores), np.array(mask)))
