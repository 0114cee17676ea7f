"""The answer key of *Attention, Step by Step*.

Each module holds the reference solutions of one chapter and, below them, how
each is checked: cases, properties, and the misconceptions worth naming.
"""

from autograder import Chapter

CHAPTERS = (
    Chapter("01-why-attention", "Why attention", "why", "solutions.why_attention_checks"),
    Chapter("02-by-hand", "Attention by hand", "byhand", "solutions.by_hand_checks"),
    Chapter("03-numpy", "Attention in NumPy", "numpy", "solutions.numpy_checks"),
    Chapter(
        "04-tensorflow",
        "Attention in TensorFlow",
        "tensorflow",
        "solutions.tensorflow_checks",
    ),
    Chapter("05-pytorch", "Attention in PyTorch", "torch", "solutions.torch_checks"),
    Chapter(
        "06-scaling-and-scores", "Scaling and scores", "scores", "solutions.scores_checks"
    ),
    Chapter("07-masking", "Masking", "masks", "solutions.masks_checks"),
    Chapter("08-multi-head", "Multi-head attention", "heads", "solutions.heads_checks"),
    Chapter(
        "09-transformer-block",
        "The Transformer block",
        "block",
        "solutions.block_checks",
    ),
    Chapter("10-translation", "Translation", "translate", "solutions.translate_checks"),
    Chapter(
        "11-reading-attention", "Reading attention", "reading", "solutions.reading_checks"
    ),
    Chapter(
        "12-efficient-attention",
        "Efficient attention",
        "efficient",
        "solutions.efficient_checks",
    ),
    Chapter("13-writing-text", "Writing text", "write", "solutions.ch13_writing_text"),
    Chapter(
        "14-real-model",
        "A real language model",
        "real",
        "solutions.ch14_real_model",
        builds_on=("efficient.apply_rope", "efficient.grouped_query_attention"),
    ),
    Chapter(
        "15-inside-a-model",
        "Inside a real model",
        "inside",
        "solutions.ch15_inside_a_model",
    ),
    Chapter("16-images", "Images", "image", "solutions.ch16_images"),
)
