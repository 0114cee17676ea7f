"""Chapter 14, a real language model: its file, its parts, and how it writes."""
