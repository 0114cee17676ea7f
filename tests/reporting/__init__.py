"""Tests of the room ``reporting``: feedback and report."""
