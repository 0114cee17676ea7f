"""What the reader wrote in chapters 03, 07, 12 and 14 and uses again in part V.

The one place that says where those functions come from.  In the course they are the
answer key's; in a student's copy the same import gives the student's own answers.
"""

from solutions.ch03_numpy.softmax import softmax
from solutions.ch07_masking.causal_mask import causal_mask
from solutions.ch07_masking.masked_softmax import masked_softmax
from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
from solutions.ch14_real_model.rms_norm import rms_norm

__all__ = [
    "apply_rope",
    "causal_mask",
    "grouped_query_attention",
    "masked_softmax",
    "rms_norm",
    "softmax",
]
