"""Ask an answer, compare what it gives, judge it, name the mistake, make its card.

The same line runs in a notebook, on a page and in the grader; only who calls the
answer differs.
"""
