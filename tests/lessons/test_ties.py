"""Equal scores are equal in any order of their sums: whole numbers, or far apart."""

import numpy as np
import pytest

from autograder.exercise.questions import questions
from solutions.ch19_writing_faster.mixture_of_experts import EXERCISE


def are_whole(*arrays):
    return all(np.array_equal(a, np.round(a)) for a in arrays)


@pytest.mark.parametrize("seed", range(20))
def test_which_experts_a_token_meets_is_no_matter_of_rounding(seed):
    for question in questions(EXERCISE, seed):
        x, W_router = question.arguments[:2]
        ranked = -np.sort(-(x @ W_router), axis=1)
        apart = ranked[:, 1:2] - ranked[:, 2:3] > 1e-6 * np.abs(ranked).max()
        assert apart.all() or are_whole(x, W_router), question.case.name
