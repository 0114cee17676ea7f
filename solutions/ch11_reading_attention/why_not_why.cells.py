# %% hint
# Choose two of the experiments of this section, and say what each showed.
