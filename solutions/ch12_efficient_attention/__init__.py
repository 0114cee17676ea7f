"""Chapter 12: attention that costs less memory or less time.

All of it is NumPy; the measurement on a GPU is a lesson, in ``attention_lessons``.
"""
