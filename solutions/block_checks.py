"""The exercises of chapter 09 in order, and its prediction."""

from __future__ import annotations

from autograder import Exercise, Misconception
from solutions.block_cross_checks import CROSS_ATTENTION
from solutions.block_decoder_checks import DECODER_BLOCK
from solutions.block_encoder_checks import ENCODER_BLOCK
from solutions.block_feed_forward_checks import FEED_FORWARD
from solutions.block_norm_checks import LAYER_NORM
from solutions.block_positions_checks import POSITIONAL_ENCODING

PREDICT_SHARE = Exercise(
    id="block.predict_share",
    title="Predict: where the parameters are",
    reference=lambda: "d",
    kind="choice",
    name="prediction",
    points=1,
    minutes=2,
    difficulty=1,
    section="09-transformer-block#where-the-parameters-are",
    misconceptions=(
        Misconception(
            "a",
            "A fifth would be right if both layers were as small as one projection. Count "
            "the entries of linear1: d_model times 4 d_model.",
            lambda: "a",
        ),
        Misconception(
            "b",
            "You have it the wrong way round: a third is what attention has. Count the "
            "matrices of size d_model by d_model: attention has four of them.",
            lambda: "b",
        ),
        Misconception(
            "c",
            "Half would mean four matrices each. linear1 alone, d_model by 4 d_model, is "
            "as large as four, and linear2 is as large again.",
            lambda: "c",
        ),
    ),
    hints=(
        "Measure everything in matrices of d_model by d_model. Biases and norms are too "
        "small to matter.",
        "Attention has four of them: query, key, value, fc_out.",
        "linear1 is d_model by 4 d_model: four more. How many has linear2?",
    ),
)

EXERCISES = (
    POSITIONAL_ENCODING,
    LAYER_NORM,
    FEED_FORWARD,
    ENCODER_BLOCK,
    CROSS_ATTENTION,
    DECODER_BLOCK,
    PREDICT_SHARE,
)
