"""What is measured, part by part.  Each gives tables, and asserts no time."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import classes
import nbgrader_course
import opening
import processes
from measure import ROOT, Cost, measure
from tables import Table, against, mebibytes, milliseconds, number

from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key

HERE = Path(__file__).resolve().parent
BURN_SECONDS = 3.0
LAYERS_FEW, LAYERS_MORE = 4, 24
LARGE, LARGE_MINUTES, LARGE_MIB = 10_000, 12, 500
TARGET_NUMPY, TARGET_LAYER, TARGET_TIMES = 60, 250, 20  # CPU ms, CPU ms, times


@dataclass(frozen=True)
class Plan:
    """How much to measure, and where to put what is made on the way.

    ``counted`` is a file of what was counted before, to go on from.
    """

    folder: Path
    students: int = 40
    kernels: int = 40
    repeats: int = 3
    sizes: tuple[int, ...] = (20, 200, 2_000)
    with_nbgrader: bool = False
    counted: Path | None = None

    def place(self, name: str) -> Path:
        """A folder that does not exist yet."""
        path = self.folder / name
        shutil.rmtree(path, ignore_errors=True)
        return path


def grade(
    plan: Plan,
    submissions: Path,
    *more: str,
    cache: str = "",
    again: bool = False,
    **how,
) -> Cost:
    """The cost of one run of the command an instructor types.

    ``cache`` is where it looks for keys that are proved, when not as always;
    with ``again`` it goes on with the results of the run before.
    """
    start = [sys.executable, "-c", "from autograder.cli import main; main()", "grade"]
    # Long limits: on a busy machine nothing may be cut short.
    patient = ["--timeout", "300", "--call-timeout", "60"]
    results = plan.folder / "results" if again else plan.place("results")
    words = [*start, submissions, "--out", results, *patient, *more]
    environment = {"PYTHONPATH": str(HERE)}  # where layer_key is
    if cache:
        environment["XDG_CACHE_HOME"] = cache
    return measure(words, environment=environment, **how)


def warm_up(plan: Plan) -> None:
    """Grade once: the key is proved, and files are in memory, before anything counts."""
    grade(plan, classes.hand_in(plan.place("one"), 1), "--jobs", "1")


def prove(plan: Plan) -> Iterator[Table]:
    """What one submission costs, and that a student's time is counted.

    The first run of a version of the key proves it, which later ones do not.
    """
    one = classes.hand_in(plan.place("one"), 1)
    first = grade(plan, one, "--jobs", "1", cache=str(plan.place("cache")))
    plain = grade(plan, one, "--jobs", "1")
    burning = classes.burning(plan.place("burning"), BURN_SECONDS)
    burnt = grade(plan, burning, "--jobs", "1").cpu - plain.cpu
    yield Table(
        "Before measuring",
        ("what", "CPU seconds"),
        [
            ("one submission, the first time: the key is proved", f"{first.cpu:.2f}"),
            ("one submission, the second time", f"{plain.cpu:.2f}"),
            (f"a student's code that uses {BURN_SECONDS:g} s: counted", f"{burnt:.2f}"),
        ],
    )


def against_others(plan: Plan) -> Iterator[Table]:
    """Ours, a kernel for each notebook, and nbgrader; one round after another."""
    right = classes.hand_in(plan.place("right"), plan.students)
    mixed = classes.hand_in(plan.place("mixed"), plan.students, with_mistakes=True)
    few = classes.hand_in(plan.place("few"), plan.kernels)
    runner = [sys.executable, HERE / "run_kernels.py", few]
    costs: dict[str, list[Cost]] = {"right": [], "mixed": [], "kernel": [], "nbgrader": []}
    missing = "" if plan.with_nbgrader else "nbgrader: not asked for (--with-nbgrader)."
    for _ in range(plan.repeats):
        costs["right"].append(grade(plan, right, "--jobs", "1"))
        costs["mixed"].append(grade(plan, mixed, "--jobs", "1"))
        costs["kernel"].append(measure(runner))
        if not missing:
            try:
                course = plan.place("course")
                costs["nbgrader"].append(nbgrader_course.autograde(course, plan.kernels))
            except nbgrader_course.NoNbgrader as problem:
                missing = str(problem)
    ours = median(cost.cpu for cost in costs["right"]) / plan.students
    times = median(cost.cpu for cost in costs["kernel"]) / plan.kernels / ours
    kinds = (
        ("right", "`autograder grade --jobs 1`, all right", plan.students),
        ("mixed", "`autograder grade --jobs 1`, half with a mistake", plan.students),
        ("kernel", "a kernel for each notebook (nbclient), nothing graded", plan.kernels),
        ("nbgrader", "`nbgrader autograde`, the same solutions", plan.kernels),
    )
    rows = []
    for kind, words, count in kinds:
        if costs[kind]:
            cpu = median(cost.cpu for cost in costs[kind]) / count
            wall = milliseconds(median(cost.wall for cost in costs[kind]) / count)
            row = (words, count, milliseconds(cpu), f"{cpu / ours:.1f}", wall)
            rows.append((*row, _spread(costs[kind])))
    yield Table(
        "Solved submissions of chapter 03, whole commands",
        (
            *("how", "submissions", "CPU ms each", "times ours", "wall ms each"),
            "CPU, lowest to highest",
        ),
        rows,
        f"Target: {against(TARGET_NUMPY, 1000 * ours, ' CPU ms')} where all is right, and "
        f"a kernel at least {against(TARGET_TIMES, times, ' times', at_least=True)} ours. "
        f"Medians of {plan.repeats} rounds. {missing}",
    )


def _spread(costs: list[Cost]) -> str:
    """How far the rounds lie apart, in percent of the median."""
    values = [cost.cpu for cost in costs]
    middle = median(values)
    return f"{100 * min(values) / middle:.0f} to {100 * max(values) / middle:.0f}%"


def _of_large(count: int, costs: list[Cost]) -> str:
    """The target for the largest class, and whether it was met where one was graded."""
    if count < LARGE:
        return f"{LARGE_MINUTES} minutes, the coordinator under {LARGE_MIB} MiB"
    minutes = median(cost.wall for cost in costs) / 60
    peak = max(cost.peak for cost in costs) / 2**20
    memory_met = against(LARGE_MIB, peak, " MiB")
    return (
        f"{against(LARGE_MINUTES, minutes, ' minutes')}, the coordinator under {memory_met}"
    )


def scale(plan: Plan) -> Iterator[Table]:
    """Classes of growing size: cost of each submission, memory, journal, report."""
    rows, outputs, before = [], [], None
    for count in plan.sizes:
        folder = classes.varied(plan.place("class"), count)
        repeats = plan.repeats if count <= 200 else 1
        costs = [grade(plan, folder) for _ in range(repeats)]
        cpu = median(cost.cpu for cost in costs)
        wall = median(cost.wall for cost in costs)
        more = ""  # what one more submission costs, without starting up
        if before:
            more = milliseconds((cpu - before[1]) / (count - before[0]))
        before = count, cpu
        results = plan.folder / "results"
        journal = sum(path.stat().st_size for path in results.glob("gradebook*"))
        kept = grade(plan, folder, again=True)
        rows.append(
            (
                number(count),
                milliseconds(cpu / count),
                more,
                f"{wall:.1f}",
                f"{count / wall:.1f}",
                mebibytes(max(cost.peak for cost in costs)),
            )
        )
        outputs.append(
            (
                number(count),
                f"{kept.cpu:.1f}",
                f"{kept.wall:.1f}",
                mebibytes(kept.peak),
                mebibytes(journal),
                number((results / "report.html").stat().st_size >> 10),
                opening.seconds_to_open(results / "report.html"),
            )
        )
    yield Table(
        "Classes of growing size, half of each with a mistake",
        (
            *("submissions", "CPU ms each", "CPU ms for one more", "wall s"),
            *("a second", "coordinator's peak MiB"),
        ),
        rows,
        "One process for each core. Starting up is in the first figure, not in the second. "
        f"Target for {number(LARGE)}, on 2 cores: {_of_large(count, costs)}.",
    )
    yield Table(
        "What the coordinator does alone: the same command again, nothing left to grade",
        (
            *("submissions", "CPU s", "wall s", "peak MiB", "gradebook MiB"),
            *("report KiB", "report opens in s"),
        ),
        outputs,
        "It reads every submission, finds that its result is known, and writes every "
        "student's pages and the report anew. The report is opened in headless Chromium.",
    )


def memory(plan: Plan) -> Iterator[Table]:
    """The most memory that each kind of process took."""
    folder = classes.hand_in(plan.place("class"), plan.students, with_mistakes=True)
    peaks = grade(plan, folder, "--jobs", "1", watch=True).peaks
    order = (
        *(processes.COORDINATOR, processes.WORKER),
        *(processes.WARM, processes.STUDENT),
    )
    yield Table(
        f"Peak memory, {plan.students} submissions, NumPy",
        ("process", "peak resident MiB"),
        [(role, mebibytes(peaks[role])) for role in order if role in peaks],
        "Most of a student's process is shared with the warm process it is forked from.",
    )


def layers(plan: Plan) -> Iterator[Table]:
    """What one more submission with one layer exercise costs, start-up apart."""
    rows, dearest = [], 0.0
    for key_name, exercise in _layer_exercises():
        few = classes.layers(plan.place("few"), exercise, LAYERS_FEW)
        many = classes.layers(plan.place("many"), exercise, LAYERS_FEW + LAYERS_MORE)
        more = ("--jobs", "1", "--key", key_name)
        grade(plan, few, *more)  # the key is proved here
        each, start = [], []
        for _ in range(plan.repeats):
            small, large = grade(plan, few, *more).cpu, grade(plan, many, *more).cpu
            each.append((large - small) / LAYERS_MORE)
            start.append(small - LAYERS_FEW * each[-1])
        dearest = max(dearest, median(each))
        calls = sum(case.calls for case in exercise.cases)
        words = f"{exercise.id} ({exercise.framework}, {calls} calls)"
        rows.append((words, milliseconds(median(each)), f"{median(start):.1f}"))
    yield Table(
        "A layer exercise: outputs and gradients compared",
        ("exercise", "CPU ms each", "CPU s to start, once"),
        rows,
        f"Target: {against(TARGET_LAYER, 1000 * dearest, ' CPU ms')}. From the difference "
        "of two class sizes.",
    )


def _layer_exercises() -> Iterator[tuple[str, Exercise]]:
    """The first layer exercise of each library: the course's, else a made-up one."""
    wanted = ["torch", "tensorflow"]
    for name in ("solutions", "layer_key"):
        key = load_key(name)
        for chapter in key.chapters if wanted else ():
            for exercise in key.exercises(chapter):
                if exercise.kind == "layer" and exercise.framework in wanted:
                    wanted.remove(exercise.framework)
                    yield name, exercise


def latency(plan: Plan) -> Iterator[Table]:
    """``check()`` in a process of its own, so that nothing else is in its way."""
    out = plan.folder / "latency.tsv"
    repeats = 3 * plan.repeats
    measure([sys.executable, HERE / "time_checks.py", out, repeats], cwd=ROOT)
    rows = [tuple(line.split("\t")) for line in out.read_text().splitlines()]
    yield Table(
        "`check()`: what it adds to the student's own code",
        ("exercise", "right, ms", "wrong, ms", "the first time, ms"),
        rows,
        f"Wall time, medians of {repeats} calls. A wrong answer has a known mistake.",
    )
