"""Chapter 06: other ways to score a query with a key, and how sure the weights are.

All of it is NumPy; ``_shared`` draws the weights.
"""
