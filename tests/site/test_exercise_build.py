"""What the build makes of the exercises, before a browser opens them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from exercise_ids import exercise_ids
from quickly import quickly
from sphinx.errors import ExtensionError

from attention_site import exercise_index, exercise_python, page_model, public_copies
from autograder.exercise.imports import module_dependencies
from autograder.exercise.key import load_key
from page_python import compiled
from tests.site.desk import ROOT, read

LIVE = re.compile(r'data-exercise="([^"]+)"[^>]* data-live="numpy"')
RIGHT = """\
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""


def test_every_numpy_exercise_can_be_done_on_its_page(site: Path):
    key = load_key()
    wanted, live = set(), set()
    for chapter in key.chapters:
        page = read(site, f"notebooks/{chapter.name}.html")
        live |= set(LIVE.findall(page))
        for exercise in key.exercises(chapter):
            assert f'data-exercise="{exercise.id}"' in page
            if exercise.framework == "numpy" and exercise.kind != "choice":
                wanted.add(exercise.id)
    assert live == wanted


def test_the_models_page_brings_all_of_the_pages_own_modules_that_it_imports():
    ours = exercise_python.OURS
    needed = module_dependencies(["page_python.writer"], ["page_python"])
    brought = {
        *page_model.code(ours).values(),  # beside the exercises' bundle
        *module_dependencies(["page_python.desk"], ours).values(),
    }
    assert {"breaks.py", "writer.py"} <= {path.name for path in needed.values()}
    assert set(needed.values()) <= brought


def test_a_pages_bundle_has_the_mistakes_and_hints_and_no_collected_answer():
    files = exercise_python._files_of(["solutions.ch03_numpy.softmax"])
    cells = files["solutions/ch03_numpy/softmax.cells.py"].decode()
    kinds = {line.split()[2].strip(":,") for line in cells.splitlines() if "# %%" in line}
    assert kinds == {"mistake", "hint"}


def test_what_is_stored_of_exercises_with_libraries_is_what_the_key_says():
    key = load_key()
    read = [exercise_index._facts(c, e) for c in key.chapters for e in key.exercises(c)]
    assert exercise_index._facts_of_key(key) == read
    stored = json.loads(exercise_index.STORED.read_text(encoding="utf-8"))
    assert {stored[e.id]["facts"]["framework"] for e in read if e.id in stored} == {
        "tensorflow",
        "torch",
    }


def lean(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script where there is neither TensorFlow nor PyTorch."""
    without = "import sys; sys.modules.update(torch=None, tensorflow=None, keras=None)\n"
    without += "sys.path.insert(0, 'book'); from attention_site import exercise_index\n"
    without += "from autograder.exercise.key import load_key\n"
    command = [sys.executable, "-c", without + script]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_without_tensorflow_and_pytorch_the_site_knows_every_exercise_or_says_what_to_run():
    done = lean(
        "print(len(exercise_index._facts_of_key(load_key())))\n"
        "exercise_index.digest_of = lambda module: 'another'\n"
        "exercise_index._facts_of_key(load_key())"
    )
    assert done.stdout.split() == [str(len(exercise_ids()))], done.stderr
    assert done.returncode != 0
    assert "is older than its exercise. Run: make notebooks." in done.stderr


@pytest.mark.parametrize(
    ("page", "library"), [("04-tensorflow", "TensorFlow"), ("05-pytorch", "PyTorch")]
)
def test_other_exercises_say_why_and_where_they_can_be_done(
    site: Path, page: str, library: str
):
    html = read(site, f"notebooks/{page}.html")
    notes = re.findall(r'<p class="exercise-note">(.*?)</p>', html)
    (chapter,) = (c for c in load_key().chapters if c.name == page)
    notes = [note for note in notes if "without JavaScript" not in note]
    elsewhere = [e for e in load_key().exercises(chapter) if e.framework != "numpy"]
    assert len(notes) == len(elsewhere) > 0
    for note in notes:
        assert f"needs {library}, which a web page cannot run" in note
        for target in re.findall(r'href="([^"#]+)', note):
            assert (site / "notebooks" / target).exists(), target


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"repository_url": ""},
        {"repository_url": "https://git.example.org/someone/book"},
        {"repository_url": "https://github.com/someone"},
    ],
)
def test_a_book_without_a_repository_on_github_leads_nowhere_else(options):
    assert public_copies.addresses(options, "notebooks/05-pytorch") == {}


def test_a_book_on_github_leads_to_colab_and_binder_too():
    options = {
        "repository_url": "https://github.com/someone/course/",
        "repository_branch": "next",
        "path_to_docs": "book/",
    }
    found = public_copies.addresses(options, "notebooks/05-pytorch")
    path = "book/notebooks/05-pytorch.ipynb"
    assert found["Colab"].endswith(f"/github/someone/course/blob/next/{path}")
    assert found["Binder"].endswith(f"/gh/someone/course/next?urlpath=lab/tree/{path}")


def on_the_page(site: Path, chapter: str, program: str) -> str:
    """What a program prints that has what a chapter's page has, and NumPy alone.

    In a fresh interpreter where PyTorch and TensorFlow cannot be imported.
    """
    folder = site / "_static" / "exercises"
    packs = [*folder.glob("course-*.packed"), *folder.glob(f"chapter-{chapter}-*.packed")]
    assert len(packs) == 2
    begin = f"""
import gzip, io, json, sys, tempfile, zipfile
sys.modules.update(dict.fromkeys(("torch", "tensorflow", "keras"), None))
folder = tempfile.mkdtemp()
for pack in {list(map(str, packs))!r}:
    zipfile.ZipFile(io.BytesIO(gzip.open(pack).read())).extractall(folder)
sys.path.insert(0, folder)
from page_python import desk, shelf
import autograder
assert autograder.__file__.startswith(folder)
"""
    command = [sys.executable, "-c", begin + program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_with_numpy_alone_an_answer_can_be_checked_and_looked_into_again(site: Path):
    program = f"""
request = {{"id": "numpy.softmax", "passed": {{}}, "source": {RIGHT!r}}}
for do in ("check", "look", "check", "run", "look"):
    result = json.loads(desk.answer(json.dumps(request | {{"do": do}})))
    print(result.get("status") or "Line 3" in (result.get("look_html") or result["error"]))
"""
    printed = on_the_page(site, "03-numpy", program).split()
    assert printed == ["passed", "True", "passed", "False", "True"]


def test_a_mark_stands_where_the_readers_code_calls_the_chapters(site: Path):
    name = "causal_online_attention"
    source = f"def {name}(q, k, v, size):\n    return attention(q, k, v)\n"
    program = f"""
request = {{"id": "efficient.{name}", "passed": {{}}, "source": {source!r}, "do": "look"}}
print(json.loads(desk.answer(json.dumps(request)))["look_html"])
"""
    printed = on_the_page(site, "12-efficient-attention", program)
    assert "Line 2\n    return attention(q, k, v)" in re.sub("<[^>]*>", "", printed)


def test_a_look_at_an_error_keeps_its_line_and_shows_the_steps_before(site: Path):
    source = "def softmax(x, axis=-1):\n    top = x.max()\n    return x @ top[0, 0]\n"
    program = f"""
request = {{"id": "numpy.softmax", "passed": {{}}, "source": {source!r}, "do": "look"}}
print(json.loads(desk.answer(json.dumps(request)))["look_html"])
"""
    printed = re.sub("<[^>]*>", "", on_the_page(site, "03-numpy", program))
    assert printed.startswith("Line 3, in softmax\n    return x @ top[0, 0]")
    assert "Look inside: what your lines gave lastLine 2: top = x.max()" in printed


# Bundles that are tried in the normal run; each takes seconds.
QUICK = ("03-numpy", "09-transformer-block")


@pytest.mark.parametrize("chapter", quickly((c.name for c in load_key().chapters), QUICK))
def test_a_chapters_own_bundle_has_all_that_its_exercises_ask_for(site: Path, chapter: str):
    """Their checks, and the references that stand in for what they build on."""
    live = LIVE.findall(read(site, f"notebooks/{chapter}.html"))
    program = f"""
own = [e for e in shelf.catalogue().values() if e["chapter"] == {chapter!r}]
lent = [shelf.catalogue()[each] for entry in own for each in entry["builds_on"]]
for entry in (*own, *lent):
    if entry["module"]:
        shelf.reference(entry)
for each in {live!r}:
    desk.rehearse(each)
    print(each)
"""
    assert on_the_page(site, chapter, program).split() == live


def test_the_site_carries_the_numpy_that_the_book_pins(site: Path):
    """No other machine is asked, and pages and notebooks count alike."""
    settings = json.loads((site / "_static/exercises/python.json").read_text("utf-8"))
    if settings["numpy"] is None:
        pytest.skip("This copy of the book was built without Pyodide: run make book online")
    numpy = (site / "_static/exercises" / settings["numpy"]["url"]).resolve()
    assert numpy.is_relative_to(site.resolve())
    with compiled.unpacked(numpy.read_bytes()) as archive:
        (version,) = (n for n in archive.namelist() if n.startswith("numpy/version.py"))
        assert np.__version__.encode() in archive.read(version)


def test_a_numpy_that_is_not_there_ends_the_build_with_a_sentence():
    with pytest.raises(ExtensionError, match=r"no file nowhere\.whl to take NumPy from"):
        exercise_python.numpy_file(Path("nowhere.whl"))


def test_what_is_compiled_for_the_page_is_the_same_code_and_needs_node(monkeypatch):
    """Where there is no Node the page has the sources, and they are never lost."""
    files = {"course/one.py": b"x = 1\n", "course/data.json": b"{}"}
    monkeypatch.setattr(compiled.fetch, "find_node", lambda: "no-such-node")
    monkeypatch.setattr(compiled, "CACHE", Path("nowhere"))
    assert compiled.course(files) == files
    with compiled.unpacked(compiled.packed(files)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files
    assert compiled.packed(files) == compiled.packed(files)


def test_where_pyodide_cannot_be_fetched_one_line_says_so(tmp_path: Path):
    """No npm, and no network to get one: the book is built all the same."""
    course = tmp_path / "book" / "page_python"
    shutil.copytree(ROOT / "book" / "page_python", course)
    nowhere = {
        "PATH": str(tmp_path),
        "PIP_NO_INDEX": "1",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    done = subprocess.run(
        [sys.executable, str(course / "fetch.py")],
        env=nowhere,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1].startswith("There is no npm")
    assert "The book is built without Python in the page" in done.stdout
    assert not done.stderr


def told_to_have(choice: str) -> SimpleNamespace:
    """A build whose settings say this of the model."""
    return SimpleNamespace(config=SimpleNamespace(page_model=choice))


def test_a_site_without_the_model_holds_no_file_of_it(tmp_path: Path):
    left = tmp_path / "model" / "0123456789abcdef.gguf"  # by a build that had one
    left.parent.mkdir()
    left.write_bytes(b"GGUF")
    assert page_model.put(told_to_have(""), tmp_path) is None
    assert not left.exists()


def test_what_page_model_may_be_is_said(tmp_path: Path):
    with pytest.raises(ExtensionError, match="'smollm2': write installed, or"):
        page_model.put(told_to_have("smollm2"), tmp_path)


def test_where_no_model_is_installed_the_page_has_none(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(page_model, "is_installed", lambda model: False)
    assert page_model.put(told_to_have("installed"), tmp_path) is None


def test_the_writers_code_is_the_lessons_that_it_imports():
    names = set(page_model.code(exercise_python.OURS))
    assert {"page_python/writer.py", "attention_lessons/smollm2.py"} <= names
    assert not any(name.startswith(("solutions/", "autograder/")) for name in names)
