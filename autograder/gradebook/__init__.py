"""What is kept of a class: results, overrides, settings, and the grades they come to.

What was found is stored; what a student is given is computed from it.
"""
