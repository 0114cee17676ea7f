"""Chapter 15: is what a head adds what is lost without it?"""

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "inside.predict_strongest_head",
    "Predict: without the head that looks",
    answer="a",
    order=70,
    why_not={
        "b": "It would be so if all others went on adding what they added. The head stands "
        "in layer 23: six layers come after it and read what it has written.",
        "c": "Others may make up for a head. But they would have to know about France, and "
        "this head brings a good part of that to the end.",
        "d": "The head pushes towards Paris. Why would its absence help Paris?",
    },
    section="15-inside-a-model#who-says-paris",
    hints=(
        "The head stands in layer 23 of 30. What can it help besides the logits?",
        "Heads and networks of later layers read the token with what this head has added, "
        "and without that they read another one. What can they add for Paris then?",
        "What it adds directly is one part of its work. What others make of it is added by "
        "them, and is lost too.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
