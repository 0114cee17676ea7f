"""Chapter 15: does the head that adds the most matter the most?"""

from solutions.choices import predict

EXERCISE = predict(
    "inside.predict_strongest_head",
    "Predict: without the strongest head",
    answer="a",
    order=70,
    why_not={
        "b": "Contributions add up, but only as long as all others stay as they are. "
        "The last norm rescales what is left, and heads of the same kind overlap.",
        "c": "It would be so for a head that others read. This one stands in the last "
        "layer: no head comes after it.",
        "d": "The head pushes towards Paris. Why would its absence help Paris?",
    },
    section="15-inside-a-model#who-says-paris",
    hints=(
        "The head stands in the last layer. Whom can it help but the logits themselves?",
        "After the heads of the last layer comes its feed-forward network, which has read "
        "the same tokens and may say part of it again; then a norm, which divides by the "
        "size of what is left.",
        "The sum of contributions is exact for the run that was measured. Switching a "
        "head off is another run.",
    ),
)
