"""From what was handed in to results: one submission, a class, the workers.

Also what a result depends on, so that only what a change touches is graded again.
"""
