# %% mistake: b
# It wrote Paris for France, so one expects Rome. But it was asked in another form, and
# small models know many facts in some forms of words and not in others.
prediction = "b"
# %% mistake: c
# To say so it would have to find those words likely. It writes the likeliest tokens, and
# after a question those look like an answer.
prediction = "c"
# %% mistake: d
# It has read far more than one country's name, and an instruction-tuned model answers the
# question that it is asked, in the form of an answer.
prediction = "d"

# %% hint
# What was the model trained to do when it does not know: to say so, or to go on?
# %% hint
# Greedy decoding writes the likeliest token each time. No step checks whether it is true.
# %% hint
# Its answer has the form of a place in Italy.
