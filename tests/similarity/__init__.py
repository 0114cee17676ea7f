"""Tests of the room ``similarity``: answers as files, to be compared."""
