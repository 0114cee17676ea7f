"""Tests of the room ``notebooks``: reading, cutting and making notebooks."""
