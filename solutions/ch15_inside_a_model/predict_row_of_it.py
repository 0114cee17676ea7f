"""Chapter 15: can "it" look ahead in a decoder?"""

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "inside.predict_row_of_it",
    'Predict: the row of "it" in a decoder',
    answer="b",
    order=30,
    why_not={
        "a": "To look at the street because of wide, the token would have to know the "
        "word. Where does wide stand, and what does the causal mask say about it?",
        "c": "A head that has learnt nothing about pronouns still gets the same input in "
        "both sentences up to this place. What could make its rows differ, even a little?",
        "d": "No head gets a look at what comes later, however useful it would be, so not "
        "one of them can differ.",
    },
    section="15-inside-a-model#what-it-looks-at",
    hints=(
        "What does the decoder know at the place of *it*? Write down what it has seen.",
        "The two sentences are the same up to *too*. A row is made from queries and keys "
        "of tokens up to its own place.",
        "Same tokens, same places, same weights of the model: what can come out?",
    ),
)

ANSWERS = letter_answers(EXERCISE)
