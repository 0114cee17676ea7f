"""Chapter 04: the same attention in TensorFlow, as a Keras layer, and its gradients.

Only the prediction can be imported without TensorFlow.
"""
