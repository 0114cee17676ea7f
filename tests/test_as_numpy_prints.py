"""What one test does to NumPy's printing changes no other, also from a shared fixture."""

import numpy as np
import pytest


@pytest.fixture(scope="module")
def _cells_of_a_chapter() -> None:
    np.set_printoptions(floatmode="fixed")


@pytest.mark.usefixtures("_cells_of_a_chapter")
def test_arrays_are_printed_as_numpy_comes():
    assert str(np.array([200.0, 1.5])) == "[200.    1.5]"
