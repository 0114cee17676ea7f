"""The machine of the chapter: a slow memory in which everything that travels is counted."""

import numpy as np


class Machine:
    """A slow memory that holds arrays by name, and counts what travels."""

    def __init__(self, **arrays):
        self.slow = {name: np.array(a) for name, a in arrays.items()}
        self.loads = self.stores = 0

    def shape(self, name):
        """The shape of an array; to ask costs nothing."""
        return self.slow[name].shape

    def load(self, name, start=0, stop=None):
        """Rows start to stop of an array, a copy; its numbers are counted."""
        block = self.slow[name][start:stop].copy()
        self.loads += block.size
        return block

    def store(self, name, block, start=0):
        """Write a block over an array's rows from start on; its numbers are counted."""
        self.slow[name][start : start + len(block)] = block
        self.stores += block.size
