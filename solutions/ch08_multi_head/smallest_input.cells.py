# %% mistake: one-feature-a-head
# Both splits agree here. With two features each of the two heads gets one, and there is no
# other way to deal them out. How many must a head have?
smallest_input = _counted(1, 1, 2)
# %% mistake: numbers-alike
# Both splits agree here. The shape is large enough, but the numbers that change places are
# equal, so the result does not show it.
smallest_input = np.zeros((1, 1, 4))
# %% mistake: too-large
# That shows the fault, and less would do. Ask of each axis whether it is needed: does a
# number ever move to another token, or to another sequence?
smallest_input = _counted(1, 2, 4)
# %% mistake: another-form
# Neither split takes this. Both want an array of numbers with three axes, (batch, n, d),
# and d has to be even for two heads.
smallest_input = _counted(4)

# %% right: counted
# 0, 1, 2, 3
smallest_input = np.arange(4).reshape(1, 1, 4)
# %% right: one that is not like the others
# a single 1
smallest_input = np.eye(4)[None, 1:2]
# %% right: lists
# no array
smallest_input = [[[1.0, 2.0, 3.0, 4.0]]]
# %% right: drawn
# any numbers
smallest_input = np.random.default_rng(0).normal(size=(1, 1, 4))
# %% right: below zero
# new axes in front
smallest_input = -np.arange(4.0)[None, None]
# %% right: two alike
# 5, 0 and 7 differ
smallest_input = np.array([[[5, 0, 7, 7]]])
# %% wrong, not_attempted: not begun
# the stub
smallest_input = ...
# %% wrong, one-feature-a-head: two features
smallest_input = np.arange(2).reshape(1, 1, 2)
# %% wrong, one-feature-a-head: two tokens of two
smallest_input = np.arange(4).reshape(1, 2, 2)
# %% wrong, too-large: two tokens of four
smallest_input = np.arange(8).reshape(1, 2, 4)
# %% wrong, too-large: six features
smallest_input = np.arange(6).reshape(1, 1, 6)
# %% wrong, too-large: two sequences
smallest_input = np.arange(8).reshape(2, 1, 4)
# %% wrong, numbers-alike: the outer two differ
smallest_input = [[[0, 1, 1, 2]]]
# %% wrong, another-form: an odd width
smallest_input = np.arange(3).reshape(1, 1, 3)
# %% wrong: nan
# nan differs from itself
smallest_input = np.full((1, 1, 4), np.nan)
# %% wrong: empty
# both splits take it
smallest_input = np.zeros((0, 1, 4))

# %% hint
# Write down which features head 0 gets of six, by each of the two.
# %% hint
# Only features change places, within one token. What does that say about the first two
# axes?
# %% hint
# With two features a head has one, and both agree. Take the next width that two heads can
# share, and numbers that differ where the two disagree.
