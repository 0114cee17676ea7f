"""Weights that are trained once and stored, so that no reader has to wait for them.

``python book/make_trained.py`` trains them and writes ``book/data/trained_*.json``.  A
network trained again gives other digits on another processor; a stored one does not.
"""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from attention_data import FOLDER, stored


def load_trained(model: nn.Module, name: str, which: str = "model") -> nn.Module:
    """Give a model the stored weights; it must have been made with the same sizes."""
    raw = base64.b85decode(stored(f"trained_{name}.json")["weights"][which])
    numbers = torch.from_numpy(np.frombuffer(raw, dtype="<f2").astype(np.float32))
    if len(numbers) != sum(p.numel() for p in model.parameters()):
        raise ValueError(f"{which} of {name} is a model of {len(numbers):,} weights")
    nn.utils.vector_to_parameters(numbers, model.parameters())
    return model.eval()


def keep(name: str, models: Mapping[str, nn.Module], **found: Any) -> Path:
    """Store the weights of models, in 16 bits each, and what was found in training."""
    weights = {}
    for which, model in models.items():
        numbers = nn.utils.parameters_to_vector(model.parameters()).detach().numpy()
        weights[which] = base64.b85encode(numbers.astype("<f2").tobytes()).decode()
    path = FOLDER / f"trained_{name}.json"
    parts = {**found, "weights": weights}.items()
    text = ",\n".join(f"{json.dumps(part)}: {json.dumps(kept)}" for part, kept in parts)
    path.write_text(f"{{\n{text}\n}}\n", "utf-8")
    return path
