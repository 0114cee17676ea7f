"""Exercise real.predict_italy: what a small model says when it does not know."""

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "real.predict_italy",
    "Asked for a capital",
    "a",
    {
        "b": "It wrote Paris for France, so one expects Rome. But it was asked in another "
        "form, and small models know many facts in some forms of words and not in others.",
        "c": "To say so it would have to find those words likely. It writes the likeliest "
        "tokens, and after a question those look like an answer.",
        "d": "It has read far more than one country's name, and an instruction-tuned model "
        "answers the question that it is asked, in the form of an answer.",
    },
    order=85,
    section="14-real-model#ask-it",
    hints=(
        "What was the model trained to do when it does not know: to say so, or to go on?",
        "Greedy decoding writes the likeliest token each time; nobody checks the result.",
        "Its answer has the form of a place in Italy.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
