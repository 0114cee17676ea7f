"""What is handed in runs in no process of ours: not from the folder that one stands in.

``cd submissions; autograder grade .`` beside somebody's ``json.py`` must not run it: each
command is started as an instructor starts it, in a folder with a trap for every module.
"""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from making import OFFSET_AFTER, SOURCES, Done, hand_in, notebook, solved
from quickly import quickly

from autograder.handin.collect import collect
from autograder.handin.submission import SubmissionsProblem
from tests.attacks.traps import Traps
from tests.grading.cluster import Cluster

ROOT = Path(__file__).parents[2]
COMMAND = Path(sys.executable).with_name("autograder")
COURSE = """
[[assignments]]
name = "week-1"
results = "../results"
chapters = ["01-temperatures"]
"""
OWN = "def total(x):\n    # BEGIN SOLUTION\n    return x.sum()\n    # END SOLUTION"
SEEN = "x = np.array([[1.0, 2.0], [3.0, 5.0]])\nassert total(x) == total(x)"
SEEN += "\nassert total(x[0]) == 3"
RIGHT = "def normalise(x):\n    return x / x.sum(-1, keepdims=True)"


class Here:
    """A class folder among traps, its results, and a course beside them."""

    def __init__(self, folder: Path, tier: str) -> None:
        self.folder, self.tier = folder, tier
        self.traps = Traps(folder / "marks")
        self.class_ = self.traps.lay(folder / "class")
        hand_in(self.class_, ada=solved(), ben=solved(to_celsius=OFFSET_AFTER))
        (self.class_ / "course.toml").write_text(COURSE)
        (self.class_ / "answer.py").write_text(RIGHT)
        (folder / "02-own.ipynb").write_bytes(notebook("import numpy as np", OWN, SEEN))

    def environment(self, **more: str) -> dict[str, str]:
        """As in a terminal, where the keys are found by their whole paths."""
        left = {n: v for n, v in os.environ.items() if not n.startswith("PYTHON")}
        paths = f"{SOURCES}{os.pathsep}{self.folder / 'first'}"
        own = {"PYTHONPATH": paths, "XDG_CACHE_HOME": str(self.folder / "cache")}
        own["HOME"] = str(self.folder)
        return {**left, "OMP_NUM_THREADS": "1", **own, **more}

    def run(self, *words: object, cwd: Path | None = None, **more: str) -> Done:
        """The installed command, run to its end."""
        typed = [str(COMMAND), *map(str, words)]
        runs_code = words[0] in ("grade", "check", "questions", "assist")
        unsafe = runs_code and self.tier == "none"
        return subprocess.run(
            [*typed, *(["--unsafe-no-sandbox"] if unsafe else [])],
            cwd=cwd or self.class_,
            env=self.environment(**more),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )


@pytest.fixture(scope="module")
def here(tmp_path_factory, tier) -> Here:
    made = Here(tmp_path_factory.mktemp("handed-in"), tier)
    toy = ("--key", "toy_key", "--jobs", 2)
    graded = made.run("grade", ".", "--out", "../results", *toy)
    assert graded.returncode == 0, (graded.stderr, made.traps.met())
    begun = made.run("new-course", "first", "--in", "..")
    assert begun.returncode == 0, begun.stderr
    assert made.traps.met() == []  # "grade" and "new-course"
    return made


TOY, FIRST = ("--key", "toy_key"), ("--key", "first")
POINTS = ("temperature.to_celsius", "--points", 1, "--reason", "The idea is right.")
COMMANDS = [
    ("check", "ada.ipynb", *TOY),
    ("similarity", ".", "-o", "../alike", *TOY),
    ("questions", "../results", ".", "-o", "../quiz", *TOY),
    ("questions", "../results", ".", "-o", "../quiz", "--from", "../quiz/letters.csv"),
    ("practice",),
    ("verify", *FIRST),
    ("doctor",),
    ("show", "../results", "ada"),
    ("override", "../results", "ben", *POINTS),
    ("export", "../results", "--format", "mail", "-o", "../mail"),
    ("export", "../results", "--format", "gradescope-autograder", "-o", "../a.zip", *TOY),
    ("term", "course.toml", "-o", "../term", *TOY),
    ("new-exercise", "first.mean_pool", *FIRST),
    ("release", "-o", "../students", *FIRST),
    ("solve", "../first/notebooks/01-first.ipynb", "-o", "../solved.ipynb", *FIRST),
    ("from-notebook", "../02-own.ipynb", "--prefix", "own", "--title", "Own", *FIRST),
]


# Those that run what somebody wrote; all commands, each a second, in the slow tests.
RUN_CODE = ("check", "questions", "verify", "new-exercise", "from-notebook")
QUICK = [words for words in COMMANDS if words[0] in RUN_CODE]


@pytest.mark.parametrize("words", quickly(COMMANDS, QUICK), ids=lambda words: words[0])
def test_no_command_imports_from_the_folder_it_is_run_in(here, words):
    done = here.run(*words)
    assert here.traps.met() == []
    assert done.returncode == 0, done.stdout + done.stderr


def test_add_misconception_imports_nothing_from_there(here):
    (here.class_ / "wrong.py").write_text("def normalise(x):\n    return x / x.max()")
    words = ("first.normalise", "wrong.py", "--id", "by-the-most", "--says", "Sum it.")
    done = here.run("add-misconception", *words, "--dry-run", *FIRST)
    assert here.traps.met() == []
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_students_assistant_imports_nothing_from_there(here):
    pytest.importorskip("mcp")
    done = here.run("assist", "--root", here.folder, *TOY)  # ends with its input
    assert here.traps.met() == []
    assert done.returncode == 0, done.stderr


def test_the_hubs_page_imports_nothing_from_there(here):
    words = ("--hand-ins", "../kept", "--feedback", "../hub", "--notebooks", "n", *TOY)
    done = here.run("hub", "course.toml", *words)
    assert here.traps.met() == []
    assert "JupyterHub" in done.stderr  # which is not here, or did not start it


def test_the_review_page_imports_nothing_from_there(here):
    serving = subprocess.Popen(
        [str(COMMAND), "review", "../results"],
        cwd=here.class_,
        env=here.environment(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        text=True,
    )
    link = re.search(r"http://\S+", serving.stdout.readline())[0]
    cookies = urllib.request.HTTPCookieProcessor()
    page = urllib.request.build_opener(cookies).open(link).read()
    serving.terminate()
    serving.communicate()
    assert b"temperature.to_celsius" in page
    assert here.traps.met() == []


@pytest.mark.slow  # 8 s; a worker is ours to start, and nobody else's test starts it so
def test_a_worker_of_dask_starts_nothing_from_there(here):
    if here.tier == "none":
        pytest.skip("This machine gives no isolation.")
    cluster = Cluster(here.folder / "dask", here.environment())
    try:
        dask = str(Path(sys.executable).with_name("dask"))
        worker = subprocess.Popen(
            [dask, "worker", cluster.address, "--nthreads", "1", "--no-dashboard"],
            cwd=here.class_,
            env=here.environment(PYTHONSAFEPATH="1"),  # as the page says
            stderr=subprocess.DEVNULL,
        )
        cluster.processes.append(worker)
        cluster.wait_for_workers(1)
        words = ("--out", "../on-dask", "--dask", cluster.address, *TOY)
        done = here.run("grade", ".", *words)
    finally:
        cluster.close()
    assert here.traps.met() == []
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["grade", "similarity"])
def test_what_lies_beside_what_is_read_is_not_imported(here, name):
    away = here.folder / "away"
    away.mkdir(exist_ok=True)
    out = ("--out", here.folder / f"{name}.away")
    jobs = ("--jobs", 1) if name == "grade" else ()
    done = here.run(name, here.class_, *out, *jobs, *TOY, cwd=away)
    assert here.traps.met() == []
    assert done.returncode == 0, done.stderr


def test_the_package_run_as_the_command_leaves_the_folder_out(here):
    """All but a folder called ``autograder`` itself: Python takes that, and asks nobody."""
    (here.class_ / "autograder.py").rename(here.folder / "autograder.py")
    try:
        words = (sys.executable, "-m", "autograder", "grade", ".", "--out", "../by-name")
        words += ("--jobs", "1")
        unsafe = ("--unsafe-no-sandbox",) if here.tier == "none" else ()
        done = subprocess.run(
            [*words, *TOY, *unsafe],
            cwd=here.class_,
            env=here.environment(),
            capture_output=True,
            text=True,
        )
    finally:
        (here.folder / "autograder.py").rename(here.class_ / "autograder.py")
    assert here.traps.met() == []
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", [".", "", "ada"])
def test_a_path_into_the_hand_ins_is_refused(tmp_path, monkeypatch, path):
    """Python itself reads it before anybody can say so; all that read a class ask here."""
    (hand_in(tmp_path, ada=solved()) / "ada").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((SOURCES, path)))
    with pytest.raises(SubmissionsProblem, match="PYTHONPATH"):
        collect(tmp_path)


READERS = (("grade",), ("similarity",), ("questions", "../results"))


@pytest.mark.parametrize("words", READERS, ids=lambda words: words[0])
def test_a_file_among_the_hand_ins_names_no_key(here, tmp_path, words):
    class_ = hand_in(tmp_path / "class", ada=solved())
    named = '[project.entry-points.autograder]\nkey = "antigravity"\n'
    (class_ / "pyproject.toml").write_text(named)
    done = here.run(*words, ".", "--out", tmp_path / "out", cwd=class_)
    assert done.returncode == 2
    assert "lies among what was handed in" in done.stderr


WRITTEN = [
    ROOT / "Makefile",
    ROOT / "autograder" / "export" / "gradescope_zip.py",
    ROOT / "autograder" / "handout" / "templates" / "start_here.md.j2",
    ROOT / "autograder" / "handout" / "templates" / "students_makefile.j2",
    ROOT / "book" / "hub" / "jupyterhub_config.py",
]
STARTS = re.compile(
    r"""(?:python3?|PYTHON|\$found|\$python)["']?,? (?P<flags>[^\n]*?)["']?-[mc]["' ]"""
)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_commands_that_are_written_down_leave_the_folder_out(path):
    """All that start a module; the tests are this repository's own."""
    text = path.read_text().replace("python -m pytest", "")
    found = [line for line in text.splitlines() if STARTS.search(line)]
    assert found
    assert [x for x in found if not re.search("-[IP]", STARTS.search(x)["flags"])] == []
