"""A prediction: what smaller patches cost."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "image.predict_smaller_patches",
    "Predict: patches half as wide",
    answer="d",
    order=30,
    section="16-images#what-smaller-patches-cost",
    **cells_beside(__file__),
)
