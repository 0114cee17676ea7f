"""``autograder doctor`` knows what is promised, and would see where it does not hold."""

import shutil
import sqlite3
from types import SimpleNamespace

import pytest
from making import autograder

from autograder.gradebook import storage_probes as results
from autograder.gradebook.dates import DateProblem
from autograder.handin import probes
from autograder.sandbox import doctor, isolation
from autograder.sandbox.doctor import _break_out

COUNTERS = ("pipes of others", "memory others take", "others wrote", "the grader took")


def test_everything_promised_holds_here(tmp_path, tier):
    done = autograder(tmp_path, "doctor", "--key", "toy_key")
    said = [line for line in done.stdout.splitlines() if line.startswith("✓")]
    assert any("read by a process of its own" in line for line in said), done.stdout
    assert any("ends its reader cannot end the run" in line for line in said)
    assert any("two students never share a file" in line for line in said)
    if tier != "none":
        assert done.returncode == 0
        assert " CAN " not in done.stdout
        for what, _ in doctor.PROBES:
            assert f"✓ a student's process cannot {what}" in done.stdout


@pytest.mark.parametrize("kind", isolation.TIERS)
def test_what_the_kernel_counts_for_all_is_tried_in_each_isolation(kind, toy):
    if not next(c.works for c in isolation.tier_checks() if c.tier == kind):
        pytest.skip(f"this machine has no {kind}")
    found = [*_break_out(kind, toy)]
    assert all(finding.good for finding in found), found
    assert all(any(what in finding.words for finding in found) for what in COUNTERS)


def test_without_isolation_the_doctor_sees_that_nothing_is_kept(toy):
    """The same probes get through: they can fail."""
    found = [finding.words for finding in _break_out("none", toy) if not finding.good]
    assert all(any(f"CAN {c}" in w or c in w for w in found) for c in COUNTERS), found


def test_a_reader_without_bounds_would_be_said(monkeypatch):
    monkeypatch.setattr(probes, "MUCH", 1)
    monkeypatch.setattr(probes, "_take_much", probes._who)
    monkeypatch.setattr(probes, "_go_on", probes._who)
    monkeypatch.setattr(probes, "_leave", probes._who)
    said = {words: good for good, words, *_ in probes.probes()}
    assert said.pop("what is handed in is read by a process of its own")
    assert len(said) == 3
    assert not any(said.values())
    assert all(" CAN " in words for words in said)


def no_zone(name):
    raise DateProblem(name)


def no_database(_):
    raise sqlite3.OperationalError("locking protocol")


@pytest.mark.parametrize(
    ("place", "name", "instead", "says"),
    [
        (results, "PYTHONS", ((3, 2),), "tried are 3.2"),
        (shutil, "disk_usage", lambda path: SimpleNamespace(free=1), "GB are free"),
        (results, "zone", no_zone, "no time zones are installed"),
        (results, "file_names", lambda names: dict.fromkeys(names, "a"), "share a file"),
        (sqlite3, "connect", no_database, "not found by the next run"),
    ],
)
def test_what_results_need_and_a_machine_lacks_is_said(
    monkeypatch, place, name, instead, says
):
    monkeypatch.setattr(place, name, instead)
    assert [words for good, words in results.probes() if not good and says in words]
