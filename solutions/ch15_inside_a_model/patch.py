"""Chapter 15: one vector carried from one run of a model into another."""

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.values import Code
from solutions.draws import Draw, normal, thrice

# A small model with a residual connection.  Each token adds what it makes of the mean
# of the tokens up to it, so one changed vector reaches later places and no earlier one.
RUN = (
    "(lambda mixed, changed, go: lambda ids, edit=None: "
    "(lambda layers: (layers[-1] @ U, np.stack(layers[1:])))"
    "(go(go, mixed, changed, edit, [table[np.asarray(ids)]])))("
    "lambda x: np.cumsum(x, axis=0) / np.arange(1, len(x) + 1)[:, None], "
    "lambda new, x: x if new is None else np.asarray(new), "
    "lambda go, mixed, changed, edit, done: done if len(done) > len(W) else "
    "go(go, mixed, changed, edit, [*done, (lambda at, x: x if edit is None else "
    "changed(edit(at, x.copy()), x))(len(done) - 1, "
    "done[-1] + np.tanh(mixed(done[-1]) @ W[len(done) - 1]) * strength)]))"
)


def patch(
    run: Callable[..., tuple[np.ndarray, np.ndarray]],
    clean: np.ndarray,
    corrupted: np.ndarray,
    layer: int,
    position: int,
) -> np.ndarray:
    """Run the model on one text with one vector from its run on another.

    run(ids, edit=None) gives logits (n, vocab) and hidden (layers, n, d),
    what comes out of each layer.  After every layer it calls
    edit(layer, hidden), hidden (n, d), and goes on with the array returned;
    None leaves hidden as it is.  In the model a token sees itself and those
    before it.
    clean, corrupted: (n,), ids of two texts of the same length.
    Returns the logits of the corrupted run in which the vector that comes
    out of ``layer`` at ``position`` is the clean run's: (n, vocab).
    Changes no argument.
    """
    _, kept = run(clean)

    def edit(at: int, hidden: np.ndarray) -> np.ndarray:
        if at != layer:
            return hidden
        patched = hidden.copy()
        patched[position] = kept[layer, position]
        return patched

    logits, _ = run(corrupted, edit)
    return logits


def _model(*, layers: int, n: int, d: int, vocab: int = 9, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        data = {
            "table": normal(rng, vocab, d, scale=scale, dtype=dtype),
            "W": normal(rng, layers, d, d, scale=1 / scale, dtype=dtype),
            "U": normal(rng, d, vocab, dtype=dtype),
            "strength": np.asarray(scale, dtype=dtype),
        }
        clean = rng.integers(0, vocab, size=n)
        corrupted = clean.copy()
        others = [rng.integers(0, n)] if options.get("one_word") else range(n)
        for place in others:
            corrupted[place] = (clean[place] + rng.integers(1, vocab)) % vocab
        layer = options.get("layer", int(rng.integers(0, layers)))
        # Where one word differs, no place before it does: there is nothing to carry.
        first = int(min(others))
        position = options.get("position", int(rng.integers(first, n)))
        return Code(RUN, data), clean, corrupted, layer, position

    return draw


def _earlier_places_stay(answer, output, run, _clean, corrupted, layer, position):
    plain = answer(run, corrupted, corrupted, layer, position)
    size = np.abs(plain).max() + 1
    return np.abs(output[:position] - plain[:position]).max(initial=0) < 1e-3 * size


EXERCISE = Exercise(
    id="inside.patch",
    title="Activation patching",
    reference=patch,
    points=3,
    minutes=15,
    difficulty=3,
    order=40,
    section="15-inside-a-model#carried-from-one-run-to-another",
    cases=(
        thrice("two layers", _model(layers=2, n=4, d=3)),
        Case("one word differs", _model(layers=3, n=5, d=4, one_word=True), calls=4),
        thrice("the first layer", _model(layers=3, n=4, d=5, layer=0)),
        thrice("the last layer", _model(layers=3, n=5, d=4, layer=2, position=2)),
        thrice("the first token", _model(layers=2, n=5, d=3, position=0)),
        Case("one token, one feature", _model(layers=2, n=1, d=1, layer=0)),
        thrice("one layer", _model(layers=1, n=4, d=3, position=3)),
        thrice("large numbers", _model(layers=3, n=4, d=5, scale=1e4)),
        thrice("float32", _model(layers=4, n=6, d=5, dtype="float32")),
    ),
    properties=(
        Property(
            "before the position, the corrupted run's logits",
            "In this model a token sees itself and those before it. A vector put in at one "
            "position leaves the logits before it as the corrupted text gives them. Yours "
            "are others.",
            _earlier_places_stay,
        ),
    ),
    **cells_beside(__file__),
)
