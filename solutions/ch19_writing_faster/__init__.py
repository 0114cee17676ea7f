"""Chapter 19: drafts that one pass checks, and experts of which each token meets two.

All of it is NumPy and runs on the page.
"""
