"""Exercises in the reader's browser: what runs there, in Pyodide, in a worker.

``desk`` is what the page talks to.  It checks with the same ``autograder`` and
the same key as the notebook; the build puts them into bundles,
what every page needs into one and each chapter's own into another.
"""
