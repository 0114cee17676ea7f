"""What is handed in on a hub is kept once, whole, and for one account alone."""

import asyncio
import os
import threading
import time

import pytest
from making import autograder, solved

from autograder.gradebook.dates import iso
from autograder.hub import store as module
from autograder.hub.store import Store, StoreProblem, Turns


@pytest.fixture
def store(tmp_path) -> Store:
    made = Store(tmp_path / "hand-ins", tmp_path / "feedback")
    made.open()
    return made


def test_a_folder_that_others_may_use_is_refused(tmp_path):
    folder = tmp_path / "hand-ins"
    folder.mkdir()
    folder.chmod(0o750)
    with pytest.raises(StoreProblem, match="chmod 700"):
        Store(folder, tmp_path / "feedback").open()


def test_only_its_own_account_can_use_what_it_makes(store):
    store.take("week-1", "ada", {"a.ipynb": b"1"})
    made = [store.folder, *store.folder.rglob("*")]
    assert len(made) == 6
    assert not [path for path in made if path.stat().st_mode & 0o077]


def test_another_hand_in_is_another_folder_and_the_same_again_is_not(store):
    first = store.take("week-1", "ada", {"a.ipynb": b"1"})
    second = store.take("week-1", "ada", {"a.ipynb": b"2"})
    assert store.take("week-1", "ada", {"a.ipynb": b"2"}) == second
    assert store.take("week-1", "ada", {"a.ipynb": b"1"}).files == first.files
    assert [one.files for one in store.hand_ins("week-1", "ada")] == [
        *(first.files, second.files, first.files)
    ]


def test_a_list_of_hand_ins_reads_no_file_twice(store):
    store.take("week-1", "ada", {"a.ipynb": b"1"})
    listed = store.hand_ins("week-1", "ada")
    (kept,) = store.folder.glob("week-1/ada/*/a.ipynb")
    when = kept.stat().st_mtime_ns
    kept.write_bytes(b"2")  # of the same size, and made to seem as old
    os.utime(kept, ns=(when, when))
    assert store.hand_ins("week-1", "ada") == listed
    kept.write_bytes(b"33")
    assert store.hand_ins("week-1", "ada") != listed


@pytest.mark.parametrize(
    "user", ["..", ".", ".arriving", "a/b", "", "ä", "a\nb", "a" * 101]
)
def test_a_name_that_could_be_another_place_is_refused(store, user):
    with pytest.raises(StoreProblem, match="can be no folder's"):
        store.take("week-1", user, {"a.ipynb": b"1"})
    with pytest.raises(StoreProblem):
        store.page("week-1", user)


def test_where_there_is_no_more_room_what_was_kept_stays(store, monkeypatch):
    monkeypatch.setattr(module, "MOST_TIMES", 1)
    store.take("week-1", "ada", {"a.ipynb": b"1"})
    with pytest.raises(StoreProblem, match="no more room"):
        store.take("week-1", "ada", {"a.ipynb": b"2"})
    assert len(store.hand_ins("week-1", "ada")) == 1


def test_work_for_one_student_holds_nobody_else():
    done = threading.Event()

    async def both() -> tuple[bool, None]:
        turns = Turns()
        return await asyncio.gather(
            turns.do("ada", done.wait, 60), turns.do("ben", done.set)
        )

    assert asyncio.run(both()) == [True, None]


def test_one_student_gets_one_thing_at_a_time():
    going, most = [], []

    def work() -> None:
        going.append(1)
        time.sleep(0.01)
        most.append(len(going))
        going.pop()

    async def all_at_once() -> None:
        turns = Turns()
        await asyncio.gather(*(turns.do("ada", work) for _ in range(5)))

    asyncio.run(all_at_once())
    assert most == [1] * 5


def test_a_disk_that_refuses_leaves_nothing_of_a_hand_in(store):
    with pytest.raises(StoreProblem, match="Nothing was handed in"):
        store.take("week-1", "ada", {"a.ipynb": b"1", "n" * 300: b"2"})
    assert not store.hand_ins("week-1", "ada")
    assert not list((store.folder / module.ARRIVING).iterdir())


def test_the_grader_reads_the_folder_as_it_is_with_the_time_of_each(store, unsafe):
    store.take("week-1", "ada", {"01-temperatures.ipynb": solved(predict='predict = "a"')})
    last = store.take("week-1", "ada", {"01-temperatures.ipynb": solved()})
    store.take("week-1", "ben", {"01-temperatures.ipynb": solved(predict='predict = "a"')})
    folder = store.folder.parent
    (folder / "course.toml").write_text(
        '[[assignments]]\nname = "week-1"\nchapters = ["01-temperatures"]\n'
    )
    wanted = ("--course", "course.toml", "--assignment", "week-1", "--key", "term_key")
    autograder(folder, "grade", "hand-ins/week-1", *wanted, *unsafe, status=0)
    shown = autograder(folder, "show", "week-1", "ada").stdout
    assert "5 of 5 points" in shown
    assert iso(last.at.timestamp())[:16].replace("T", " ") in shown
    out = ("--format", "hub", "-o", "feedback")
    published = autograder(folder, "export", "week-1", *out)
    assert "Pages that students can read now: 2." in published.stderr
    mine, other = (store.page("week-1", who) for who in ("ada", "ben"))
    assert mine
    assert other
    assert mine != other
    (store.feedback / "week-1" / "cleo.html").write_bytes(b"Somebody else's.")
    again = autograder(folder, "export", "week-1", *out)
    assert "Pages that were there before and are no more: 1." in again.stderr
    assert store.page("week-1", "cleo") is None
