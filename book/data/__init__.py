"""What chapters show and no chapter computes: the files beside this one.

Imported as ``attention_data``; in the clone and in the wheel the files lie here.
"""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
