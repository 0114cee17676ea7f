"""A prediction: which share of a block's parameters is in the feed-forward layer.

The wrong letters all say too little: they count layers and not their entries.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "block.predict_share",
    "Predict: where the parameters are",
    answer="d",
    section="09-transformer-block#where-the-parameters-are",
    order=70,
    **cells_beside(__file__),
)
