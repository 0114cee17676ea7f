"""Exercise real.predict_mistake: the mistake that looks like an improvement."""

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "real.predict_mistake",
    "The best loss of all",
    "d",
    {
        "a": "Without rotary positions the heads lose the distances that they were trained "
        "with, and the loss rises. None of the tokens to come becomes visible by that.",
        "b": "With the wrong pairs turned, the model's heads look at wrong distances. The "
        "model was trained with the right pairs, and its loss rises.",
        "c": "With the groups dealt out, six of nine heads meet keys that were trained for "
        "others. The loss rises above that of guessing blindly.",
    },
    order=100,
    section="14-real-model#what-goes-wrong",
    hints=(
        "The loss asks how likely the model found each next token of a text it is reading.",
        "With which mistake could a token's vector hold something about the next token?",
        "What does a mask hide?",
    ),
)

ANSWERS = letter_answers(EXERCISE)
