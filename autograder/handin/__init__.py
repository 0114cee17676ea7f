"""Read what a class handed in: whose it is, when it came, which attempt counts."""
