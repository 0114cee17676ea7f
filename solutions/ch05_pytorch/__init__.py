"""Chapter 05: the same attention in PyTorch, as a module, and its backward pass by hand.

Only the prediction can be imported without PyTorch.
"""
