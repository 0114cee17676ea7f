"""Tests of the room ``authoring``: proving and solving a key, and the author's guide."""
