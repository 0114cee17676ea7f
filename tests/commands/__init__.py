"""Tests of the room ``commands``: the command line."""
