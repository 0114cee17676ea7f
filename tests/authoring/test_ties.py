"""Where a check cannot tell which of two equal values is right, the author is asked."""

from tests.authoring.test_made_of_notebook import again, taken_over


def test_the_message_on_ties_says_what_to_write_where_they_do_not_matter(tmp_path):
    votes = {"3, 7, 5": 1, "9, 7, 5": 0, "1, 2, 5": 2}
    asked = (f"assert first(np.array([{v}])) == {seat}" for v, seat in votes.items())
    solved = "def first(votes):\n    # BEGIN SOLUTION\n    return int(np.argmax(votes))\n"
    cell = "\n".join([solved, *asked])
    course, said = taken_over(tmp_path, cell)
    change = said.partition("A wrong answer passes: ")[2].partition(". It ignores")[0]
    assert " => " in change
    told = again(course, f"{cell}\n# %% same\n# Ties are decided by lot.\n# {change}\n")
    assert "A wrong answer passes" not in told
