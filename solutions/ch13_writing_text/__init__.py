"""Chapter 13, writing text: byte pairs, a model trained from nothing, and sampling."""
