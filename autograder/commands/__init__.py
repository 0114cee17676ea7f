"""The verbs of the ``autograder`` command, one module each."""
