"""The page a student gets: theirs alone, kind, specific."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from autograder.card import HEADLINES, Card, as_html
from autograder.pages import count, points, render, section_link, section_name, worth
from autograder.records import JUDGED, ExerciseResult, SubmissionResult

# What happened, and what to do: these are no wrong answers.
ADVICE = {
    "timeout": (
        "Your code did not finish in the time it is given, so nobody knows yet whether "
        "it is right.",
        "Look for a loop that never reaches its end: a while whose condition does not "
        "change, or a function that calls itself. Run the cell on its own; if it does "
        "not finish, interrupt the kernel and see which line it stops at.",
    ),
    "crashed": (
        "Your code ended Python itself, so there was nothing left to ask.",
        "Look for exit(), quit(), os._exit() or ctypes in this cell and in the cells it "
        "uses. Then restart the kernel and run all cells: the notebook should reach its "
        "last cell.",
    ),
    "out_of_memory": (
        "Your code asked for more memory than it is given, so it was stopped.",
        "Look for an array with an axis too many, or a list that grows in a loop. Print "
        "the shapes on a small input and compare them with the shapes in the task.",
    ),
    "infrastructure_error": (
        "The grader could not run this exercise. That is not your code's fault.",
        "There is nothing for you to do: your instructor's report lists it, and it can "
        "be graded again as it is.",
    ),
}
UNREADABLE = (
    "Open the file you handed in with Jupyter. If it opens, save it and hand it in again. "
    "If it does not, download the notebook once more from where you worked on it (File, "
    "then Download), and hand in that file; its name should end in .ipynb."
)


@dataclass(frozen=True)
class Section:
    """What the page says about one exercise."""

    id: str
    title: str
    look: str  # right, partly, wrong, idle or open: its colour
    symbol: str
    headline: str
    worth: str
    short: str
    words: str
    advice: str
    card: Markup
    notes: tuple[str, ...]
    reread: str
    link: str


def feedback_page(result: SubmissionResult, book_url: str = "") -> str:
    """A self-contained HTML page about one submission.

    Only what is public by construction is shown: the cards, the names of case
    groups, and for what could not be graded the grader's own sentence.
    ``book_url`` is the address under which the chapters' pages lie:
    ``{book_url}/03-numpy.html``.
    """
    sections = tuple(_section(e, book_url) for e in result.exercises)
    still_open = sum(e.max_points - e.points for e in result.ungraded)
    return render(
        "feedback.html.j2",
        student=result.student,
        files=[notebook.name for notebook in result.notebooks],
        unreadable=result.status == "unreadable",
        message=result.message if result.status == "unreadable" else "",
        advice=UNREADABLE,
        score=result.score,
        max_score=result.max_score,
        still_open=still_open,
        summary=_summary(result),
        next_step=next((s for s in sections if s.look not in ("right", "open")), None),
        notes=result.notes,
        sections=sections,
    )


def _summary(result: SubmissionResult) -> str:
    """Where the student stands, in a sentence or two."""
    total = len(result.exercises)
    if not total:
        return "No exercise of the course was found in what you handed in."
    right = sum(e.status == "passed" for e in result.exercises)
    idle = sum(e.status == "not_attempted" for e in result.exercises)
    ungraded = len(result.ungraded)
    if right == total:
        return "Everything is right. Well done."
    if idle == total:
        return (
            "The notebook is the chapter as it was handed out: no exercise in it is "
            "answered yet. If you did work on it, check that you saved it and handed in "
            "the right file."
        )
    if right:
        said = [f"{right} of {count(total, 'exercise')} {_are(right)} right."]
    else:
        said = ["No exercise is right yet; below is what to look at in each."]
    if idle:
        said.append(f"{_some(idle, total)} not answered yet.")
    if ungraded:
        said.append(
            f"{_some(ungraded, total)} not graded yet: "
            f"{'its' if ungraded == 1 else 'their'} points are open, not lost."
        )
    return " ".join(said)


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _some(number: int, total: int) -> str:
    return "All are" if number == total else f"{str(number).capitalize()} {_are(number)}"


def _section(result: ExerciseResult, book_url: str) -> Section:
    judged = result.status in JUDGED
    looks = {"passed": "right", "partial": "partly", "not_attempted": "idle"}
    look = looks.get(result.status, "wrong") if judged else "open"
    symbols = {"right": "✓", "partly": "◐", "wrong": "✗", "idle": "–", "open": "?"}
    reread = "" if result.status == "passed" or not judged else result.section
    return Section(
        id=result.id,
        title=result.title,
        look=look,
        symbol=symbols[look],
        headline=HEADLINES.get(result.status, result.status),
        worth=_worth(result, judged),
        short=f"{points(result.points) if judged else '?'} of {points(result.max_points)}",
        words=_words(result),
        advice="" if judged else ADVICE.get(result.status, ("", ""))[1],
        card=_card(result, judged),
        notes=result.notes,
        reread=section_name(reread),
        link=section_link(reread, book_url),
    )


def _worth(result: ExerciseResult, judged: bool) -> str:
    if judged or result.points:
        said = f"{points(result.points)} of {worth(result.max_points)}"
        return said if judged else f"{said} so far"
    return f"{worth(result.max_points)} open"


def _words(result: ExerciseResult) -> str:
    """One sentence before the card."""
    groups = result.cases
    passed = sum(case.passed for case in groups)
    if result.status == "passed":
        return ""
    if result.status not in JUDGED:
        happened = ADVICE.get(result.status, ("This exercise could not be graded.", ""))[0]
        # The grader's own sentence, such as the limit that was reached.
        said = result.message if result.message not in happened else ""
        return f"{happened} {said}".strip()
    if result.status == "not_attempted":
        return "You have not answered this one yet."
    if result.status == "error":
        return "Your code raises an error before it returns anything."
    if result.status == "partial":
        share = "Most" if 2 * passed > len(groups) else "Part"
        start = f"{share} of this is right: {passed} of {len(groups)} groups of cases pass."
    else:
        start = "Not right yet."
    if result.misconceptions:
        return f"{start} The sentence in bold says what happens."
    if result.card and result.card.got and result.card.arguments:
        return f"{start} Work the call below out by hand and compare it step by step."
    return start


def _card(result: ExerciseResult, judged: bool) -> Markup:
    """The public card, with the groups as they were graded."""
    card = result.card
    graded = {case.name: case.passed for case in result.cases}
    if result.status == "not_attempted" or (card is None and not graded):
        return Markup("")
    if card is None or (card.status == "passed") != (result.status == "passed"):
        card = _card_of_groups(result)
    state = {True: "passed", False: "failed" if judged else "skipped"}
    marks = tuple(
        (state[graded[name]] if name in graded else mark, name) for mark, name in card.marks
    )
    if not judged:  # what was never asked is not wrong
        marks = tuple((mark if mark == "passed" else "skipped", n) for mark, n in marks)
    return Markup(as_html(replace(card, status=result.status, marks=marks)))


def _card_of_groups(result: ExerciseResult) -> Card:
    """A card that knows the groups only: the public examples show no fault."""
    lesson = ""
    if result.status in ("partial", "failed"):
        lesson = (
            "On the chapter's own examples your answer is right; on new numbers it is "
            "not. An answer has to be worked out from its arguments each time."
        )
    marks = tuple(("passed" if c.passed else "failed", c.name) for c in result.cases)
    headline = HEADLINES.get(result.status, result.status)
    lessons = (lesson,) if lesson and result.card else ()
    return Card(result.id, result.title, result.status, headline, "", marks, lessons)
