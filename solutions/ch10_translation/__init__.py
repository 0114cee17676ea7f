"""Chapter 10: what training and decoding a translator take.

All of it is NumPy; the models and their training are lessons, in ``attention_lessons``.
"""
