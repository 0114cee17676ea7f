"""Chapter 14, a real language model: its file, its parts, and how it writes.

One module an exercise; what the layer is tried on is in ``_layer``.
"""
