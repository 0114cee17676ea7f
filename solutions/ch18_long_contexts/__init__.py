"""Chapter 18: what followed for long texts: positions, caches, and other attentions.

All of it is NumPy and runs on the page.
"""
