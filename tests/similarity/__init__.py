"""Tests of the room ``similarity``: answers that are alike."""
