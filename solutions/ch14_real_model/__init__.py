"""Chapter 14, a real language model: its file, its parts, and how it writes.

One module an exercise; what several share is in ``_shared``.
"""
