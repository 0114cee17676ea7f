"""Chapter 11: numbers to read attention weights by.

All of it is NumPy; the model that is read is a lesson, in ``attention_lessons``.
"""
