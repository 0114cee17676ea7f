"""``write.predict_characters``: perplexities per character and per piece."""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "write.predict_characters",
    "Characters or pieces",
    "c",
    {
        "a": "The next piece is one of hundreds, the next character one of about a "
        "hundred, and after most characters few can follow. Guessing a character is "
        "easier.",
        "b": "Its perplexity is lower, but it has to guess more than twice as often for "
        "the same text. Count per character, not per guess.",
        "d": "A piece is two characters and more, so what came before it tells more. The "
        "two models do not know the same.",
    },
    order=45,
    section="13-writing-text#before-you-run-it-predict-characters-or-pieces",
    hints=(
        "Which is easier to guess: the next letter of a word, or the next two together?",
        "A lower perplexity per guess does not help if there are more guesses. And how far "
        "back does one piece reach, how far one character?",
        'Try it on paper: "th" is followed by few letters; "t" by many.',
    ),
)

ANSWERS = letter_answers(EXERCISE)
