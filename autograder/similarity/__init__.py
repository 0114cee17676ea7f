"""A class's answers as files, for a program that finds those that are alike."""
