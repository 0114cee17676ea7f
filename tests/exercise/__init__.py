"""Tests of the room ``exercise``: plain values and where results come from."""
