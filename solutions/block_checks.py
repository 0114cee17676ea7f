"""The exercises of chapter 09 in order, and its prediction."""

from __future__ import annotations

from solutions.block_cross_checks import CROSS_ATTENTION
from solutions.block_decoder_checks import DECODER_BLOCK
from solutions.block_encoder_checks import ENCODER_BLOCK
from solutions.block_feed_forward_checks import FEED_FORWARD
from solutions.block_norm_checks import LAYER_NORM
from solutions.block_positions_checks import POSITIONAL_ENCODING
from solutions.choices import predict

PREDICT_SHARE = predict(
    "block.predict_share",
    "Predict: where the parameters are",
    "d",
    {
        "a": "A fifth would be right if linear1 were as small as one projection. Count its "
        "entries: d_model times 4 d_model.",
        "b": "You have it the wrong way round: a third is what attention has. Count in "
        "matrices of d_model by d_model: attention has four of them.",
        "c": "Half would mean four matrices each. linear1 alone, d_model by 4 d_model, is "
        "as large as four, and linear2 is as large again.",
    },
    section="09-transformer-block#where-the-parameters-are",
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
