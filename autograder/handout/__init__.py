"""A student's copy of a course: notebooks, examples and tools, without the solutions.

``bundle`` writes it; ``recorded``, ``salted_digest``, ``missing`` and ``student_answers``
work inside of it.
"""
