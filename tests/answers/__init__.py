"""A corpus of answers to every exercise, and the verdict each should get.

One module an exercise, in a folder a chapter, with ``EXERCISE`` (the id) and
``ANSWERS``.  An answer is the text of the notebook's stub cell as a student leaves it,
written from the task and from what people ask in forums, not from the key.
"""
