"""Chapter 15, inside a real model: ablation, patching, and what heads contribute.

One module an exercise; what several share is in ``_shared``.
"""
