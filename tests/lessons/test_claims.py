"""What a chapter says in a sentence, and no cell of it runs."""

import pickle
from pathlib import Path

import pytest
import torch


class Unpleasant:
    def __reduce__(self):
        return print, ("this ran while the file was being loaded",)


def test_torch_load_refuses_code_unless_told_otherwise(tmp_path: Path, capsys):
    """Chapter 10: ``weights_only=True`` is the default."""
    torch.save(Unpleasant(), tmp_path / "checkpoint.pt")
    with pytest.raises(pickle.UnpicklingError):
        torch.load(tmp_path / "checkpoint.pt")
    assert capsys.readouterr().out == ""
