"""Answers to reading.predict_previous_head."""

from dataclasses import replace

from answers.choices import predicted

EXERCISE = "reading.predict_previous_head"

DUE = {
    "by way of a variable": "times out: what fills the dict is not in the slice",
    "no quotes": "times out: after the error all cells above are run, training too",
}
ANSWERS = tuple(
    replace(answer, pending=DUE.get(answer.label, ""))
    for answer in predicted("c", {"a": "a", "b": "b", "d": "d"})
)
