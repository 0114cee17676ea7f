"""The answer key of *Attention, Step by Step*.

One folder a chapter, two files an exercise, called as its id ends.  Of ``numpy.softmax``

* ``ch03_numpy/softmax.py`` has what is asked: the reference, whose signature and docstring
  are what the student starts from; what draws the inputs of the checks; and ``EXERCISE``:
  points, cases, properties, and ``order``, its place in the chapter;
* ``ch03_numpy/softmax.cells.py`` has what comes back: mistakes with the sentence that a
  good teacher says, answers that prove the checks, hints.

A module that begins with ``_`` is what several of its chapter share; ``draws``,
``choices``, ``designs``, ``repairs`` and ``steady`` are for all chapters.  Nothing lists
the exercises: the engine finds them (``autograder.exercise.key``).  It imports one when it
is asked for, so that a question about NumPy never waits for TensorFlow.  Code of the
chapters that answers no exercise is in ``book/lessons``.
"""

from autograder import Chapter
from solutions.first_cell import set_up

__all__ = ["CHAPTERS", "set_up"]

CHAPTERS = (
    Chapter("01-why-attention", "Why attention", "why", "solutions.ch01_why_attention"),
    Chapter("02-by-hand", "Attention by hand", "byhand", "solutions.ch02_by_hand"),
    Chapter("03-numpy", "Attention in NumPy", "numpy", "solutions.ch03_numpy"),
    Chapter(
        "04-tensorflow",
        "Attention in TensorFlow",
        "tensorflow",
        "solutions.ch04_tensorflow",
    ),
    Chapter("05-pytorch", "Attention in PyTorch", "torch", "solutions.ch05_pytorch"),
    Chapter(
        "06-scaling-and-scores",
        "Scaling and scores",
        "scores",
        "solutions.ch06_scaling_and_scores",
    ),
    Chapter("07-masking", "Masking", "masks", "solutions.ch07_masking"),
    Chapter("08-multi-head", "Multi-head attention", "heads", "solutions.ch08_multi_head"),
    Chapter(
        "09-transformer-block",
        "The Transformer block",
        "block",
        "solutions.ch09_transformer_block",
    ),
    Chapter("10-translation", "Translation", "translate", "solutions.ch10_translation"),
    Chapter(
        "11-reading-attention",
        "Reading attention",
        "reading",
        "solutions.ch11_reading_attention",
    ),
    Chapter(
        "12-efficient-attention",
        "Efficient attention",
        "efficient",
        "solutions.ch12_efficient_attention",
    ),
    Chapter("13-writing-text", "Writing text", "write", "solutions.ch13_writing_text"),
    Chapter(
        "14-real-model",
        "A real language model",
        "real",
        "solutions.ch14_real_model",
        builds_on=(
            "numpy.softmax",
            "masks.masked_softmax",
            "efficient.apply_rope",
            "efficient.grouped_query_attention",
        ),
    ),
    Chapter(
        "15-inside-a-model",
        "Inside a real model",
        "inside",
        "solutions.ch15_inside_a_model",
        builds_on=("real.rms_norm",),
    ),
    Chapter("16-images", "Images", "image", "solutions.ch16_images"),
    Chapter("17-on-the-chip", "On the chip", "chip", "solutions.ch17_on_the_chip"),
    Chapter(
        "18-long-contexts",
        "Long contexts, small caches",
        "contexts",
        "solutions.ch18_long_contexts",
        builds_on=(
            "numpy.softmax",
            "efficient.apply_rope",
            "efficient.grouped_query_attention",
        ),
    ),
    Chapter(
        "19-writing-faster",
        "Writing faster, and experts",
        "faster",
        "solutions.ch19_writing_faster",
        builds_on=("numpy.softmax",),
    ),
)
