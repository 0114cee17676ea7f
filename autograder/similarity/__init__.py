"""Find answers that are more alike than chance: a report to read, never a verdict."""
