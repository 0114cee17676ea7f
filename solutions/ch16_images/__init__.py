"""Chapter 16, images: patches as tokens.

One module an exercise; what several share is in ``_shared``.
"""
