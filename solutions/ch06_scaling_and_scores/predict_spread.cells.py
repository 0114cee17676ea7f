# %% mistake: a
# That is the variance: it is a sum over the products and grows four times. A typical score
# grows with the standard deviation, the root of that.
prediction = "a"
# %% mistake: c
# That is what twice the dimension would do. Four times as many products give four times the
# variance; how much is that as a standard deviation?
prediction = "c"
# %% mistake: d
# The average stays at 0: positive and negative products cancel. But each product is random,
# and with more of them the scores spread further around that average.
prediction = "d"

# %% hint
# A score is a sum of d_k products, each with an average of 0 and a variance of 1.
# %% hint
# The variance of a sum of independent numbers is the sum of their variances. What is asked
# for is the standard deviation.
# %% hint
# The standard deviation is the root of the variance, and the variance is d_k.
