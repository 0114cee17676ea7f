"""The command line: every error is one sentence on stderr, status 2, no traceback."""

import json
import resource
import shlex
import sys
from functools import partial
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from making import (
    STUB,
    TO_CELSIUS,
    autograder,
    check,
    code,
    content,
    hand_in,
    notebook,
    solved,
)

from autograder import __version__
from autograder.cli import GROUPS, VERBS, main
from autograder.commands.examples import EXAMPLES
from autograder.exercise.key import load_key
from autograder.sandbox import isolation

KEY = ("--key", "toy_key")
ROOT = Path(__file__).resolve().parents[2]


def beyond_reading(stdout: str) -> list[str]:
    """What was said beyond how the submissions were read."""
    return [line for line in stdout.splitlines() if not line.startswith("Read as ")]


@pytest.fixture
def run(tmp_path, monkeypatch, unsafe):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    load_key.cache_clear()

    def run_it(*arguments: str):
        more = unsafe if arguments[:1] in (("grade",), ("check",)) else ()
        result = CliRunner().invoke(main, [*arguments, *more])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run_it


@pytest.fixture
def files(tmp_path):
    """A class, and things that are none."""
    hand_in(tmp_path / "class", ana=solved())
    (tmp_path / "empty").mkdir()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    (tmp_path / "a_file").write_text("")
    (tmp_path / "broken.zip").write_bytes(b"PK")
    (tmp_path / "ana.ipynb").write_bytes(solved())
    (tmp_path / "damaged.ipynb").write_bytes(solved()[:50])
    stub = code(STUB, exercise={"id": "temperature.to_celsius", "role": "stub"})
    (tmp_path / "open.ipynb").write_text(json.dumps(content(stub, check("to_celsius"))))
    (tmp_path / "plain.ipynb").write_bytes(notebook("a = 1"))
    return tmp_path


GRADE = ("grade", "class", "--out", "out")
ERRORS = {
    "no such folder": (("grade", "nowhere", "--out", "out", *KEY), "There is no folder"),
    "an empty folder": (("grade", "empty", "--out", "out", *KEY), "No notebooks"),
    "a file that is no class": (("grade", "a_file", "--out", "out", *KEY), "is neither"),
    "a broken zip": (("grade", "broken.zip", "--out", "out", *KEY), "Download it again"),
    "results in a foreign folder": (("grade", "class", "--out", "mine", *KEY), "files and"),
    "results in a file": (("grade", "class", "--out", "a_file", *KEY), "is a file"),
    "results where nothing can be": (
        ("grade", "class", "--out", "/proc/out", *KEY),
        "cannot be written",
    ),
    "no such chapter": ((*GRADE, *KEY, "--chapter", "07"), "It has: 01-temperatures"),
    "no such key": ((*GRADE, "--key", "no_such_key"), "cannot be imported"),
    "a module that is no key": ((*GRADE, "--key", "json"), "is no answer key"),
    "no time": ((*GRADE, *KEY, "--timeout", "0"), "more than 0 seconds"),
    "no end of time": ((*GRADE, *KEY, "--timeout", "inf"), "more than 0 seconds"),
    "time that is no number": ((*GRADE, *KEY, "--call-timeout", "nan"), "more than 0"),
    "check: no such file": (("check", "nowhere.ipynb", *KEY), "cannot be read"),
    "check: a folder": (("check", "class", *KEY), "cannot be read"),
    "check: a damaged notebook": (("check", "damaged.ipynb", *KEY), "is damaged at line 1"),
    "check: nothing of the key": (
        ("check", "plain.ipynb", *KEY),
        "No exercise of this course",
    ),
    "check: no such key": (("check", "ana.ipynb", "--key", "no_such_key"), "imported"),
    "solve: no such file": (("solve", "nowhere", "-o", "s.ipynb", *KEY), "cannot be read"),
    "solve: a damaged notebook": (("solve", "damaged.ipynb", "-o", "s", *KEY), "be read"),
    "solve: nothing to solve": (("solve", "plain.ipynb", "-o", "s", *KEY), "no exercises"),
    "solve: a place that cannot be written": (
        ("solve", "open.ipynb", "-o", "/proc/s.ipynb", *KEY),
        "cannot be written",
    ),
    "solve: a folder in its place": (("solve", "open.ipynb", "-o", ".", *KEY), "written"),
    "verify: no such key": (("verify", "--key", "no_such_key"), "cannot be imported"),
    "verify: no such exercise": (("verify", "heat", *KEY), "no exercise 'heat'"),
}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", ERRORS)
def test_an_error_is_one_sentence_on_stderr_and_status_2(run, name):
    arguments, said = ERRORS[name]
    result = run(*arguments)
    assert (result.exit_code, beyond_reading(result.stdout)) == (2, [])
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


USAGE = {
    "no submissions": ("grade", "--out", "out"),
    "no processes": (*GRADE, "--jobs", "0"),
    "a negative seed": (*GRADE, "--seed", "-1"),
    "no memory": (*GRADE, "--memory", "0"),
    "memory that is no number": (*GRADE, "--memory", "much"),
    "no such command": ("mark", "class"),
    "no such option": (*GRADE, "--fast"),
}


@pytest.mark.parametrize("name", USAGE)
def test_a_wrong_command_says_how_it_is_used_and_status_2(run, name):
    result = run(*USAGE[name])
    assert (result.exit_code, beyond_reading(result.stdout)) == (2, [])
    assert result.stderr.startswith("Usage: ")
    assert result.stderr.splitlines()[-1].startswith("Error: ")


@pytest.mark.usefixtures("files")
def test_an_error_writes_nothing(run, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    for arguments, _ in ERRORS.values():
        run(*arguments)
    made = set(tmp_path.rglob("*")) - set(before)
    assert {path for path in made if "cache" not in path.parts} == set()


BROKEN_KEYS = {
    "a key that does not parse": ("CHAPTERS = (", "cannot be imported"),
    "a key that raises": ("raise RuntimeError('no licence')", "no licence"),
    "a chapter that is not there": (
        "from autograder import Chapter\nCHAPTERS = (Chapter('a', 'A', 'a', 'nowhere'),)",
        "cannot be loaded",
    ),
    "a key with a harmless misconception": (
        "from dataclasses import replace\n"
        "from toy_key.temperatures import TO_CELSIUS\n"
        "from autograder import Chapter, Misconception\n"
        "CHAPTERS = (Chapter('a', 'A', 'temperature', 'a_key'),)\n"
        "RIGHT = 'def to_celsius(fahrenheit): return (fahrenheit - 32) * 5 / 9'\n"
        "harmless = Misconception('harmless', 'Says.', RIGHT)\n"
        "EXERCISES = (replace(TO_CELSIUS, misconceptions=(harmless,)),)",
        "temperature.to_celsius: Misconception 'harmless' passes",
    ),
}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", BROKEN_KEYS)
def test_a_broken_key_grades_nothing(run, monkeypatch, tmp_path, name):
    source, said = BROKEN_KEYS[name]
    (tmp_path / "a_key.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_key", raising=False)
    result = run(*GRADE, "--key", "a_key")
    assert (result.exit_code, beyond_reading(result.stdout)) == (2, [])
    assert said in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("arguments", [(*GRADE, *KEY), ("check", "ana.ipynb", *KEY)])
def test_without_isolation_nothing_is_run(monkeypatch, tmp_path, arguments):
    def none():
        raise isolation.NoIsolation("This machine cannot isolate students' code.")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(isolation, "choose", none)
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, beyond_reading(result.stdout)) == (2, [])
    assert result.stderr == "This machine cannot isolate students' code.\n"


def test_a_full_disk_is_said_and_nothing_is_half_written(files, unsafe):
    few_bytes = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (20_000, 20_000))
    wanted = (*GRADE, *KEY, "--jobs", 1, *unsafe)
    done = autograder(files, *wanted, first=few_bytes)
    assert (done.returncode, beyond_reading(done.stdout)) == (2, [])
    assert "cannot be written" in done.stderr or "no longer be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert autograder(files, *wanted).returncode == 0


# --- what goes well ----------------------------------------------------------


@pytest.mark.usefixtures("files")
def test_check_prints_the_cards_and_the_score(run):
    result = run("check", "ana.ipynb", *KEY)
    assert result.exit_code == 0
    assert "temperature.to_celsius: right (2 of 2 points)" in result.stdout
    assert result.stdout.endswith("5 of 5 points.\n")


def test_check_prints_what_no_terminal_can_show(files, run):
    answer = "def to_celsius(f):\n    print('\\ud800')\n    return f"
    (files / "odd.ipynb").write_bytes(solved(to_celsius=answer))
    result = run("check", "odd.ipynb", *KEY)
    assert (result.exit_code, "It printed: \\ud800" in result.stdout) == (0, True)


def test_check_says_what_was_unusual(files, run):
    twice = notebook(TO_CELSIUS, TO_CELSIUS, check("to_celsius"))
    (files / "twice.ipynb").write_bytes(twice)
    assert "Note: to_celsius is defined 2 times" in run("check", "twice.ipynb", *KEY).stdout


@pytest.mark.usefixtures("files")
def test_solve_writes_a_notebook_into_a_new_folder(run):
    result = run("solve", "open.ipynb", "-o", "new/solved.ipynb", *KEY)
    assert (result.exit_code, result.stdout) == (0, "Wrote new/solved.ipynb\n")
    solved_cell = json.loads(Path("new/solved.ipynb").read_text())["cells"][0]
    assert "return (fahrenheit - 32) * 5 / 9" in solved_cell["source"]


def test_verify_says_that_a_sound_key_holds(run):
    result = run("verify", *KEY)
    assert result.exit_code == 0
    assert result.stdout.startswith("The key 'toy_key' holds: 5 exercises, 12 mistakes")


def test_verify_proves_a_part_of_a_key(run):
    said = run("verify", "temperature", "statistics.standardise", *KEY).stdout
    assert said.startswith(
        "The key 'toy_key' holds in temperature, statistics.standardise: 5 exercises"
    )
    one = "statistics.standardise"
    assert f"holds in {one}: 1 exercise," in run("verify", one, *KEY).stdout


def test_verify_lists_every_problem_of_a_key(run, monkeypatch, tmp_path):
    source, _ = BROKEN_KEYS["a key with a harmless misconception"]
    (tmp_path / "a_key.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_key", raising=False)
    result = run("verify", "--key", "a_key")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "temperature.to_celsius: Misconception 'harmless' passes (seed 0).\n"
    )


def test_verify_proves_by_mutation_that_a_key_holds(run):
    result = run("verify", "--mutants", "temperature.to_celsius", *KEY)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("The key 'toy_key' holds: of ")
    assert "mutants" in result.stdout


def test_verify_lists_the_mutants_that_pass(run, monkeypatch, tmp_path):
    source = (
        "from dataclasses import replace\nfrom toy_key import temperatures as t\n"
        "from autograder import Case, Chapter\n"
        "none = (Case('none', lambda rng: (rng.normal(size=0),)),)\n"
        "blind = replace(t.TO_CELSIUS, cases=none, properties=(), misconceptions=())\n"
        "EXERCISES = (blind,)\n"
        "CHAPTERS = (Chapter('01-t', 'T', 'temperature', 'blind_key'),)\n"
    )
    (tmp_path / "blind_key.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    result = run("verify", "--mutants", "--key", "blind_key")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "fahrenheit + 32) * 5 / 9` passes, and Exercise.same has no" in result.stderr


def test_the_version_is_told(run):
    assert __version__ in run("--version").stdout


@pytest.mark.parametrize("name", ["", "grade", "check", "solve", "verify", "doctor"])
def test_every_command_explains_itself(run, name):
    result = run(*[part for part in (name, "--help") if part])
    assert result.exit_code == 0
    assert "Usage: " in result.stdout


def test_the_commands_stand_in_their_groups_with_their_whole_first_sentences(run):
    said = " ".join(run("--help").stdout.split())
    places = [said.index(f"{title}:") for title in GROUPS]
    assert places == sorted(places)
    for verb in VERBS:
        first = " ".join(main.get_command(click.Context(main), verb).help.split())
        assert f"{verb} {first.partition('. ')[0].rstrip('.')}." in said


@pytest.mark.parametrize("verb", VERBS)
def test_every_help_says_how_the_command_ends(run, verb):
    said = " ".join(run(verb, "--help").stdout.split())
    assert "Exit status: 0: " in said
    assert all(status in said for status in (" 2: ", "130: stopped by Ctrl-C", "143: "))


@pytest.mark.parametrize("verb", VERBS)
def test_every_help_has_an_example_that_can_be_typed(run, verb):
    said = run(verb, "--help").stdout
    command = main.get_command(click.Context(main), verb)
    for line in EXAMPLES[verb]:
        assert f"  autograder {line}\n" in said
        name, *words = shlex.split(line)
        assert name == verb
        assert command.make_context(verb, words)


def test_an_option_has_one_name_in_every_command():
    """Where to write is -o, --out and --output; which chapters, --chapter(s)."""
    commands = {verb: main.get_command(click.Context(main), verb) for verb in VERBS}
    assert all(commands.values())
    options = [set(p.opts) for c in commands.values() for p in c.params]
    together = ({"-o", "--out", "--output"}, {"--chapter", "--chapters"})
    for names in together:
        found = [said for said in options if said & names]
        assert len(found) > 2
        assert all(said == names for said in found)


def test_what_is_stopped_ends_with_the_status_of_that(run, monkeypatch):
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("autograder.commands.doctor.examine", stop)
    done = run("doctor", *KEY)
    assert (done.exit_code, done.stderr) == (130, "Stopped.\n")
