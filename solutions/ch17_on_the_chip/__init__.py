"""Chapter 17: attention and the two memories of a chip.

What counts loads and stores is NumPy and runs on the page.
"""
