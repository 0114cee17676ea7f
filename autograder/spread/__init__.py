"""Spread the grading over processes and machines, and bring the results together."""
