"""Grading on a Dask cluster: real schedulers and workers, one of them killed."""

import contextlib
import json
import os
import shutil
import time
from collections import Counter
from pathlib import Path

import psutil
import pytest
from making import OFFSET_AFTER, SOURCES, environment, hand_in, solved

from autograder.grading.dask_cluster import DaskCluster, _Run
from autograder.grading.executors import NoWorkers
from autograder.grading.settings import Settings
from autograder.handin.collect import collect
from autograder.handin.submission import StoredFile, Submission
from autograder.notebooks.read import MAX_BYTES

pytest.importorskip("distributed", reason="the optional package distributed")
from grading.cluster import Cluster

COUNT = 16
SLOW = (
    "import time\nSLEPT = time.sleep(0.3)\n"
    "to_celsius = lambda f: SLEPT or (f - 32) / 1.8  # {}"
)


@pytest.fixture(scope="module")
def asked(tier) -> str:
    """The isolation to ask workers for: what this machine has, or none at all."""
    return "none" if tier == "none" else "strongest"


@pytest.fixture
def cluster(tmp_path):
    made = Cluster(tmp_path / "cluster", environment(tmp_path))
    yield made
    made.close()


def slow_class(folder: Path) -> Path:
    names = {f"s{i:02}": solved(to_celsius=SLOW.format(i)) for i in range(COUNT)}
    return hand_in(folder / "class", **names)


def graders(cluster: Cluster) -> list[psutil.Process]:
    """The processes that grade for this cluster's workers."""
    found = []
    for process in cluster.processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            children = psutil.Process(process.pid).children(recursive=True)
            ours = "autograder.grading.worker_process"
            found += [child for child in children if ours in child.cmdline()]
    return found


@pytest.mark.slow
def test_a_worker_killed_mid_run_loses_nothing_and_doubles_nothing(
    cluster, tmp_path, asked
):
    doomed, _ = cluster.worker(), cluster.worker()
    handed = collect(slow_class(tmp_path))
    at = DaskCluster(cluster.address)
    seen: Counter[str] = Counter()
    for result in at.grade_all(handed, Settings("toy_key", seed=4, tier=asked)):
        assert (result.status, result.score) == ("graded", 5.0), result.message
        seen[result.student] += 1
        if sum(seen.values()) == 4:
            assert len(graders(cluster)) == 2
            orphans = psutil.Process(doomed.pid).children(recursive=True)
            doomed.kill()
    assert seen == {item.student: 1 for item in handed}
    _, alive = psutil.wait_procs(orphans, timeout=60)
    assert not alive, "what the killed worker had started goes with it"
    deadline = time.monotonic() + 60
    while graders(cluster) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert graders(cluster) == [], "after the run the workers keep nothing"


@pytest.mark.slow
def test_the_command_finds_on_a_cluster_what_it_finds_here(cluster, tmp_path, grade):
    """Paths of submissions are relative here, and workers run elsewhere."""
    cluster.worker()
    hand_in(
        tmp_path / "class",
        right=solved(),
        wrong=solved(to_celsius=OFFSET_AFTER),
        damaged=solved()[:90],
    )
    found = []
    for out, where in (("here", ()), ("there", ("--dask", cluster.address))):
        done = grade(tmp_path, "--seed", 9, *where, out=out, status=1)
        assert "2 of 3 submissions graded." in done.stdout
        texts = sorted((tmp_path / out / "results").glob("*.json"))
        records = [json.loads(text.read_text()) for text in texts]
        found.append([(r["student"], r["score"], r["exercises"]) for r in records])
    assert [score for _, score, _ in found[1]] == [None, 5.0, 3.0]
    assert found[0] == found[1]


@pytest.fixture
def other_key(tmp_path) -> str:
    """A PYTHONPATH on which the key has one line more."""
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(Path(SOURCES) / "toy_key", elsewhere / "toy_key")
    with (elsewhere / "toy_key" / "temperatures.py").open("a") as module:
        module.write("\n# mended\n")
    return f"{elsewhere}:{environment(tmp_path)['PYTHONPATH']}"


@pytest.mark.slow
def test_a_worker_with_another_key_gets_one_sentence_and_no_work(
    cluster, tmp_path, asked, other_key
):
    right, wrong = cluster.worker(), cluster.worker(PYTHONPATH=other_key)
    cluster.wait_for_workers(2)
    handed = collect(slow_class(tmp_path))[:6]
    said: list[str] = []
    at = DaskCluster(cluster.address, say=said.append)
    for _ in at.grade_all(handed, Settings("toy_key", tier=asked)):
        assert len(said) == 1
        assert psutil.Process(right.pid).children()
        assert not psutil.Process(wrong.pid).children()
    assert "gets no work. It has another version of the key 'toy_key'." in said[0]


@pytest.mark.slow
def test_without_a_worker_that_may_grade_the_command_ends_and_says_why(
    cluster, tmp_path, grade, other_key
):
    cluster.worker(PYTHONPATH=other_key)
    hand_in(tmp_path / "class", right=solved())
    done = grade(tmp_path, "--dask", cluster.address, status=2)
    assert "another version of the key 'toy_key'" in done.stderr
    assert f"No worker of {cluster.address} can grade." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_scheduler_that_ends_mid_run_is_one_sentence(cluster, tmp_path, asked):
    cluster.worker()
    handed = collect(slow_class(tmp_path))
    results = DaskCluster(cluster.address).grade_all(
        handed, Settings("toy_key", tier=asked)
    )
    next(results)
    cluster.scheduler.kill()
    with pytest.raises(NoWorkers, match=r"has gone\. What was graded is kept"):
        list(results)


@pytest.mark.slow
def test_a_scheduler_without_workers_is_waited_for_and_then_said(cluster, tmp_path):
    handed = collect(hand_in(tmp_path / "class", right=solved()))
    at = DaskCluster(cluster.address, patience=2.0)
    with pytest.raises(NoWorkers, match="has had no worker for 2 seconds"):
        list(at.grade_all(handed, Settings("toy_key")))


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "nonsense"], ids=["nobody there", "no address"]
)
def test_a_scheduler_that_is_not_there_is_one_sentence_soon(tmp_path, grade, address):
    hand_in(tmp_path / "class", right=solved())
    done = grade(tmp_path, "--dask", address, status=2)
    assert done.stderr.startswith(f"There is no Dask scheduler at {address}")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists(), "nothing half-written"


@pytest.mark.slow
def test_what_is_too_large_to_send_is_that_students_alone(tmp_path):
    """It is read in the process with limits, as everything that is handed in."""
    path = tmp_path / "ada.ipynb"
    path.write_bytes(b"")
    os.truncate(path, MAX_BYTES - 1)  # nothing is written
    files = tuple((f"{n}.ipynb", StoredFile(str(path))) for n in range(24))
    run = _Run(None, "", DaskCluster("tcp://nowhere:1"))
    (result,) = run._send(Submission("ada", files), 0)
    assert (result.student, result.status, result.score) == ("ada", "unreadable", None)
    assert "What ada handed in cannot be read" in result.message
