"""What grading costs, part by part.  Each gives tables, and asserts no time."""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import classes
from measure import Cost, measure
from tables import Table, against, mebibytes, milliseconds, number

HERE = Path(__file__).resolve().parent
FEW_MISTAKES, MANY_MISTAKES = 4, 100
LARGE, LARGE_MINUTES, LARGE_MIB = 10_000, 12, 500
TARGET_NUMPY, TARGET_TIMES = 60, 20  # CPU ms, times


@dataclass(frozen=True)
class Plan:
    """How much to measure, and where to put what is made on the way.

    ``counted`` is a file of what was counted before, to go on from.
    """

    folder: Path
    students: int = 40
    repeats: int = 3
    sizes: tuple[int, ...] = (20, 200, 2_000)
    counted: Path | None = None
    pages: tuple[str, ...] = ("",)  # the beginnings of their names

    def place(self, name: str) -> Path:
        """A folder that does not exist yet."""
        path = self.folder / name
        shutil.rmtree(path, ignore_errors=True)
        return path


def grade(plan: Plan, submissions: Path, *more: str, again: bool = False) -> Cost:
    """The cost of one run of the command an instructor types.

    With ``again`` it goes on with the results of the run before.
    """
    start = [sys.executable, "-c", "from autograder.cli import main; main()", "grade"]
    # Long limits: on a busy machine nothing may be cut short.
    patient = ["--timeout", "300", "--call-timeout", "60"]
    results = plan.folder / "results" if again else plan.place("results")
    return measure([*start, submissions, "--out", results, *patient, *more])


def warm_up(plan: Plan) -> None:
    """Grade once: the key is proved, and files are in memory, before anything counts."""
    grade(plan, classes.hand_in(plan.place("one"), 1), "--jobs", "1")


def against_others(plan: Plan) -> Iterator[Table]:
    """Ours, and a kernel for each notebook; one round after another."""
    many, kernels = plan.students, min(plan.students, 10)
    right = classes.hand_in(plan.place("right"), many)
    mixed = classes.hand_in(plan.place("mixed"), many, mistakes=FEW_MISTAKES)
    few = classes.hand_in(plan.place("few"), kernels)
    ways = (
        ("`autograder grade --jobs 1`, all right", many),
        ("`autograder grade --jobs 1`, half with a mistake", many),
        ("a kernel for each notebook (nbclient), nothing graded", kernels),
    )
    costs: list[list[Cost]] = [[], [], []]
    for _ in range(plan.repeats):
        costs[0].append(grade(plan, right, "--jobs", "1"))
        costs[1].append(grade(plan, mixed, "--jobs", "1"))
        costs[2].append(measure([sys.executable, HERE / "run_kernels.py", few]))
    each = [
        median(cost.cpu for cost in some) / count
        for (_, count), some in zip(ways, costs, strict=True)
    ]
    yield Table(
        "Solved submissions of chapter 03, whole commands",
        (
            *("how", "submissions", "CPU ms each", "times ours", "wall ms each"),
            "CPU, lowest to highest",
        ),
        [
            (
                *(words, count, milliseconds(cpu), f"{cpu / each[0]:.1f}"),
                milliseconds(median(cost.wall for cost in some) / count),
                _spread(some),
            )
            for (words, count), some, cpu in zip(ways, costs, each, strict=True)
        ],
        f"Target: {against(TARGET_NUMPY, 1000 * each[0], ' CPU ms')} where all is right, "
        f"and a kernel at least "
        f"{against(TARGET_TIMES, each[2] / each[0], ' times', at_least=True)} ours. "
        f"Medians of {plan.repeats} rounds.",
    )


def _spread(costs: list[Cost]) -> str:
    """How far the rounds lie apart, in percent of the median."""
    values = [cost.cpu for cost in costs]
    middle = median(values)
    return f"{100 * min(values) / middle:.0f} to {100 * max(values) / middle:.0f}%"


def scale(plan: Plan) -> Iterator[Table]:
    """Classes of growing size: cost of each submission, memory, gradebook, report."""
    rows, outputs, before = [], [], (0, 0.0)
    for count in plan.sizes:
        folder = classes.hand_in(plan.place("class"), count, mistakes=MANY_MISTAKES)
        repeats = plan.repeats if count <= 200 else 1
        costs = [grade(plan, folder) for _ in range(repeats)]
        cpu = median(cost.cpu for cost in costs)
        wall = median(cost.wall for cost in costs)
        # What one more submission costs, without starting up.
        more = milliseconds((cpu - before[1]) / (count - before[0])) if before[0] else ""
        before = count, cpu
        speed = f"{wall:.1f}", f"{count / wall:.1f}"
        peak = max(cost.peak for cost in costs)
        rows.append(
            (number(count), milliseconds(cpu / count), more, *speed, mebibytes(peak))
        )
        results = plan.folder / "results"
        journal = sum(path.stat().st_size for path in results.glob("gradebook*"))
        kept = grade(plan, folder, again=True)
        report = number((results / "report.html").stat().st_size >> 10)
        spent = f"{kept.cpu:.1f}", f"{kept.wall:.1f}"
        outputs.append(
            (number(count), *spent, mebibytes(kept.peak), mebibytes(journal), report)
        )
    goal = f"{LARGE_MINUTES} minutes, the coordinator under {LARGE_MIB} MiB"
    if count >= LARGE:
        memory = against(LARGE_MIB, peak / 2**20, " MiB")
        goal = f"{against(LARGE_MINUTES, wall / 60, ' minutes')}, the coordinator {memory}"
    yield Table(
        "Classes of growing size, half of each with a mistake",
        (
            *("submissions", "CPU ms each", "CPU ms for one more", "wall s"),
            *("a second", "coordinator's peak MiB"),
        ),
        rows,
        "One process for each core. Starting up is in the first figure, not in the second. "
        f"Target for {number(LARGE)}, on 2 cores: {goal}.",
    )
    yield Table(
        "What the coordinator does alone: the same command again, nothing left to grade",
        ("submissions", "CPU s", "wall s", "peak MiB", "gradebook MiB", "report KiB"),
        outputs,
        "It reads every submission, finds that its result is known, and writes every "
        "student's pages and the report anew.",
    )
