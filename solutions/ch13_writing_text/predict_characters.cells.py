# %% mistake: a
# The next piece is one of hundreds, the next character one of about a hundred, and after
# most characters few can follow. Guessing a character is easier.
prediction = "a"
# %% mistake: b
# Its perplexity is lower, but it has to guess more than twice as often for the same text.
# Count per character, not per guess.
prediction = "b"
# %% mistake: d
# A piece is two characters and more, so what came before it tells more. The two models do
# not know the same.
prediction = "d"

# %% hint
# Which is easier to guess: the next letter of a word, or the next two together?
# %% hint
# A lower perplexity per guess does not help if there are more guesses. And how far back
# does one piece reach, how far one character?
# %% hint
# Try it on paper: "th" is followed by few letters; "t" by many.
