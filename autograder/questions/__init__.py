"""Questions about an answer's own code, each with what running it gave."""
