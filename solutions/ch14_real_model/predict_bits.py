"""Exercise real.predict_bits: what a block costs."""

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "real.predict_bits",
    "Bits a weight",
    "c",
    {
        "a": "Four bits are the number q alone. Its block also has a scale and a minimum, "
        "and they have to be stored as well.",
        "b": "That counts one number of 16 bits for 32 weights. There are two of them in "
        "every block, the scale and the minimum.",
        "d": "Scale and minimum are shared by 32 weights, not by 16: 32 bits for 32 "
        "weights are one bit more, not two.",
    },
    order=10,
    section="14-real-model#undoing-the-quantization",
    hints=(
        "How many bits are 20 bytes?",
        "A block of 20 bytes holds 32 weights.",
        "20 * 8 = 160 bits. Divide by 32.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
