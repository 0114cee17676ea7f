"""The figures of the book: drawn by code, legible in light, dark and grey.

Installed as the package ``attention_figures`` so that a notebook finds them
wherever it is opened.  ``svg`` is the drawing kit; each chapter has a module
of its own beside it.
"""
