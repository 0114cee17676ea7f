"""Exercises done on the page, in a real browser with real Python in it."""
