"""What crosses to a worker, and what it asks of itself before it grades."""

import json

import pytest

from autograder.grading.settings import Settings
from autograder.grading.worker import Worker
from autograder.grading.worker_process import (
    decode_submission,
    encode_submission,
    order_for,
    prepare,
)
from autograder.handin.submission import StoredFile, Submission
from autograder.notebooks.read import UnreadableNotebook
from autograder.sandbox import isolation

NO_TIER = "This machine cannot isolate students' code."


def contents(handed: Submission) -> list:
    return [
        (name, str(data) if isinstance(data, UnreadableNotebook) else data)
        for name, data in handed.contents()
    ]


def test_a_submission_crosses_with_its_bytes(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_bytes(b"\x00\xff not JSON")
    handed = Submission(
        "zo\udcffe", (("a.ipynb", StoredFile(str(path))), ("b.ipynb", b"{}"))
    )
    message = encode_submission(handed)
    path.unlink()
    there = decode_submission(message)
    assert there.student == handed.student
    assert contents(there) == [("a.ipynb", b"\x00\xff not JSON"), ("b.ipynb", b"{}")]
    assert message.count(b"\n") == 0, "a message is one line"


def test_a_file_that_could_not_be_read_here_is_said_to_be_so_there(tmp_path):
    handed = Submission("ada", (("gone.ipynb", StoredFile(str(tmp_path / "gone.ipynb"))),))
    there = decode_submission(encode_submission(handed))
    assert contents(there) == contents(handed)
    assert "gone.ipynb cannot be read" in contents(there)[0][1]


def test_what_a_regrade_asks_for_crosses_too():
    handed = Submission("ada", (), "No notebook.", chapters=("03-numpy",))
    assert decode_submission(encode_submission(handed)) == handed


def test_a_worker_without_isolation_refuses(monkeypatch):
    def choose():
        raise isolation.NoIsolation(NO_TIER)

    monkeypatch.setattr(isolation, "choose", choose)
    assert prepare(order_for(Settings("toy_key", tier="strongest"))) == NO_TIER


def test_it_grades_without_isolation_only_when_it_is_told_to():
    worker = prepare(order_for(Settings("toy_key", tier="none")))
    assert isinstance(worker, Worker)
    assert worker.tier == "none"


def test_a_worker_takes_the_strongest_isolation_it_has(tier):
    if tier == "none":
        pytest.skip("this machine has none")
    worker = prepare(order_for(Settings("toy_key", tier="strongest")))
    assert isinstance(worker, Worker)
    assert worker.tier == tier


@pytest.mark.parametrize("part", ["the key 'toy_key'", "the grader", "Python", "numpy"])
def test_a_worker_with_another_version_of_anything_refuses(part):
    text, versions = json.loads(order_for(Settings("toy_key")))
    assert part in versions
    said = prepare(json.dumps([text, {**versions, part: "another"}]))
    assert said == f"It has another version of {part}. Install the same on both."


def test_a_worker_without_the_key_says_so():
    order = order_for(Settings("toy_key"))
    said = prepare(order.replace("toy_key", "no_such_key"))
    assert isinstance(said, str)
    assert "no_such_key" in said
