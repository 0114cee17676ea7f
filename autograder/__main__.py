"""``python -m autograder`` is the command, and does not run what lies in this folder."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # before anything else is imported: Python put the folder there

from autograder.cli import main

main()
