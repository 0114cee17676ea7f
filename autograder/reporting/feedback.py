"""The page a student gets: theirs alone, kind, specific."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from autograder.checking.card import HELD, Card
from autograder.checking.card_forms import as_html
from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.final import ExerciseGrade, FinalGrade, final_grades
from autograder.gradebook.journal import Review
from autograder.gradebook.records import ExerciseResult, SubmissionResult
from autograder.gradebook.reviews import READ
from autograder.pages.render import count, points, render, section_link, section_name, worth
from autograder.reporting.exercise_tally import (
    CHANGES_INPUTS_SAYS,
    only_changes_inputs,
    standing_by_hand,
    standing_of,
)
from autograder.reporting.headings import Headings

ADVICE = {
    Status.NOT_FOUND: (
        "Give your function the name that the task has, in a code cell of its own, and run "
        "its check. Your instructor's report lists it: nothing of it is lost."
    ),
    Status.TIMEOUT: (
        "Look for a loop that never reaches its end: a while whose condition does not "
        "change, or a function that calls itself; or for much work in each of many steps, "
        "such as a print in a loop. Run the cell on its own; if it does "
        "not finish, interrupt the kernel and see which line it stops at."
    ),
    Status.CRASHED: (
        "Look for exit(), quit(), os._exit() or ctypes in this cell and in the cells it "
        "uses. Then restart the kernel and run all cells: the notebook should reach its "
        "last cell."
    ),
    Status.OUT_OF_MEMORY: (
        "Look for an array with an axis too many, or a list that grows in a loop. Print "
        "the shapes on a small input and compare them with the shapes in the task."
    ),
    Status.INFRASTRUCTURE_ERROR: (
        "That is not your code's fault, and there is nothing for you to do: your "
        "instructor's report lists it, and it can be graded again as it is."
    ),
}
WRONG_NOTEBOOK = (
    "Hand in the notebook of the chapter that was asked for. If that is what you meant to "
    "do, look into the file: it holds the exercises of the other one."
)
UNREADABLE = (
    "Open the file you handed in with Jupyter, out of the zip if it was in one. If it "
    "opens, save it, where it is large without its outputs, and hand it in again. "
    "If it does not, download the notebook once more from where you worked on it (File, "
    "then Download), and hand in that file; its name should end in .ipynb."
)
LOOKS = {"right": "✓", "partly": "◐", "wrong": "✗", "idle": "–", "open": "?"}


@dataclass(frozen=True)
class ExerciseSection:
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
    by_hand: str  # why a person set the points
    excused: str  # why it does not count
    comment: str  # what a person says of this answer, and of others that do the same
    items: tuple[tuple[bool, str], ...]  # what an answer in words should say, and whether
    reread: str
    link: str
    code: str  # the student's own, where it is not right

    @property
    def is_to_do(self) -> bool:
        """Whether the student has something to do about it."""
        return not self.excused and self.look not in ("right", "open")


def feedback_page(
    result: SubmissionResult,
    book_url: str = "",
    *,
    grade: FinalGrade | None = None,
    headings: Headings | None = None,
    comments: Mapping[str, Review] | None = None,
) -> str:
    """A self-contained HTML page about one submission.

    Only what is public by construction is shown: the cards, the names of case groups, and
    for what could not be graded the grader's own sentence.  Points are those of ``grade``,
    or without it what the key gives; ``comments`` are what people said, by exercise.
    """
    graded = result.status == SubmissionStatus.GRADED
    grade = grade or final_grades([result])[0]
    given = [
        replace(exercise, points=_so_far(exercise, one), max_points=one.max_points)
        for exercise, one in zip(result.exercises, grade.exercises, strict=True)
    ]
    sections = tuple(
        _section(exercise, one, book_url, headings or {}, (comments or {}).get(exercise.id))
        for exercise, one in zip(given, grade.exercises, strict=True)
    )
    there = {one.id.partition(".")[0] for one in given if one.notebook}
    sections = tuple(  # what the student did comes before what was left out
        sorted(sections, key=lambda s: bool(there) and s.id.partition(".")[0] not in there)
    )
    waiting = [
        exercise
        for exercise, one in zip(given, grade.exercises, strict=True)
        if not exercise.status.is_judged and not one.override_reason and not one.excused
    ]
    is_set = grade.frozen or bool(grade.by_hand)
    still_open = 0 if is_set else sum(e.max_points - e.points for e in waiting)
    called = {one.id for one in given if one.card and one.card.call}
    return render(
        "reporting/feedback.html.j2",
        student=grade.name or result.student,
        files=_files(result),
        graded=graded,
        not_graded=result.status.explanation,
        message="" if graded else result.message,
        advice=_advice(result.status),
        score=_known(given, grade) if grade.score is None else grade.score,
        max_score=grade.max_points,
        penalty=grade.penalty,
        by_hand=grade.by_hand,
        excused=grade.excused,
        still_open=still_open,
        summary=_summary(sections),
        next_step=next((s for s in sections if s.is_to_do), None),
        notes=result.remarks,
        sections=sections,
        is_drawn=any(exercise.is_drawn for exercise in result.exercises),
        has_examples=any(s.card and s.id in called for s in sections),
        is_lent=any(s.look in ("wrong", "partly", "idle") for s in sections[:-1]),
    )


def _files(result: SubmissionResult) -> list[str]:
    """The notebooks that it is about: where one was set aside, those that count."""
    counting = result.counting() if result.set_aside else set()
    return [n.name for n in result.notebooks if not counting or n.sha256 in counting]


def _advice(status: SubmissionStatus) -> str:
    """What a student can do about a submission without a grade."""
    if status == SubmissionStatus.INFRASTRUCTURE_ERROR:
        return ADVICE[Status.INFRASTRUCTURE_ERROR]
    return WRONG_NOTEBOOK if status == SubmissionStatus.WRONG_NOTEBOOK else UNREADABLE


def _so_far(result: ExerciseResult, given: ExerciseGrade) -> float:
    """What is given, or what was found before it ended, on the course's scale."""
    if given.points is not None:
        return given.points
    scale = given.max_points / result.max_points if result.max_points else 0.0
    return result.points * scale


def _known(given: Iterable[ExerciseResult], grade: FinalGrade) -> float | None:
    """The points there are so far, where the whole is not known; of what counts."""
    pairs = zip(given, grade.exercises, strict=True)
    return None if grade.excused else sum(e.points for e, one in pairs if not one.excused)


def _summary(sections: tuple[ExerciseSection, ...]) -> str:
    """Where the student stands, in a sentence or two."""
    if not sections:
        return "No exercise of the course was found in what you handed in."
    looks = Counter(section.look for section in sections if not section.excused)
    total = looks.total()
    if not total:
        return "Nothing in it counts."
    right, idle, ungraded = looks["right"], looks["idle"], looks["open"]
    if right == total:
        return "Everything is right. Well done."
    if idle == total:
        return (
            "No exercise is answered yet. If you did work on it, check that no raise "
            "NotImplementedError is left, that you saved it and handed in the right file."
        )
    if right:
        are = "is" if right == 1 else "are"
        sentences = [f"{right} of {count(total, 'exercise')} {are} right."]
    else:
        sentences = ["No exercise is right yet; below is what to look at."]
    if idle:
        sentences.append(f"{_some(idle)} not answered yet.")
    if ungraded:
        its = "its" if ungraded == 1 else "their"
        sentences.append(f"{_some(ungraded)} not graded: {its} points are open, not lost.")
    return " ".join(sentences)


def _some(number: int) -> str:
    return "One is" if number == 1 else f"{number} are"


def _comment(review: Review | None, grade: ExerciseGrade) -> str:
    """What a person says of an answer, where the points do not say it already."""
    return review.comment if review and review.comment != grade.override_reason else ""


def _section(
    result: ExerciseResult,
    grade: ExerciseGrade,
    book_url: str,
    headings: Headings,
    review: Review | None,
) -> ExerciseSection:
    judged = result.status.is_judged
    by_hand = grade.override_reason
    waits = not (judged or by_hand or grade.excused)
    look, headline = standing_of(result), result.status.headline
    if grade.excused and not judged:
        headline = "does not count"
    if by_hand:  # what counts is what a person said
        look, headline = standing_by_hand(grade), "points set by your instructor"
    reread = "" if look in ("right", "open") or not judged else result.section
    known = judged or bool(by_hand)
    hidden = by_hand and not reread
    return ExerciseSection(
        id=result.id,
        title=result.title,
        look=look,
        symbol=LOOKS[look],
        headline=headline,
        worth="no points" if grade.excused else _worth(result, known),
        short="–" if grade.excused else _short(result, known),
        words=_words(result) if waits or (judged and not by_hand) else "",
        advice="" if not waits else ADVICE.get(result.status, ""),
        # Where a person has decided, a card helps only beside an answer that was judged.
        card=_card(result, judged) if waits or (judged and not hidden) else Markup(""),
        notes=result.notes,
        by_hand="" if by_hand == READ else by_hand,
        excused=grade.excused,
        comment=_comment(review, grade),
        items=tuple((item[:1] == "+", item[2:]) for item in review.items) if review else (),
        reread=section_name(reread, headings),
        link=section_link(reread, book_url),
        code=result.source,
    )


def _short(result: ExerciseResult, known: bool) -> str:
    return f"{points(result.points) if known else '?'} of {points(result.max_points)}"


def _worth(result: ExerciseResult, judged: bool) -> str:
    if judged or result.points:
        earned = f"{points(result.points)} of {worth(result.max_points)}"
        return earned if judged else f"{earned} so far"
    return f"{worth(result.max_points)} open"


def _words(result: ExerciseResult) -> str:
    """One sentence before the card."""
    if result.status == Status.PASSED:
        return ""
    if result.status == Status.AWAITING_REVIEW:
        return "A person reads this one; its points are open until then."
    if not result.status.is_judged:
        # The grader's own sentence, such as the limit that was reached.
        happened = result.message or "This exercise could not be graded."
        return f"{happened} So nobody knows yet whether it is right; its points are open."
    if result.status == Status.NOT_ATTEMPTED:
        return "You have not answered this one yet."
    if result.status == Status.ERROR and not result.cases:
        return "Python cannot read the cell with your answer, so nothing in it was run."
    if only_changes_inputs(result):
        return CHANGES_INPUTS_SAYS
    if result.status == Status.ERROR:
        start = "Your code raises an error, so nothing that it returns is checked."
    elif result.status == Status.PARTIAL:
        start = "Some of the checks hold."
    else:
        start = "Not right yet."
    if len(result.misconceptions) == 1:
        return f"{start} The sentence in bold says what happens."
    if result.misconceptions:
        return f"{start} The sentences in bold say what happens."
    if result.card and result.card.got and result.card.call:
        return (
            f"{start} Go through your code with the call below: what must each line give?"
        )
    return start


def _card(result: ExerciseResult, judged: bool) -> Markup:
    """The public card, with the groups as they were graded."""
    card = result.card
    if result.status in (Status.NOT_ATTEMPTED, Status.AWAITING_REVIEW) or (
        card is None and not result.cases
    ):
        return Markup("")
    if card is None:
        card = _card_of_groups(result)
    marks = tuple((_mark(result, name, mark, judged), name) for mark, name in card.marks)
    card = replace(card, status=result.status, points=_worth(result, judged), marks=marks)
    if not judged or only_changes_inputs(result):  # the words above say it already
        card = replace(card, problem="", hint="")
    elif result.status == Status.ERROR:  # a hint about the method is beside the point
        card = replace(card, hint="")
    says_something = card.marks or card.problem or card.lessons or card.call
    return Markup(as_html(card) if says_something else "")


def _mark(result: ExerciseResult, name: str, public: str, judged: bool) -> str:
    """How a group or property went; what was never asked is not wrong."""
    graded = {case.name: case.passed for case in result.cases}
    if any(case.name == name and not case.tried for case in result.cases):
        return "skipped"  # not earned, which does not say that they were changed
    if name in graded:
        failed = HELD if public == HELD else "failed"
        return "passed" if graded[name] else failed if judged else "skipped"
    return public if judged and result.status != Status.ERROR else "skipped"


def _card_of_groups(result: ExerciseResult) -> Card:
    """A card that knows no more than how the groups went."""
    marks = tuple(("passed" if c.passed else "failed", c.name) for c in result.cases)
    headline = result.status.headline
    return Card(result.id, result.title, result.status, headline, "", marks)
