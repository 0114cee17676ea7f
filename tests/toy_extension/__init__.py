"""A framework and a kind of exercise that are not the engine's, for its tests."""
