"""Tests of the room ``grading``: runs over a class, regrades and workers."""
