"""A copy has the data that its code reads, and no other."""

from pathlib import Path

import pytest

from autograder.handout.data_files import named_files

DATA = Path(__file__).resolve().parents[2] / "book" / "data"
READS = {
    "by its name": 'stored("trained_blocks.json")',
    "by a name that is made": 'stored(f"trained_{name}.json")\nload_trained("blocks")',
    "in a notebook": r"[f\"trained_{name}.json\", load_trained(model, \"blocks\")]",
}


@pytest.mark.parametrize("how", READS)
def test_a_file_that_code_reads_is_named(how):
    files = ["trained_blocks.json", "trained_images.json"]
    assert named_files(files, READS[how]) == {"trained_blocks.json"}


def test_chapters_read_all_data_but_what_the_site_is_made_of():
    folders = (DATA.parent / "lessons", DATA.parent / "chapters", DATA.parent / "figures")
    code = [p for f in folders for p in f.rglob("*") if p.suffix in (".py", ".md")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in code)
    every = {path.name for path in DATA.glob("*.json")}
    assert every - named_files(every, text) == {"exercise_facts.json"}
