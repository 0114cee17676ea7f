"""Attacks on our own grader: none earns a point, harms anybody or leaves anything."""
