"""For who writes a key: prove it, fill notebooks with its solutions, begin an exercise.

Nothing here runs while a class is graded.
"""
