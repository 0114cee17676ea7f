"""Chapter 16, images: patches as tokens."""
