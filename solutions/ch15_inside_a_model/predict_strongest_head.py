"""Chapter 15: does the head that adds the most matter the most?"""

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "inside.predict_strongest_head",
    "Predict: without the strongest head",
    answer="a",
    order=70,
    why_not={
        "b": "It would be so if all others went on adding what they added. One part of the "
        "layer comes after its heads and reads what they have written.",
        "c": "It would be so for a head that others read. This one stands in the last "
        "layer: no head comes after it.",
        "d": "The head pushes towards Paris. Why would its absence help Paris?",
    },
    section="15-inside-a-model#who-says-paris",
    hints=(
        "The head stands in the last layer. Whom can it help but the logits themselves?",
        "After the heads of the last layer comes its feed-forward network. It reads the "
        "token with what the heads have added, and without that it reads another one.",
        "The sum of contributions is exact for the run that was measured. Switching a "
        "head off is another run.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
