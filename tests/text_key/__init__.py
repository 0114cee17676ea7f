"""A key with a question in words, beside one that is checked."""

from autograder import Chapter

CHAPTERS = (Chapter("01-scales", "Scales", "scales", "text_key.scales"),)
