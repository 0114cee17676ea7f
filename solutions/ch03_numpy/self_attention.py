"""Self-attention: project, weigh, gather.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.project_qkv import project_qkv
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> np.ndarray:
    """Let every token gather what it needs from all tokens.

    x: (..., n, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns the context vectors, one per token: (..., n, d_v).
    Takes whole numbers (int64) too. Changes no argument.
    """
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    d_k = W_k.shape[1]
    scores = q @ np.swapaxes(k, -1, -2) / d_k**0.5  # (..., n, n)
    weights = softmax(scores)
    return weights @ v


def _tokens(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model, d_k, d_v = options.get("shape") or sizes(rng, 4)
        if options.get("one_token"):
            n = 1
        shapes = [(*batch, n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v)]
        if options.get("whole"):
            x, *matrices = (integers(rng, *shape, high=3) for shape in shapes)
            if options["whole"] == "tokens":
                matrices[:2] = [W / 2 for W in matrices[:2]]
            if options["whole"] == "large":
                x = 20_000 + x
                matrices[:2] = [300 * W for W in matrices[:2]]
            return x, *matrices
        dtype = options.get("dtype", "float64")
        x, *matrices = (normal(rng, *shape, dtype=dtype) for shape in shapes)
        if options.get("large"):  # large scores that still differ by little
            x[..., 0] = np.arange(n) if options.get("apart") else 1
            for matrix in matrices[:2]:
                matrix[0], matrix[:, 0] = 0, 0
                matrix[0, 0] = options.get("level", 200)
        return x, *matrices

    return draw


EXERCISE = Exercise(
    id="numpy.self_attention",
    title="Self-attention",
    reference=self_attention,
    points=3,
    minutes=10,
    difficulty=2,
    section="03-numpy#self-attention-in-five-lines",
    order=60,
    cases=(
        Case("a few tokens", _tokens()),
        Case("whole numbers", _tokens(whole=True)),
        Case("tokens of whole numbers", _tokens(whole="tokens"), calls=1),
        Case("large whole numbers", _tokens(shape=(4, 3, 2, 5), whole="large"), calls=1),
        Case("one feature in keys and values", _tokens(shape=(4, 3, 1, 1)), calls=1),
        Case("one token", _tokens(one_token=True), calls=1),
        Case("wide values", _tokens(shape=(3, 4, 2, 6)), calls=1),
        Case("a batch", _tokens(3)),
        Case("a batch of batches, float32", _tokens(2, 3, dtype="float32"), calls=1),
        Case("three axes in front", _tokens(2, 1, 3), calls=1),
        Case("large scores", _tokens(shape=(4, 5, 3, 2), large=True), calls=1),
        Case(
            "large scores, float32",
            _tokens(shape=(4, 5, 3, 2), large=True, level=16, dtype="float32"),
        ),
        Case("tokens far apart", _tokens(shape=(4, 5, 3, 2), large=True, apart=True)),
        *decimals_in_one(_tokens(), "x W_q W_k W_v"),
    ),
    properties=(
        Property(
            "tokens in reverse order, contexts in reverse order",
            "When the tokens are put in reverse order, the same context vectors should "
            "come out in reverse order.",
            lambda answer, output, x, *W: np.allclose(
                answer(x[..., ::-1, :], *W), output[..., ::-1, :], rtol=1e-2, atol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)
