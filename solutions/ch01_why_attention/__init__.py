"""Chapter 01: how alike two words are, and how a query mixes values by likeness.

One module per exercise; nothing is scaled yet, and the weights have no matrices.
"""
