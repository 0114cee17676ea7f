"""A student's copy of a course: notebooks, examples and tools, without the solutions.

``bundle`` writes it; ``recorded``, ``sealed``, ``missing`` and ``own`` work inside of it.
"""
