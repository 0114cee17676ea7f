"""What the build demands of a chapter's predictions, and makes of them."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes

from attention_site import exercise_index, quizzes
from attention_site.exercise_index import Facts
from autograder.exercise.key import load_key
from tests.site.reader import index_of

FACTS = Facts(
    *("x.predict", "A title", "01-x", "X", "notebooks/01-x.html", "choice", "numpy"),
    *(1, 2, 1, "exercise-x-predict", "what-follows", "prediction"),
    answer="b",
    why_not={"a": "No.", "c": "No."},
)


def options(*texts: str) -> nodes.bullet_list:
    items = (nodes.list_item("", nodes.paragraph("", text)) for text in texts)
    return nodes.bullet_list("", *items)


def test_options_that_agree_with_the_key_are_taken():
    quizzes.compare(options("(a) one", "(b) two", "(c) three"), FACTS)


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (("(a) one", "(b) two"), "offers a, b; the key knows a, b, c"),
        (("(b) two", "(a) one", "(c) three"), "offers b, a, c; the key knows a, b, c"),
        (("(a) one", "two", "(c) three"), "'two' does not begin with its letter"),
    ],
)
def test_options_that_do_not_agree_are_a_clear_problem(texts: tuple[str, ...], says: str):
    with pytest.raises(quizzes.QuizProblem, match=r"^x\.predict") as problem:
        quizzes.compare(options(*texts), FACTS)
    assert says in str(problem.value)


def test_a_choice_without_a_list_above_it_is_a_clear_problem():
    stub = nodes.container()
    nodes.section("", nodes.paragraph("", "Which is it?"), stub)
    with pytest.raises(quizzes.QuizProblem, match="no list of options"):
        quizzes.options_above(stub, "x.predict")


def test_pages_with_exercises_are_built_again_when_the_key_changed(monkeypatch):
    monkeypatch.setattr(quizzes, "facts_of", lambda app: (FACTS,))
    env = SimpleNamespace(found_docs={"notebooks/01-x", "book/index"})
    assert quizzes.rebuild_when_the_key_changed(None, env) == []
    assert quizzes.rebuild_when_the_key_changed(None, env) == []
    env.exercise_key = "another"
    assert quizzes.rebuild_when_the_key_changed(None, env) == ["notebooks/01-x"]
    assert quizzes.rebuild_when_the_key_changed(None, env) == []


def test_the_key_is_loaded_again_only_when_its_sources_changed(tmp_path, monkeypatch):
    read = exercise_index.all_facts.__wrapped__
    facts = read(tmp_path)
    loaded = []
    monkeypatch.setattr(exercise_index, "load_key", lambda: loaded.append(1) or load_key())
    assert read(tmp_path) == facts
    assert not loaded
    monkeypatch.setattr(exercise_index, "fingerprint", lambda: "another")
    assert read(tmp_path) == facts
    assert loaded == [1]


def test_the_index_lists_every_exercise_of_the_key_and_tells_no_answer(site: Path):
    listed = index_of(site)
    wanted = [(e.id, e.title, e.points) for e in load_key().all_exercises()]
    assert [(e["id"], e["title"], e["points"]) for e in listed] == wanted
    assert not {"answer", "why_not"} & set().union(*listed)
