"""Chapter 13's stored comparison of recipes, trained again where it says most."""

import json

import make_writing_recipes as recipes
import pytest

pytestmark = pytest.mark.slow


def test_the_recipes_come_out_as_they_are_stored():
    stored = json.loads(recipes.STORED.read_text(encoding="utf-8"))
    assert list(stored["recipes"]) == list(recipes.RECIPES)
    assert stored["steps"] == recipes.BASE.steps
    names = ("as in the chapter", "no schedule", "no weight tying")
    *_, again = recipes.measure(seeds=(2,), names=names)
    for found in (stored, again):
        base, constant, untied = (found["recipes"][n]["held_out"] for n in names)
        assert max(untied) + 1 < min(base)
        assert max(base) + 1 < min(constant)
