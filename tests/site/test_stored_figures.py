"""Figures in the notebooks as they are stored: drawn before any cell is run."""

import base64
import io
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat
import pytest
from PIL import Image

from attention_figures.stored import SHARP, png_of
from attention_figures.svg import Canvas

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
MOST_BYTES = 1_000_000
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@cache
def figures(path: Path, *, unfolded: bool = False) -> list[dict]:
    """The outputs with a figure, as they are stored; of cells not collapsed alone."""
    return [
        output
        for cell in nbformat.read(path, 4).cells
        if not (unfolded and cell.metadata.get("collapsed"))
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]


@each_notebook
def test_a_figure_is_stored_as_svg_and_png_with_its_words(path: Path):
    found = figures(path)
    assert found
    for output in found:
        assert set(output.data) == {"image/svg+xml", "image/png", "text/plain"}
        assert len(output.data["text/plain"].split()) > 5, "it is described"
        drawn = Image.open(io.BytesIO(base64.b64decode(output.data["image/png"])))
        assert drawn.width // SHARP == output.metadata["image/png"]["width"] > 100


@each_notebook
def test_a_notebook_is_small_enough_for_code_hosts(path: Path):
    assert path.stat().st_size < MOST_BYTES


@each_notebook
def test_the_png_is_that_of_the_svg(path: Path):
    output = min(figures(path), key=lambda each: len(each.data["image/svg+xml"]))
    drawn, _ = png_of(output.data["image/svg+xml"])
    assert base64.b64decode(output.data["image/png"]) == drawn


def test_a_coloured_word_is_not_black_in_the_png():
    canvas = Canvas(60, 30)
    canvas.text(30, 20, "query", role="query")
    drawn, width = png_of(canvas.figure("A word in blue.").svg)
    assert width == 60

    colours = {c for _, c in Image.open(io.BytesIO(drawn)).convert("RGB").getcolors()}
    assert any(blue > red + 80 for red, _, blue in colours)


# --- in JupyterLab ----------------------------------------------------------------


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[str]:
    """JupyterLab with an empty profile on a copy of the notebooks: nothing is trusted."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    settings = folder / "settings" / "@jupyterlab" / "notebook-extension"
    settings.mkdir(parents=True)
    # All cells at once, not those in sight alone.
    (settings / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}"]
    command += ["--allow-root", "--IdentityProvider.token=", "--ip=127.0.0.1"]
    command += [f"--LabApp.user_settings_dir={folder / 'settings'}"]
    command += [f"--LabApp.workspaces_dir={folder / 'workspaces'}"]
    homes = ("HOME", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR")
    environment = {**os.environ, **dict.fromkeys(homes, str(folder / "home"))}
    with open(folder / "log", "w") as log:
        server = subprocess.Popen(
            command, cwd=folder / "notebooks", env=environment, stdout=log, stderr=log
        )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):  # until it answers
            try:
                urllib.request.urlopen(f"{address}/api", timeout=5).close()
                break
            except OSError:
                assert server.poll() is None, (folder / "log").read_text()
                time.sleep(0.5)
        yield address
    finally:
        server.terminate()
        server.wait()


@pytest.mark.browser
@pytest.mark.slow
@each_notebook
def test_jupyterlab_draws_every_figure_of_a_notebook_it_does_not_trust(browser, lab, path):
    from playwright.sync_api import expect

    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(120_000)
    page.goto(f"{lab}/lab/workspaces/{path.stem}/tree/{path.name}")
    images = page.locator(".jp-OutputArea-output img")
    expect(images).to_have_count(len(figures(path, unfolded=True)), timeout=120_000)
    drawn = images.evaluate_all("all => all.map(image => image.naturalWidth > 0)")
    assert all(drawn)
    page.close()
