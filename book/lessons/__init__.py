"""Code that chapters import and that answers no exercise: data, training, measurements.

Notebooks import it as ``attention_lessons``; it travels with them.
"""
