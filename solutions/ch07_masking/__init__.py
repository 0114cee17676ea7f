"""Chapter 07: padding, masks, and a softmax that keeps to them.

A mask is Boolean everywhere in this key, and True means may attend.
"""
