"""An answer key with a layer for each library, for when the course has none."""

from autograder import Chapter

CHAPTERS = (
    Chapter("torch-layer", "A PyTorch layer", "torchlayer", "layer_key.torch_layer"),
    Chapter("keras-layer", "A Keras layer", "keraslayer", "layer_key.keras_layer"),
)
