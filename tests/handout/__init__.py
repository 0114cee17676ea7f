"""Tests of the room ``handout``: a student's copy."""
