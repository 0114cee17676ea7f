"""Chapter 03: scaled dot-product self-attention in NumPy, from projections to context.

Other chapters of the key import its references, above all ``softmax``.
"""
