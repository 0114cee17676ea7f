"""Chapter 15, inside a real model: ablation, patching, and what heads contribute."""
