"""What a card must not say: the engine's own names, or two results that look alike."""

import re

from autograder.checking.card import make_card
from autograder.checking.card_forms import as_text
from autograder.checking.outcome import Verdict

# Names of the engine's classes, places within places, and the grader's own code.
INTERNAL = re.compile(
    r"\b(?:Opaque|Raises)\(type_name=|\bTensor\(framework=|\bCode\(expression=|"
    r"\bTrial\(source=|\bCalls\(lines=|Result \d+ of \d+: Result|"
    r"^ *def trial\(|of another form",
    re.M,
)


def card_fault(verdict: Verdict) -> str:
    """Say what is wrong with the words of a wrong answer's card; ``""`` for nothing."""
    card, example = make_card(verdict), verdict.example
    match = INTERNAL.search(as_text(card))
    if match:
        return f"Its card says {match[0].strip()!r}, which no reader knows."
    if example is None:
        return ""
    if card.call.startswith("trial(") and not example.arguments[0].says:
        return "A Trial has no docstring, which its card would show."
    whole = example.difference is not None and example.difference.kind == "value"
    if whole and card.expected and card.got and card.expected.shown == card.got.shown:
        return f"Its card shows {card.expected.shown} as expected and as wrong."
    return ""
