"""Chapter 02: eight steps of attention by hand, on published numbers.

Every exercise asks for an array; ``_numbers`` works all of them out.
"""
