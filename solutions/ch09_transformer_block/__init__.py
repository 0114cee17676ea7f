"""Chapter 09: the parts of a Transformer block, and its encoder and decoder.

The small parts are NumPy, the blocks PyTorch; ``_attention`` is what all of them use.
"""
