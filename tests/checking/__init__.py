"""Tests of the room ``checking``: asking, comparing, judging, naming, showing."""
