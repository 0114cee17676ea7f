"""What the sentences of hints and cards stand on: the same scan over the answer key.

What a card says of the answer before it ("You divide by ...", "Your rows ...") is no claim
of this kind: ``autograder verify`` runs every known mistake and sees that the card is its
own.  The rest is scanned as a chapter is, and no sentence is left that no entry quotes;
``ASKED`` are those that say what the task is, or what the code shows.
"""

from __future__ import annotations

import re

from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from tests.claims import key_read
from tests.claims.register import SENTENCE_END, TASK, WORDS, Claim, Derived, one_line

OF_THE_ANSWER = re.compile(r"(You|Your|Yours|Each of your?|Every \w+ of yours)\b")


def texts_of(exercise: Exercise) -> list[str]:
    """All that an exercise says to a student: hints, cards, failed properties, rules."""
    kept = (*exercise.misconceptions, *exercise.properties, *exercise.rules)
    broken = [exercise.broken] if exercise.broken else []
    return [*exercise.hints, *(one.says for one in (*kept, *broken))]


def sentences() -> dict[str, list[str]]:
    """By chapter, each once: sentences with a word of reason or generality."""
    found: dict[str, list[str]] = {}
    key = load_key()
    for chapter in key.chapters:
        said = {
            one_line(sentence)
            for exercise in key.exercises(chapter)
            for text in texts_of(exercise)
            for sentence in SENTENCE_END.split(text)
            if sentence and WORDS.search(sentence)
        }
        found[chapter.name] = sorted(s for s in said if not OF_THE_ANSWER.match(s))
    return found


def not_quoted() -> dict[str, list[str]]:
    """Those in which no quote of ``CLAIMS`` stands."""
    quotes = [claim.says for claim in CLAIMS]
    return {
        chapter: [one for one in said if not any(quote in one for quote in quotes)]
        for chapter, said in sentences().items()
    }


ALIKE = "softmax(s + c) = softmax(s): e^c stands in every term above and below the line."
LOW = "e^x is 0 in floating point for x far below 0, and the row's maximum is far above x."
ADDITIVE = (
    "v . (W_q q + W_k k) = v . W_q q + v . W_k k, and the first is the same for every k."
)
CLAIMS = [
    Claim(
        "Every tile of keys has its share in it: add",
        Derived("dQ = dS K / sqrt(d) sums over keys."),
    ),
    Claim(
        "Every tile of queries has its share in it: add",
        Derived("dK = dS^T Q / sqrt(d) and dV = P^T dO sum over queries."),
    ),
    Claim(
        "what the forward pass kept makes every total known before the first tile",
        Derived("exp(S - L) with L the logarithm of a row's sum is the softmax."),
    ),
    Claim(
        "so that a vector compared with itself gives 1", Derived("a . a / (|a| |a|) = 1.")
    ),
    Claim(
        "the answer should be that value, because the weights add up to 1",
        Derived("sum_i w_i v = v sum_i w_i = v."),
    ),
    Claim("The query then adds the same number to every score", Derived(ADDITIVE)),
    Claim("Without it the query adds the same number to every score", Derived(ADDITIVE)),
    Claim(
        "Without it the query's part is the same number for every key", Derived(ADDITIVE)
    ),
    Claim("Bent separately, the query's part is the same for every", Derived(ADDITIVE)),
    Claim("its own key need not match best", Derived("q_i . k_i may be below q_i . k_j.")),
    Claim("Only differences count", Derived(ALIKE)),
    Claim("A softmax cannot give weight to nothing.", Derived("Its weights sum to one.")),
    Claim(
        "pairs that come round often have been at every angle",
        Derived("After a whole turn the angles come again."),
    ),
    Claim(
        "In the training it has been at every angle, a thousand times.",
        Derived("8,192 positions at one radian each are 1,304 turns."),
    ),
    Claim(
        "It would be so if weight went only to tokens that say something.",
        Derived("What has no weight can go: the sums stay as they are."),
    ),
    Claim(
        "New is only what lies beyond the last angle of a pair that has not come round.",
        Derived("After a whole turn the angles come again."),
    ),
    Claim(
        "is alone with it copies it once more, and it is never freed",
        Derived("A count that is one too high is 2 for one user, and 1 for none."),
    ),
    Claim(
        "It cannot: the first tokens stand as often as before.",
        Derived("E(k + 1) - E(k) = a^(k + 1), which is not negative."),
    ),
    Claim(
        "what is not left must be 0, and the rest is only scaled.",
        Derived("P(out = t) = min(p, q) + (1 - sum min(p, q)) r, so r = (p - q)+ / sum."),
    ),
    Claim(
        "divides by 1 - a, which is 0 for a draft that is always right",
        Derived("a = 1 makes 1 - a = 0."),
    ),
    Claim(
        "Where the draft is always right you divide 0 by 0.",
        Derived("1 - 1^(k + 1) = 0 and 1 - 1 = 0."),
    ),
    Claim(
        "Where only k tokens stand, row k is the one that has read nothing wrong.",
        Derived("Row k has read k drafted tokens, and row k + 1 the refused one."),
    ),
    Claim(
        "Every pair may where the last key is not after the first query.",
        Derived("i >= j for all pairs if and only if min i >= max j."),
    ),
    Claim(
        "Most tiles have no mask, and one below the diagonal is whole.",
        Derived("Of m (m + 1) / 2 tiles the diagonal cuts m; below it every i > every j."),
    ),
    Claim(
        "Only the last one is right: store once, after the inner loop.",
        Derived("Before the last tile the total lacks the powers of keys to come."),
    ),
    Claim(
        "With ten times the bytes a program cannot get faster.",
        Derived("max(w, t) grows with t."),
    ),
    Claim("Adding does not: every exponential grows by the same factor", Derived(ALIKE)),
    Claim("must not change the weights: only differences between scores", Derived(ALIKE)),
    Claim("must not change the perplexity: only differences between", Derived(ALIKE)),
    Claim("each row of scores as a whole, and a softmax does not see that", Derived(ALIKE)),
    Claim("a softmax sees only differences: the mask has no effect", Derived(ALIKE)),
    Claim("because they differ by a constant in each row", Derived(ALIKE)),
    Claim("All the weights cannot grow", Derived("Their sum is 1 before and after.")),
    Claim(
        "it changes nothing and keeps every exponent at or below zero",
        Derived("s_i - max(s) <= 0; and " + ALIKE),
    ),
    Claim("every exponential underflows", Derived(LOW)),
    Claim("every exp() is 0", Derived(LOW)),
    Claim(
        "what a token looks for cannot differ from what it offers",
        Derived("q = x W = k, for every x."),
    ),
    Claim(
        "A backward pass only multiplies and adds what comes from above",
        Derived("The derivative of a function is linear: J^T (2 g) = 2 J^T g."),
    ),
    Claim(
        "A query bias is multiplied by a different key in every column",
        Derived("(q_i + b) . k_j = q_i . k_j + b . k_j; q_i . (k_j + b) = ... + q_i . b."),
    ),
    Claim(
        "Every score moves the other weights of its row",
        Derived("d w_j / d s_i = -w_i w_j."),
    ),
    Claim(
        "raise one, and every other weight falls", Derived("e^s_j / sum, the sum grows.")
    ),
    Claim("no square is negative", Derived("x^2 >= 0 for real x.")),
    Claim("nothing in q W k^T bends", Derived("q W (2 k)^T = 2 q W k^T.")),
    Claim(
        "gives nan: its largest score is -inf, and -inf - -inf is nan",
        Derived("IEEE 754: infinity minus infinity is no number."),
    ),
    Claim("this layer could then only ever raise features", Derived("relu(x) >= 0.")),
    Claim(
        "every ReLU would bend at zero and nowhere else",
        Derived("relu(w . x) bends where w . x = 0."),
    ),
    Claim(
        "Only then is moving on by k positions a rotation",
        Derived("The angles of a pair have to grow by the same k w for both."),
    ),
    Claim("and those are never positive", Derived("log p <= 0 for p <= 1.")),
    Claim("A perplexity is never below 1", Derived("exp(-log p) >= 1 for p <= 1.")),
    Claim("A log-probability is negative", Derived("log p <= 0 for p <= 1.")),
    Claim(
        "can only be met by a model that gives every id a little",
        Derived("Cross-entropy is least where p = t: Gibbs' inequality."),
    ),
    Claim(
        "so that the flattest slope is always 2**-8", Derived("h = n_heads: -8 h / n = -8.")
    ),
    Claim(
        "leaves none more than 2.72 times as large as another",
        Derived("Weights lie between 0 and 1: e^1 / e^0 = 2.72 at most."),
    ),
    Claim("A rotation keeps the length", Derived("R^T R = 1.")),
    Claim(
        "there are 4 times as many queries, and each of them meets 4",
        Derived("(4 n)^2 = 16 n^2."),
    ),
    Claim("at 0.5 every difference between logits counts twice", Derived("z / 0.5 = 2 z.")),
    Claim(
        "so the weights come out too even",
        Derived("A larger divisor makes the scores' differences smaller."),
    ),
    Claim("Two reshapes undo each other", Derived("Neither moves a number in memory.")),
]
ASKED = """
    Only the directions should count.
    Only the scores are wanted here
    Each score depends on the query and its own key only.
    Only those of token 2 are wanted.
    This is only token 1's row.
    Each row must depend on its own query only.
    Here every query's copy of every value is still wanted.
    Nothing is hidden here: every query may attend to all keys.
    Only the last chunk of keys is in your result.
    Square every entry, then add
    only the three matrices are wanted
    which are only computed on the way
    and `forward` only one
    Only the names are new.
    The comment says: the same every time.
    so that each stage can be exchanged alone
    Every query should ask the same question
    Each query has an entropy of its own
    Only a weight of zero needs something else.
    Only the term of that weight should be 0.
    For a plain mean every open key has to get the same score.
    so that the first token of every sequence stands at position 0
    The number of columns is max_len, always.
    only what lies beyond max_len is cut
    What joins it with the table so that all conditions have to hold?
    What should W_v be, so that a value is its token?
    Every head sees every token, and a part of its features
    No mask is asked for here: every token may attend to every token.
    None means that every token may attend to every token.
    In every head, row i must come from token i alone.
    double only one of the two
    Every token has its own mean and its own variance.
    Only the tokens that three of its layers are given change.
    a sine in every even column
    Every row has to start with bos_id
    Keep only the positions where targets != pad_id.
    Only what ends with eos_id is finished.
    only eos_id, or the limit, ends it
    as in PyTorch, every id gets smoothing / vocabulary
    the right id gets only smoothing
    every head keeps its own score
    Every layer has a residual connection
    Here every pair of query and key keeps its own.
    Only the previous one is asked for
    so only n - 1 tokens count
    only the n - period later ones count
    No mask is asked for: every query attends to every key.
    Give every query head its keys and values first.
    Only what was appended first is kept
    Only what was appended last is kept.
    These windows look back only.
    Every occurrence counts.
    Under the causal mask every place is a prediction
    Call optimizer.zero_grad() in every step
    Every one of the 30 layers keeps its own keys and values.
    Every vector is divided by its own
    Every vector is normed by itself
    Only a token that was written ends the text.
    silu is applied to one of them only
    Every head keeps its own.
    Every layer is read by itself
    Every position is asked
    Every token is normalised by itself
    every token gets the mean itself
    The lens reads every layer
    Every patch gets it, the class token does not.
    every image has n patches of its own
    The patches must hold every pixel of the image once
    This still gives, in every call, what the code that you were given gives.
    All of it happens in every head.
    Only the context is yours to fill.
    where every pair may attend, some pair may
    Call u_i what token i writes, so that it adds k_i u_i^T.
    Mask before the softmax: key j for query i only where j <= i.
    Every token has the same weight in your context.
    Only the rotary part is turned: the matrices of the others are to be folded
    Every token meets every expert.
    Greedy decoding would never have written it.
    There are two a token, so that your f sums to two.
"""
CLAIMS += [Claim(line.strip(), TASK) for line in ASKED.strip().splitlines()]
CLAIMS += key_read.CLAIMS
