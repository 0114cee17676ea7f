"""Pages for people: the template engine and the words that all of them share.

A template lies in the room that renders it.
"""
