"""``verify --doubtful`` lists names that are not sure to be true of who gets them."""

import re
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from toy_key.temperatures import TO_CELSIUS

from autograder import Case, Misconception, change
from autograder.authoring import doubtful
from autograder.authoring.doubtful import READ, doubts
from autograder.commands.verify import verify_command


def middle(x: np.ndarray) -> float:
    """The mean."""
    return x.mean()


def _numbers(n: int) -> Case:
    return Case(f"{n} numbers", lambda rng: (rng.normal(size=n),))


SUM = Misconception("sum", "You add up and do not divide.", change("x.mean", "x.sum"))
ODD = Misconception(
    "odd",
    "One too many, and for long ones the least.",
    """
    def middle(x):
        if len(x) > 3:
            return x.min()
        return x.sum() + 1
    """,
)
MEAN = replace(
    TO_CELSIUS,
    reference=middle,
    cases=(_numbers(2), _numbers(3), _numbers(4)),
    properties=(),
    misconceptions=(SUM, ODD),
)


def test_a_name_that_explains_some_calls_of_another_mistakes_answer_is_doubtful():
    found = {(each.made_of, each.name, each.change) for each in doubts(MEAN)}
    assert ("odd", "sum", "return x.sum() + 1 => return x.sum()") in found


def test_a_name_whose_results_an_answer_gives_in_every_call_is_sure():
    """Without its condition the other mistake *is* the sum, but for the 1."""
    only = replace(ODD, wrong="def middle(x):\n    return x.sum() + 1\n")
    assert list(doubts(replace(MEAN, misconceptions=(SUM, only)))) == []


def test_an_answer_into_which_the_named_mistake_was_made_has_it():
    both = replace(ODD, wrong=change("    return x.mean()", "    return x.mean() / len(x)"))
    made = replace(MEAN, misconceptions=(SUM, both))
    assert "sum" not in {each.name for each in doubts(made)}


def test_a_mark_is_another_one_where_the_sentence_changes():
    doubt = next(doubts(MEAN))
    others = replace(doubt, says="You add."), replace(doubt, made_of="another")
    assert len({each.mark for each in (doubt, replace(doubt), *others)}) == 3


@pytest.mark.slow
def test_the_command_lists_what_nobody_has_read(tmp_path, monkeypatch):
    def list_them() -> str:
        said = CliRunner().invoke(verify_command, ["--doubtful", "masks.batch_mask"])
        assert said.exit_code == 0, said.output
        return said.output

    monkeypatch.setattr(doubtful, "files", lambda package: tmp_path)
    said = list_them()
    assert "masks.batch_mask: 'window-forgotten' says: Your window" in said
    line = re.search(r"\n  (\w{8}) is said of 'window-one-too-narrow' with `", said)
    old = "01234567 masks.batch_mask Old."
    (tmp_path / READ).write_text(
        f"# as read\n{line[1]} masks.batch_mask So it is.\n{old}\n"
    )
    again = list_them()
    assert line[0] not in again
    assert f"{READ}: 01234567 marks no doubt any more: masks.batch_mask Old." in again
    assert again.endswith("; 1 more were read.\n")
