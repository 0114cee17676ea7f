"""An answer key for another course: the weather.

The engine's tests grade with this one, which shows that the engine knows
nothing about attention.
"""

from autograder import Chapter

CHAPTERS = (
    Chapter("01-temperatures", "Temperatures", "temperature", "toy_key.temperatures"),
    Chapter("02-statistics", "Statistics", "statistics", "toy_key.statistics"),
)
