"""What a student reads first is true of the exercises that are in the copy."""

import json
from pathlib import Path

import pytest
from making import typed

from handout.releasing import in_copy
from tests.authoring.test_made_of_notebook import DOUBLE, DOUBLED, taken_over, text

VALUE = "# BEGIN SOLUTION\nscale = 3\n# END SOLUTION"
WORDS = text("<!-- BEGIN SOLUTION -->\nBecause.\n<!-- END SOLUTION -->")
FIGURE = "# manual: true\n# BEGIN SOLUTION\nprint(double(2))\n# END SOLUTION"
COURSES = {
    "functions": (DOUBLE, DOUBLED),
    "a number": (DOUBLE, DOUBLED, VALUE),
    "words": (DOUBLE, DOUBLED, WORDS),
    "all": (DOUBLE, DOUBLED, VALUE, WORDS, FIGURE),
}
PLACES = {"`raise NotImplementedError`", "`...`", "the line that asks for words or work"}


@pytest.fixture(scope="module", params=COURSES)
def copy(request, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    course, _ = taken_over(folder, *COURSES[request.param])
    out = folder / "copy"
    typed(course, "release", "--chapters", "2", "--out", out, status=0)
    return out


def exercises(copy: Path, role: str) -> list[str]:
    cells = json.loads((copy / "notebooks" / "02-x.ipynb").read_text())["cells"]
    marked = [c for c in cells if c["metadata"].get("exercise", {}).get("role") == role]
    return ["".join(cell["source"]) for cell in marked]


def test_where_an_answer_goes_and_who_reads_it(copy):
    page = " ".join((copy / "START-HERE.md").read_text().split())
    said = {place for place in PLACES if place in page}
    for stub in exercises(copy, "stub"):
        places = [
            "`raise NotImplementedError`" if "raise NotImplementedError" in stub else "",
            "`...`" if stub.endswith("...") else "",
            "the line that asks for words or work" if "our work:" in stub else "",
            "the line that asks for words or work" if "Write your answer" in stub else "",
        ]
        assert {*filter(None, places)} & said, (stub, page)
    stubs = "".join(exercises(copy, "stub"))
    is_read = "Write your answer" in stubs or "our work:" in stubs
    assert ("read by a person" in page) == is_read
    assert ("Other plots" in page) == is_read
    assert ("Numbers worked out by hand" in page) == ("scale = ..." in stubs)
    assert "repair" not in page
    assert "looked at only then" not in page


def test_a_check_of_nothing_yet_shows_no_object_of_the_tool(copy):
    checks = [source for source in exercises(copy, "check") if "check(" in source]
    program = "from demo import check\nscale = double = ...\n"
    calls = [source.rpartition(" = ")[2] for source in checks]
    said = in_copy(copy, program + "\n".join(f"print({call})" for call in calls))
    assert "object at 0x" not in said
    assert ("A person reads it" in said) == any(call.endswith('")') for call in calls)
