"""A key of three chapters for a term: two to compute, one with a question in words."""

from autograder import Chapter

CHAPTERS = (
    Chapter("01-temperatures", "Temperatures", "temperature", "toy_key.temperatures"),
    Chapter("02-statistics", "Statistics", "statistics", "toy_key.statistics"),
    Chapter("03-scales", "Scales", "scales", "text_key.scales"),
)
