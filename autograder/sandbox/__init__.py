"""Run students' code in processes of their own and ask it questions.

``wire`` is the language, ``child`` the side that runs the student's code,
``warm`` the process children are forked from, ``session`` the trusted side.
"""
