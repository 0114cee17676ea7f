"""The kinds of question: each yields drafts from a run of the answer, and asks nobody."""
