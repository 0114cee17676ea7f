"""Questions to a class about the code that each student handed in."""
