"""A page on this machine: read one answer, and say it to all who wrote the same."""
