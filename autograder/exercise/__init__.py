"""What an exercise is, and how a key of them is found and loaded.

Everything else builds on this package; it needs the standard library and NumPy alone.
"""
