"""Python for the page that is compiled already: an import has nothing to parse.

Compiling is most of what starting Python would cost a reader, each time anew.  The
build lets Pyodide itself do it, in Node, once for each source: bytecode belongs to one
version of Python, and that is not the build's.  Without Node the page gets sources.
"""

import base64
import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from autograder.sandbox import processes
from page_python import fetch

CACHE = fetch.ROOT / ".build" / "page-python"
SCRIPT = Path(__file__).with_name("compile.mjs")
STANDARD = "/lib/python314.zip"
PACKAGES = "/lib/python3.14/site-packages"
COURSE = "/course"
TAG = "cpython-314"
NOT_NUMPY = ("numpy/f2py/", "numpy/_pyinstaller/")  # they need a compiler
# What needs processes, sockets, files or a terminal, and letters of other days: nothing
# that a page has.
NOT_LIBRARY = (
    *("multiprocessing/", "wsgiref/", "xmlrpc/", "xml/", "sqlite3/"),
    *("imaplib.py", "mailbox.py", "poplib.py", "smtplib.py", "ftplib.py", "netrc.py"),
    *("pty.py", "tty.py", "wave.py", "trace.py", "profile.py", "cProfile.py", "pstats.py"),
    *("tarfile.py", "zipapp.py", "plistlib.py", "pickletools.py", "modulefinder.py"),
    *("optparse.py", "compileall.py", "py_compile.py", "pyclbr.py"),
    "_pyio.py",  # a spare
)
# Of the prompt what help() and pdb print with.
PROMPT = ("__init__.py", "pager.py", "trace.py", "types.py", "utils.py")
ENCODINGS = ("__init__", "aliases", "utf_", "latin_1", "ascii", "cp437", "cp1252", "idna")
ALSO = ("numpy", "numpy.fft", "numpy.linalg", "numpy.random")  # not all at once
EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file in a pack
SECONDS = 600


# --- packs ------------------------------------------------------------------------------


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip that stores, compressed as a whole: the same bytes for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name])
    return gzip.compress(made.getvalue(), 9, mtime=0)


def unpacked(data: bytes) -> zipfile.ZipFile:
    """The files of a pack."""
    return zipfile.ZipFile(io.BytesIO(gzip.decompress(data)))


def standard_library(loaded: Collection[str]) -> dict[str, bytes]:
    """Python's own modules; ``loaded`` is what ``loaded_at_start`` gives."""
    zipped = fetch.folder() / "python_stdlib.zip"
    files = _compiled_where_loaded(zipped, STANDARD, loaded)
    return {name: data for name, data in files.items() if _is_of_use(name)}


def _is_of_use(name: str) -> bool:
    folder, _, file = name.partition("/")
    if folder == "encodings":
        return file.startswith(ENCODINGS)
    if folder == "_pyrepl":
        return file in PROMPT
    return not name.startswith(NOT_LIBRARY)


def numpy_from(path: Path, loaded: Collection[str]) -> dict[str, bytes]:
    """The files of a wheel or zip of NumPy, without what nobody needs on a page."""
    files = _compiled_where_loaded(path, PACKAGES, loaded)
    return {name: data for name, data in files.items() if not name.startswith(NOT_NUMPY)}


def compile_all(*packs: Mapping[str, bytes]) -> None:
    """Compile the modules of several packs at once: each start of Pyodide takes seconds."""
    _code_of({path: text for files in packs for path, text in _sources(files).items()})


def _sources(files: Mapping[str, bytes]) -> dict[str, str]:
    """The text of our own modules, by where the page's Python finds them."""
    return {f"{COURSE}/{n}": data.decode() for n, data in files.items() if _is_module(n)}


def _is_module(name: str) -> bool:
    """Whether a file is a module, and no cells beside one."""
    return name.endswith(".py") and "." not in PurePosixPath(name).stem


def course(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Our own modules, with their bytecode beside them: some are read as text too."""
    sources = [name for name in files if _is_module(name)]
    code = _code_of(_sources(files))
    made = dict(files)
    for name in sources:
        if compiled := code.get(f"{COURSE}/{name}"):
            path = PurePosixPath(name)
            made[str(path.parent / "__pycache__" / f"{path.stem}.{TAG}.pyc")] = compiled
    return made


def _compiled_where_loaded(
    path: Path, place: str, loaded: Collection[str]
) -> dict[str, bytes]:
    """A zip's files, bytecode in place of the sources that the start loads."""
    with zipfile.ZipFile(path) as archive:
        names = [entry.filename for entry in archive.infolist() if not entry.is_dir()]
        files = {name: archive.read(name) for name in names}
    wanted = {f"{place}/{name}": name for name in names if f"{place}/{name}" in loaded}
    code = _code_of({inside: files[name].decode() for inside, name in wanted.items()})
    for inside, compiled in code.items():
        del files[wanted[inside]]
        files[f"{wanted[inside]}c"] = compiled
    return files


def modules_in(loaded: Iterable[str]) -> list[str]:
    """The standard library's modules among files that are loaded, by name."""
    inside = [path.removeprefix(f"{STANDARD}/") for path in loaded if STANDARD in path]
    names = (path.removesuffix(".py").removesuffix("/__init__") for path in inside)
    return sorted(name.replace("/", ".") for name in names)


# --- by Pyodide, in Node ------------------------------------------------------------------


def loaded_at_start(numpy: Path | None, names: Iterable[str]) -> frozenset[str]:
    """Files that starting Python and importing these modules loads; none without Node."""
    wanted = sorted({*names, *ALSO} if numpy else {*names})
    digest = hashlib.sha256(numpy.read_bytes() if numpy else b"").hexdigest()
    kept = CACHE / f"loaded-{_digest(digest, *wanted)}.json"
    if not kept.is_file():
        asked = {"names": wanted, "numpy": str(numpy.resolve()) if numpy else None}
        found = _ask_node(asked).get("loaded")
        if found is None:
            return frozenset()
        _keep(kept, json.dumps(found).encode())
    return frozenset(json.loads(kept.read_text(encoding="utf-8")))


def _code_of(sources: Mapping[str, str]) -> dict[str, bytes]:
    """Bytecode by path, as far as it is to be had; each source is compiled once."""
    kept = {path: CACHE / f"{_digest(path, text)}.pyc" for path, text in sources.items()}
    new = {path: text for path, text in sources.items() if not kept[path].is_file()}
    if new:
        for path, code in _ask_node({"sources": new}).get("code", {}).items():
            _keep(kept[path], base64.b64decode(code))
    return {path: file.read_bytes() for path, file in kept.items() if file.is_file()}


def _ask_node(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What compile.mjs answers; nothing where it cannot run."""
    try:
        command = [fetch.find_node(), str(SCRIPT)]
        question = json.dumps({"folder": str(fetch.folder()), **asked}).encode()
        done = processes.run(
            command, input=question, capture_output=True, check=True, timeout=SECONDS
        )
        return json.loads(done.stdout)
    except (OSError, ValueError, processes.Failed):
        print("Python for the page is not compiled ahead: no Node that can do it.")
        return {}


def _digest(*parts: str) -> str:
    words = [fetch.pinned_version(), SCRIPT.read_text(encoding="utf-8"), *parts]
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:32]


def _keep(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
