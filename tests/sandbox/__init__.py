"""Tests of the room ``sandbox``: the student's process and its wire."""
