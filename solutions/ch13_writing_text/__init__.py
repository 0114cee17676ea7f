"""Chapter 13, writing text: byte pairs, a model trained from nothing, and sampling.

One module an exercise; what several share is in ``_shared``.
"""
