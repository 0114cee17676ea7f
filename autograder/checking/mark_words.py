"""What a mark says: the line it stands in, and a sentence on what it found there."""

from __future__ import annotations

from autograder.tracing.known import is_plain
from autograder.tracing.mark import FirstWrong


def marked(found: FirstWrong) -> str:
    """The line of an answer, with a mark under the operation."""
    length = len(found.text.partition("\n")[0])
    indent = len(found.source) - len(found.source.lstrip())
    mark = " " * (found.column - indent) + "^" * length
    line = f"{found.place}, line" if found.place else "Line"
    return f"{line} {found.line}\n    {found.source.strip()}\n    {mark}"


def about(found: FirstWrong) -> str:
    """What the mark means, in a sentence that gives no number away."""
    if found.form:
        return _about_form(found)
    if found.is_known and found.value is not None and not is_plain(found.value):
        return "What is marked has numbers of a right way, but not those that belong here."
    if found.is_known:
        return "What is marked does not belong here."
    form = f" (its shape is {found.shape})" if found.shape else ""
    if found.kind.startswith(("list", "tuple")):
        form = f" (a {found.kind})"
    numbers = "something" if found.value is None else "numbers"
    what = f"What is marked gives {numbers} that no known right way has{form}."
    return f"{what} {found.likeness}".rstrip()


def _about_form(found: FirstWrong) -> str:
    right = "The numbers are right in this call. " if found.is_right else ""
    if found.form == "shape":
        made = "a sum or a mean along one of them is right in this call"
        return f"What is marked has an axis more than is asked for: {made}."
    if found.form == "dtype" and found.value is not None:
        return f"{right}What is marked is where the dtype becomes {found.value.dtype}."
    article = "an" if found.kind.startswith(tuple("aeiou")) else "a"
    return f"{right}What is marked makes it {article} {found.kind or 'other thing'}."
