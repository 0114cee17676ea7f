"""Predictions on the page: radio buttons, and a reason for every choice."""

import re
from pathlib import Path

import pytest
from quickly import quickly

from attention_site import quizzes
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from solutions import CHAPTERS
from tests.site.reader import NO_STORAGE, Reader, serving
from tests.site.view import AXE, AXE_FAULTS, turn

SHIFT = "numpy.predict_shift"  # the right answer is (b)
NUMPY = "notebooks/03-numpy.html"
# Each is a page to open: the first one here, all of them in the slow tests.
each_chapter = pytest.mark.parametrize(
    "chapter", quickly(CHAPTERS, CHAPTERS[:1]), ids=lambda c: c.name
)
browsing = pytest.mark.browser


def form(reader: Reader, exercise_id: str = SHIFT):
    return reader.page.locator(f'form.quiz[data-quiz="{exercise_id}"]')


def answer(reader: Reader, letter: str, exercise_id: str = SHIFT) -> str:
    """Choose and check; what the page says, as a reader hears it."""
    quiz = form(reader, exercise_id)
    quiz.locator(f'input[value="{letter}"]').check()
    quiz.get_by_role("button", name="Check").click()
    return " ".join(quiz.get_by_role("status").first.inner_text().split())


def choices_of(chapter) -> list[Exercise]:
    return [e for e in load_key().exercises(chapter) if e.kind == "choice"]


def plain(words: str) -> str:
    """A sentence of the key as the page shows it: ``*a pair*`` is emphasis."""
    return re.sub(r"\*(\w[^*]*)\*", r"\1", words)


# --- every quiz of the book -------------------------------------------------------


@browsing
@each_chapter
def test_every_choice_has_its_own_reason_and_the_right_one_its_why(open_reader, chapter):
    here = open_reader(f"notebooks/{chapter.name}.html")
    choices = choices_of(chapter)
    assert here.page.locator("form.quiz").count() == len(choices)
    for exercise in choices:
        right = exercise.reference()
        said = form(here, exercise.id).get_by_role("status").first.inner_text()
        assert said == "", "nothing is said before a choice"
        section = f'section[data-exercise="{exercise.id}"]'
        why = here.page.locator(f"{section} ~ details:not(.hide)").first.element_handle()
        for wrong in exercise.misconceptions:
            heard = answer(here, wrong.id, exercise.id)
            assert heard == f"✗ Not ({wrong.id}). {plain(wrong.says)}"
            assert here.answers()[exercise.id]["state"] == "tried"
        assert not why.is_visible()
        here.page.emulate_media(media="print")
        assert why.is_visible()  # on paper, where nobody can choose
        here.page.emulate_media(media="screen")
        assert answer(here, right, exercise.id) == f"✓ Right, it is ({right})."
        stored = here.answers()[exercise.id]
        assert (stored["state"], stored["answer"]) == ("passed", right)
        assert stored["source"] == f'{exercise.name} = "{right}"'
        assert why.is_visible()
        assert why.evaluate("(fold) => fold.open")
        assert_explained(here, exercise)


def assert_explained(here: Reader, exercise: Exercise) -> None:
    """A right answer comes with its reason, or with the way to it."""
    more = form(here, exercise.id).locator(".quiz-more")
    folded = more.locator("details:not(.quiz-others)")
    if folded.count():
        assert folded.locator("summary").inner_text() == "Why"
        assert folded.evaluate("details => details.open")
        assert len(folded.inner_text()) > 80
    else:
        place = here.page.locator(more.get_by_role("link").get_attribute("href"))
        check = here.page.locator(f".quiz-check-{quizzes.slug(exercise.id)}")
        after = "([a, b]) => a.compareDocumentPosition(b) & a.DOCUMENT_POSITION_FOLLOWING"
        assert here.page.evaluate(after, [check.element_handle(), place.element_handle()])
    others = more.locator(".quiz-others li").all_text_contents()
    assert others == [f"({w.id}) {plain(w.says)}" for w in exercise.misconceptions]


@browsing
def test_options_keep_their_code_and_lose_the_doubled_letter(open_reader):
    here = open_reader("notebooks/04-tensorflow.html")
    options = form(here, "tensorflow.predict_trap").locator(".quiz-option")
    assert options.nth(1).locator("code").inner_text() == "W_V"
    assert " ".join(options.nth(2).inner_text().split()) == "(c) none"


@pytest.mark.slow
@browsing
def test_what_gives_the_answer_away_unfolds_with_the_right_choice(open_reader):
    here = open_reader("notebooks/04-tensorflow.html")
    quiz = "tensorflow.predict_trap"
    below = f'section[data-exercise="{quiz}"] ~ .cell details.below-input'
    fold = here.page.locator(below).first
    assert fold.get_attribute("open") is None
    answer(here, "a", quiz)
    assert fold.get_attribute("open") is None
    answer(here, "b", quiz)
    assert fold.get_attribute("open") is not None


# --- one quiz ------------------------------------------------------------------------


@browsing
def test_by_keyboard_alone(here):
    form(here).locator("input").first.focus()
    here.page.keyboard.press("ArrowDown")
    here.page.keyboard.press("ArrowUp")
    here.page.keyboard.press("Enter")
    assert form(here).get_by_role("status").first.inner_text().startswith("✗ Not (a).")
    here.page.keyboard.press("ArrowDown")
    here.page.keyboard.press("Tab")
    assert here.page.evaluate("document.activeElement.textContent") == "Check"
    here.page.keyboard.press("Space")
    assert form(here).get_by_role("status").first.inner_text() == "✓ Right, it is (b)."


@browsing
def test_a_screen_reader_hears_question_title_and_verdict(here):
    group = here.page.get_by_role(
        "group", name="Your answer: Predict: add 100 to every score", exact=True
    )
    described = group.get_attribute("aria-describedby")
    assert "What happens to the weights?" in here.page.locator(f"#{described}").inner_text()
    assert group.get_by_role("radio").count() == 4
    assert here.page.get_by_role("radio", name="(b) nothing", exact=True).count() == 1


@pytest.mark.slow
@browsing
def test_axe_finds_no_fault_in_an_answered_quiz_and_the_hand_in(here):
    answer(here, "b")
    answer(here, "a")
    here.page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        turn(here.page, scheme)
        for part in ("form.quiz", ".hand-in"):
            assert here.page.locator(part).first.evaluate(AXE_FAULTS) == []
    here.page.emulate_media(color_scheme="light")


@pytest.mark.slow
@browsing
def test_check_without_a_choice_asks_for_one(here):
    form(here).get_by_role("button", name="Check").click()
    said = form(here).get_by_role("status").first.inner_text()
    assert said == "Choose one of the answers first."
    assert here.answers() == {}


@browsing
@pytest.mark.parametrize("letter", ["a", pytest.param("b", marks=pytest.mark.slow)])
def test_the_answer_is_there_after_reloading(here, letter: str):
    said = answer(here, letter)
    here.reload()
    assert form(here).locator("input:checked").get_attribute("value") == letter
    heard = form(here).get_by_role("status").first.inner_text()
    assert " ".join(heard.split()) == said


@pytest.mark.slow
@browsing
def test_who_has_passed_may_look_at_the_others_and_stays_passed(here):
    answer(here, "b")
    assert answer(here, "d").startswith("✗ Not (d).")
    assert here.answers()[SHIFT]["state"] == "passed"
    assert here.answers()[SHIFT]["answer"] == "b"


@browsing
def test_what_is_forgotten_elsewhere_has_its_reason_in_its_place_again(here):
    before = here.page.locator("details").all_text_contents()
    answer(here, "b")
    here.call("clear")
    assert form(here).locator("input:checked").count() == 0
    assert here.page.locator("details").all_text_contents() == before


@pytest.mark.slow
@browsing
def test_starting_over_forgets_and_folds_the_reason_in_its_place_again(here):
    before = here.page.locator("details").all_inner_texts()
    answer(here, "b")
    form(here).get_by_role("button", name="Start over").click()
    assert here.answers() == {}
    assert form(here).locator("input:checked").count() == 0
    assert here.page.locator("details").all_inner_texts() == before


@browsing
def test_an_answer_that_is_given_elsewhere_shows(here):
    here.call("save", SHIFT, {"answer": "b", "state": "passed"})
    assert form(here).locator("input:checked").get_attribute("value") == "b"
    assert "Right" in form(here).get_by_role("status").first.inner_text()


# --- where answers are kept ------------------------------------------------------------


@browsing
def test_where_storage_is_blocked_a_sentence_says_so_and_nothing_is_lost(open_reader):
    here = open_reader(NUMPY, script=NO_STORAGE)
    assert answer(here, "b") == "✓ Right, it is (b)."
    said = form(here).locator(".quiz-trouble").inner_text()
    assert "does not let the book store anything" in said
    assert here.call("usable") is False
    assert here.answers()[SHIFT]["state"] == "passed"
    assert here.button("Download my notebook").is_visible()
    # The theme and Sphinx ask for storage without care; ours must not.
    here.faults = [fault for fault in here.faults if "/exercises/" in fault]


@pytest.mark.slow
@browsing
def test_two_books_on_one_host_do_not_mix(browser, site: Path, tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / name).symlink_to(site, target_is_directory=True)
    with serving(tmp_path) as root:
        here = Reader(browser, f"{root}/one")
        here.open(NUMPY)
        answer(here, "b")
        here.address = f"{root}/two"
        here.open(NUMPY)
        assert here.answers() == {}
        here.close()
