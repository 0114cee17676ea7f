# %% mistake: a
# It is natural to think so, and many texts say it. But a token compares its query with
# keys, and its own key need not match best: token 3 gives itself a weight of only .119.
prediction = "a"
# %% mistake: c
# Token 1 has the smallest key, [0, 1, 1], so its score with each query is the smallest.
prediction = "c"
# %% mistake: d
# Equal weights need equal scores. Query 3 scores [4, 12, 10].
prediction = "d"

# %% hint
# Compare query 3, [2, 1, 3], with the three keys before you answer.
