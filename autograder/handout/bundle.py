"""Write a student's copy of a course into a folder."""

import hashlib
import json
import shutil
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.exercise.course_folder import OFF, CourseFolder
from autograder.exercise.definition import Chapter
from autograder.exercise.imports import Import, imports
from autograder.exercise.key import Key
from autograder.exercise.problem import Problem
from autograder.exercise.sources import chapter_modules
from autograder.gradebook.course import Course
from autograder.handout import guide
from autograder.handout.data_files import named_files
from autograder.handout.modules import (
    ENGINE,
    NeededModules,
    base_of,
    lacking,
    local_packages,
    needed_modules,
)
from autograder.handout.reasons import take_reasons
from autograder.handout.recording import ChapterFile
from autograder.handout.references import References, references_elsewhere, references_in
from autograder.notebooks.cell_marks import mark_cells, name_cells

STUDENTS_TOOLS = (
    Import(ENGINE),
    Import("autograder.exercise.quiet"),
    Import("autograder.handout.recorded"),
    Import("autograder.handout.student_answers"),
)
# The command, with this verb alone, and what it starts by its name.
ASSISTANTS_TOOLS = (
    *(Import("autograder.__main__"), Import("autograder.commands.assist")),
    Import("autograder.sandbox.warm"),
)
WRITTEN = "written.json"  # the notebooks' digests, beside the examples


@dataclass(frozen=True)
class Released:
    """What is in the copy."""

    folder: Path
    chapters: tuple[Chapter, ...]
    exercises: int
    checked_later: tuple[str, ...]  # ids
    built_upon: tuple[str, ...]  # ids of exercises that later chapters use
    missing_chapters: tuple[str, ...]  # names of chapters that hold those, and are left out
    renewed: tuple[str, ...] = ()  # notebooks that were there in an older version
    changed: tuple[str, ...] = ()  # those that were not renewed: changed there since


def release(
    key: Key,
    folder: CourseFolder,
    out: Path,
    names: Sequence[str] = (),
    course: Course | None = None,
    watch: Callable[[Sequence[Chapter]], Iterable[Chapter]] = iter,
) -> Released:
    """Write notebooks, examples and tools into ``out``; nothing of the references.

    Into an earlier copy of the same key chapters are added. Its notebooks are renewed,
    but where somebody has worked in them they stay as they are.
    """
    course = course or Course()
    there = [
        p for c in key.chapters if (p := out / "notebooks" / f"{c.name}.ipynb").is_file()
    ]
    again = (out / key.name / "examples").is_dir()
    chapters = _chosen(
        key, [*names, *(p.stem for p in there)] if names and again else names
    )
    if not again and out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Problem(
            f"{out} is not empty. Choose another --out, so that nothing is overwritten."
        )
    root = folder.root.resolve()
    notebooks = {chapter: _notebook(folder.notebook(chapter.name)) for chapter in chapters}
    reasons: dict[str, str] = {}
    for chapter, notebook in notebooks.items():
        choices = {e.id for e in key.exercises(chapter) if e.kind == "choice"}
        reasons |= take_reasons(notebook["cells"], choices)
        worth = {e.id: course.points.get(e.id, e.points) for e in key.exercises(chapter)}
        named = [c for c in notebook["cells"] if "id" in c]
        name_cells(named)  # by what is handed out: so it is known again when handed in
        mark_cells(named, worth)
    tools = STUDENTS_TOOLS + (ASSISTANTS_TOOLS if course.assist != OFF else ())
    parts = _parts(key, root, notebooks.values(), tools)
    _refuse_what_lacks_something(key, notebooks, parts.modules)
    part = out.with_name(out.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(parents=True)
        (part / "notebooks").mkdir()
        for chapter, notebook in notebooks.items():
            text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
            guide.write_text(part / "notebooks" / f"{chapter.name}.ipynb", text)
        _copy_files(parts, {ENGINE, key.name}, part)
        built_upon = _key_package(key, chapters, parts, course, reasons, part, watch)
        later = tuple(e.id for c in chapters for e in key.exercises(c) if e.observe)
        guide.write(part, folder, key, chapters, course, parts.modules, parts.bases)
        renewed, changed = _sorted_out(part, out, key.name)
        shutil.copytree(part, out, dirs_exist_ok=True)
        shutil.rmtree(part)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise Problem(f"{out} cannot be written: {error.strerror}.") from None
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    count = sum(len(key.exercises(chapter)) for chapter in chapters)
    owners = dict.fromkeys(key.chapter_of(i) for i in built_upon)
    absent = tuple(chapter.name for chapter in owners if chapter not in chapters)
    return Released(out, chapters, count, later, built_upon, absent, renewed, changed)


def _sorted_out(
    part: Path, out: Path, key_name: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Find which notebooks of an earlier copy become others, and which may not.

    What somebody has changed there is taken out of the new ``part``. What was written is
    recorded in the copy, by its digest, for the next time.
    """
    record = Path(key_name, "examples", WRITTEN)
    before = json.loads((out / record).read_text()) if (out / record).is_file() else {}
    written: dict[str, str | None] = {}
    renewed, changed = list[str](), list[str]()
    for new in sorted((part / "notebooks").iterdir()):
        old, digest = out / "notebooks" / new.name, _digest(new)
        last = before.get(new.name)
        written[new.name] = digest
        if old.is_file() and (now := _digest(old)) != digest:
            if now == last:
                renewed.append(new.name)
                continue
            if digest != last:
                changed.append(new.name)
                written[new.name] = last
            new.unlink()
    (part / record).write_text(json.dumps(written, indent=1) + "\n", newline="\n")
    return tuple(renewed), tuple(changed)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _chosen(key: Key, names: Sequence[str]) -> tuple[Chapter, ...]:
    wanted = {key.chapter(name).name for name in names}
    return tuple(c for c in key.chapters if not names or c.name in wanted)


def _notebook(path: Path) -> dict[str, Any]:
    """A chapter's notebook without its outputs, which show right answers."""
    try:
        notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise Problem(
            f"There is no notebook {path}. Run this in the folder of the course, "
            "or name that folder with --root."
        ) from None
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
            # What is not solved yet stops its own cell, not all that run below it.
            tags = cell.setdefault("metadata", {}).get("tags", [])
            cell["metadata"]["tags"] = sorted({*tags, "raises-exception"})
    return notebook


def _refuse_what_lacks_something(
    key: Key, notebooks: Mapping[Chapter, dict[str, Any]], modules: NeededModules
) -> None:
    texts = {
        f"{chapter.name}, code cell {number}": "".join(cell["source"])
        for chapter, notebook in notebooks.items()
        for number, cell in enumerate(
            (c for c in notebook["cells"] if c["cell_type"] == "code"), 1
        )
    }
    may_lack = {name for c in notebooks for e in key.exercises(c) for name in e.needs}
    may_lack.add(key.name.partition(".")[0])
    for by, name in lacking(texts, modules):
        if name in may_lack:
            continue
        raise Problem(
            f"{by} imports {name}, which is not in this course's folder, and no installed "
            "package has it: students would not have it. Install here what brings it "
            "(pip install -e . for a course's own), or put the module into the folder, and "
            "release again."
        )


@dataclass(frozen=True)
class _Parts:
    """The modules a copy is made of."""

    packages: dict[str, Path]
    modules: NeededModules
    references: References
    bases: dict[Path, Path]  # what a module's place in the copy is counted from


def _parts(key: Key, root: Path, notebooks: Any, tools: Sequence[Import]) -> _Parts:
    imported = [
        item
        for notebook in notebooks
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
        for item in imports("".join(cell["source"])).found
    ]
    packages = local_packages([*imported, *tools, Import(key.name)], root, key.name)
    references = references_elsewhere(key)
    # What checks an exercise is the key's too: it knows every answer.
    checks = [name for chapter in key.chapters for name in chapter_modules(chapter)]
    never = (*references, *checks, key.name)
    modules = needed_modules([*imported, *tools], packages, never)
    while more := local_packages(map(Import, modules.outside), root, key.name):
        packages |= more
        modules = needed_modules([*imported, *tools], packages, never)
    modules.withheld.pop(key.name, None)
    references = references_in(key, modules.withheld, references)
    bases = {
        path: base_of(name, path, packages, root) for name, path in modules.files.items()
    }
    return _Parts(packages, modules, references, bases)


def _copy_files(parts: _Parts, not_theirs: Collection[str], out: Path) -> None:
    """Copy the modules, and data that the copy names; of ``not_theirs`` packages none."""
    data: dict[Path, Path] = {}
    for module, path in parts.modules.files.items():
        target = out / path.relative_to(parts.bases[path])
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        if module.partition(".")[0] not in not_theirs:
            data |= dict.fromkeys(path.parent.glob("*.json"), target.parent)
    copied = [*out.rglob("*.py"), *out.rglob("*.ipynb")]
    spoken_of = "\n".join(path.read_text(encoding="utf-8") for path in copied)
    named = named_files((path.name for path in data), spoken_of)
    for path, folder in sorted(data.items()):
        if path.name in named:
            shutil.copyfile(path, folder / path.name)


def _key_package(
    key: Key,
    chapters: Sequence[Chapter],
    parts: _Parts,
    course: Course,
    reasons: Mapping[str, str],
    out: Path,
    watch: Callable[[Sequence[Chapter]], Iterable[Chapter]],
) -> tuple[str, ...]:
    """The key's package as students have it: examples, and stand-ins for references."""
    folder = out / key.name
    (folder / "examples").mkdir(parents=True, exist_ok=True)
    built_upon = _stand_ins(key, parts, folder)
    prefixes = {exercise_id.partition(".")[0] for exercise_id in built_upon}
    included = [c for c in key.chapters if c in chapters or c.prefix in prefixes]
    for chapter in watch(included):
        file = ChapterFile()
        for exercise in key.exercises(chapter):
            points = course.points.get(exercise.id, exercise.points)
            answers = key.answers(exercise.id)
            file.add(exercise, points, reasons.get(exercise.id, ""), answers)
        (folder / "examples" / f"{chapter.prefix}.bin").write_bytes(file.to_bytes())
        guide.write_text(
            folder / f"{chapter.prefix}_examples.py", _CHAPTER.format(c=chapter)
        )
    rows = [[c.name, c.title, c.prefix, f"{c.prefix}_examples"] for c in included]
    guide.write_text(
        folder / "__init__.py", _PACKAGE.format(rows=json.dumps(rows, indent=4))
    )
    return built_upon


def _stand_ins(key: Key, parts: _Parts, folder: Path) -> tuple[str, ...]:
    """Modules that stand for references: they give the student's own answers."""
    ids: list[str] = []
    for module, names in sorted(parts.modules.withheld.items()):
        owners = {e.reference.__name__: e for e in parts.references.get(module, ())}
        table = {}
        for name in sorted(names):
            if name not in owners:
                by = parts.modules.imported_by[module, name]
                raise Problem(
                    f"{by} imports {name or 'all'} from {module}, which holds reference "
                    "solutions. Move it to a module of its own, and release again."
                )
            exercise = owners[name]
            table[name] = (key.chapter_of(exercise.id).name, exercise.id)
            ids.append(exercise.id)
        path = folder.joinpath(*module.split(".")[1:]).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        for package in path.parents[: module.count(".") - 1]:
            guide.write_text(package / "__init__.py", _STAND_IN_PACKAGE)
        names_of = json.dumps(table, indent=4)
        guide.write_text(
            path, _STAND_IN.format(up=module.count("."), names=names_of, key=key.name)
        )
    return tuple(ids)


_PACKAGE = '''"""The exercises of this course as a student has them: no solutions."""

from functools import partial

import autograder
from autograder.handout.recorded import chapters

CHAPTERS = chapters({rows}, __name__)
check = partial(autograder.check, key=__name__)
'''
_CHAPTER = '''"""Examples for the exercises of {c.name}."""

from pathlib import Path

from autograder.handout.recorded import read_exercises

EXERCISES = read_exercises(Path(__file__).with_name("examples") / "{c.prefix}.bin")
'''
_STAND_IN_PACKAGE = '"""What you solved in an earlier chapter: a module an exercise."""\n'
_STAND_IN = '''"""What you solved in an earlier chapter, for a chapter that builds on it."""

from pathlib import Path

from autograder.handout.student_answers import answers_by_name

NOTEBOOKS = Path(__file__).resolve().parents[{up}] / "notebooks"
__getattr__ = answers_by_name(
    {names},
    NOTEBOOKS,
    "{key}",
)
'''
