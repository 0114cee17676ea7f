"""Put the results of several runs together: the shards of a class, into one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.gradebook import Gradebook
from autograder.handin.roster import Roster
from autograder.records import SubmissionResult
from autograder.reporting.outputs import write_outputs
from autograder.spread.shard import Shard

SAME = ("grader", "key")  # of what is recorded with a result, what must agree


class MergeProblem(ValueError):
    """These results do not belong together; the text says why, and what to do."""


@dataclass(frozen=True)
class Merged:
    """What was put together.

    ``conflicts`` says where two folders differ about one student; the folder named
    first was believed.  ``missing`` are shards that nobody has merged yet.
    """

    students: int
    new: int
    conflicts: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True)
class _Source:
    folder: Path
    book: Gradebook


def merge(folders: Sequence[Path], out: Path) -> Merged:
    """Put every result of ``folders`` into ``out``, and write its pages.

    Doing it again changes nothing; a folder that was graded again since replaces
    what it gave before.  Overrides come along; of two, the later one holds.

    Raises
    ------
    MergeProblem
        When the folders were graded with another seed, key or grader.
    GradebookProblem
        When a folder holds no gradebook, or ``out`` cannot be written to.
    """
    with ExitStack() as stack:
        sources = []
        for folder in dict.fromkeys(folders):
            if folder.resolve() == out.resolve():
                raise MergeProblem(f"{folder} is --out itself. Name another --out.")
            book = stack.enter_context(closing(Gradebook(folder, create=False)))
            sources.append(_Source(folder, book))
        _same_facts(sources)
        versions = _same_versions(sources)
        exists = (out / "gradebook.sqlite").exists()
        whole = stack.enter_context(closing(Gradebook(out)))
        if exists:
            _belongs(_Source(out, whole), sources, versions)
        conflicts, new = _results(sources, whole)
        conflicts += _overrides(sources, whole)
        missing = _facts(sources, whole)
        write_outputs(whole, out)
        return Merged(len(whole.known()), new, tuple(conflicts), missing)


def _same_facts(sources: Sequence[_Source]) -> None:
    """One seed and one key, by name."""
    first, *others = sources
    for name, words in (("seed", "seed"), ("key", "key")):
        wanted = first.book.recall(name)
        for source in others:
            if source.book.recall(name) != wanted:
                raise MergeProblem(
                    f"{source.folder} was graded with another {words} than {first.folder}. "
                    "Grade all shards with the same --seed and --key, then merge."
                )


def _same_versions(sources: Sequence[_Source]) -> dict[str, tuple[str, Path]]:
    """One version of the grader and of each chapter's key, and who has it."""
    found: dict[str, tuple[str, Path]] = {}
    for source in sources:
        for result in source.book.results():
            for name, version in _versions(result):
                known, where = found.setdefault(name, (version, source.folder))
                if known != version:
                    raise MergeProblem(
                        f"{source.folder} was graded with another version of the {name} "
                        f"than {where}. Grade both with the same again, then merge."
                    )
    return found


def _versions(result: SubmissionResult) -> Iterator[tuple[str, str]]:
    for name, version in result.versions.items():
        if name.partition(" ")[0] in SAME:
            yield name, version


def _belongs(
    whole: _Source,
    sources: Sequence[_Source],
    versions: dict[str, tuple[str, Path]],
) -> None:
    """Whether what is in ``--out`` already goes with what comes."""
    if whole.book.recall("seed") not in (None, sources[0].book.recall("seed")):
        raise MergeProblem(
            f"{whole.folder} holds results of another seed. Choose another --out."
        )
    renewed = {student for source in sources for student in source.book.known()}
    for result in whole.book.results():
        if result.student in renewed:
            continue
        for name, version in _versions(result):
            if versions.get(name, (version,))[0] != version:
                raise MergeProblem(
                    f"{whole.folder} holds results of another version of the {name}, "
                    f"{result.student}'s among them. Merge all shards, or choose "
                    "another --out."
                )


def _results(sources: Sequence[_Source], whole: Gradebook) -> tuple[list[str], int]:
    """Copy the results; say who is in two folders with different ones."""
    conflicts, new = [], 0
    owner: dict[str, _Source] = {}
    for source in sources:
        depends_on = source.book.known()
        for result in source.book.results():
            first = owner.setdefault(result.student, source)
            if first is not source:
                if not _alike(first.book.results_of(result.student), result):
                    conflicts.append(
                        f"{result.student} has other results in {source.folder} than in "
                        f"{first.folder}: kept from {first.folder}."
                    )
                continue
            kept = whole.results_of(result.student)
            if kept != result:
                whole.store(result, depends_on[result.student])
                new += 1
    return conflicts, new


def _alike(one: SubmissionResult | None, other: SubmissionResult) -> bool:
    """Whether two results say the same; how long it took does not count."""
    return one is not None and replace(one, seconds=0.0) == replace(other, seconds=0.0)


def _overrides(sources: Sequence[_Source], whole: Gradebook) -> list[str]:
    """Copy the overrides: of two for the same exercise, the later one holds."""
    conflicts = []
    kept = {(o.student, o.exercise_id): o for o in whole.overrides()}
    for source in sources:
        for override in source.book.overrides():
            place = override.student, override.exercise_id
            old = kept.get(place)
            if old == override:
                continue
            if old and old.points != override.points:
                later = max(old, override, key=lambda o: o.at)
                conflicts.append(
                    f"{override.student} has two overrides of {override.exercise_id}: "
                    f"{old.points:g} and {override.points:g} points; "
                    f"{later.points:g}, the later one, holds."
                )
            if old is None or override.at > old.at:
                whole.keep_override(override)
                kept[place] = override
    return conflicts


def _facts(sources: Sequence[_Source], whole: Gradebook) -> tuple[str, ...]:
    """Seed, key, course, roster; and which shards are still missing."""
    first = sources[0].book
    for name in ("seed", "key", "course"):
        value = first.recall(name)
        if value is not None:
            whole.remember(name, value)
    rosters = [
        Roster.from_json(text)
        for book in (whole, *(source.book for source in sources))
        if (text := book.recall("roster"))
    ]
    if rosters:
        students = {s.key: s for roster in rosters for s in roster.students}
        complete = any(roster.complete for roster in rosters)
        others = {s.key: s for roster in rosters for s in roster.others}
        people = (tuple(students.values()), complete, tuple(others.values()))
        whole.remember("roster", Roster(*people).to_json())
    shards = {shard for source in sources for shard in _shards(source.book)}
    shards |= set(_shards(whole))
    whole.remember("shards", json.dumps(sorted(map(str, shards))))
    counts = {shard.count for shard in shards}
    wanted = [Shard(i, count) for count in counts for i in range(1, count + 1)]
    return tuple(str(shard) for shard in wanted if shard not in shards)


def _shards(book: Gradebook) -> list[Shard]:
    """The parts of a class that a gradebook holds."""
    texts = json.loads(book.recall("shards") or "[]")
    texts += [one] if (one := book.recall("shard")) else []
    return [Shard.parse(text) for text in texts]
