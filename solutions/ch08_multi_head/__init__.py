"""Chapter 08: several heads in NumPy, in PyTorch and in Keras.

Each framework is imported by its own exercises alone.
"""
