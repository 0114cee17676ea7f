"""What the grader computes for a student's process while that answers."""

import pytest

from autograder.sandbox.asked import MOST_CALLS, Services
from autograder.sandbox.wire import WireError, pack


def test_a_reference_is_called_so_often_and_no_more():
    """Whoever could ask without end would have the key's function for their own."""
    services = Services({"one": lambda: 1.0})
    nothing = [pack(part, bytearray()) for part in ((), (), ())]
    request = {"op": "call_reference", "name": "one", "arguments": nothing}
    for _ in range(MOST_CALLS["call_reference"]):
        assert "raised" not in services.result(request, b"", None)[0]
    with pytest.raises(WireError):
        services.result(request, b"", None)
