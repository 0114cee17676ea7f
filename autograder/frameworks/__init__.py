"""The tensor libraries that answers may be written in, behind one interface.

A library is imported when an exercise first uses it; another library is one more module.
"""
