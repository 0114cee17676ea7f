"""Chapter 02: eight steps of attention by hand; ``_numbers`` works all arrays out."""
