"""Notebooks as text: read what was handed in, find the answer in it, cut out what it needs.

Also the way back: from a chapter's text to the notebook that a student opens.
"""
