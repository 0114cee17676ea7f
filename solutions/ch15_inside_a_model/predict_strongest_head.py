"""Chapter 15: is what a head adds what is lost without it?"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "inside.predict_strongest_head",
    "Predict: without the head that looks",
    answer="a",
    order=70,
    section="15-inside-a-model#who-says-paris",
    **cells_beside(__file__),
)
