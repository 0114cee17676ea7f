"""Sentences of hints and cards that were read one by one, by what they stand on."""

from __future__ import annotations

from tests.claims.register import TASK, Claim, Derived

# A reason, and the sentences that follow from it.
FOLLOWS = {
    "sum_j w_j (2 v_j) = 2 sum_j w_j v_j.": """
        Doubling every value should double the context
        every value counts, each by its weight""",
    "Only values are added up: keys stand in the scores and nowhere else.": """
        Keys only decide the weights; what the store hands over is its values
        What a token hands over is its value, self.value(x); without it
        What a token hands over is then tied to what it is found by
        the values are met after the softmax, and never by the scale""",
    "Shapes: a product needs inner sizes that are equal, a sum equal ones or 1.": """
        It runs only when there are as many words as features
        That runs only when both have the same width
        NumPy adds the first to every row of the second by itself
        Only `build` gets to know `d_model`
        only weights.mT @ grad_output fits
        and returns the same shape, so it gives every token's query at once
        That works only where the two are equal or h_kv is 1
        That is right when there is only one; with h_kv of them
        broadcasting serves every sequence of a batch with it
        Each length has to meet every position
        so that the shapes become (..., n_k, n_q, 1)
        so that they broadcast
        repeats it for every image without copying""",
    "W_q and W_k have one shape, and so have their gradients.": """
        Both have the same shape, so only the numbers give it away""",
    "An array of whole numbers keeps whole numbers alone; so does //.": """
        it cuts every entry off to a whole number
        every weight is cut off to 0 or 1
        so that scores which differ become alike""",
    "np.swapaxes names two axes, .T turns all of them, a reshape moves no number.": """
        Swap only the last two
        .T turns all three axes around, so that sequences get mixed
        so that one column holds parts of several keys
        only the last two axes may be swapped
        In a batch only the last two axes may change places
        turns only the last two axes of k
        and never swaps an axis
        It only puts brackets into each row; nothing moves
        Every shape is right on the way, and at the end
        A reshape never gives a shape that you did not ask for
        A reshape only cuts the pixels into runs
        First give every token's d features a shape of their own
        The split and the merge only move numbers
        That fits one number of axes only
        `x` stands on the left, so that tokens stay rows""",
    "(Q K^T)_ij = q_i . k_j: all queries with all keys, key j in column j.": """
        for every query with every key: a matrix product
        Every query meets every key
        key j is met by every query i
        value j collects from every query i
        Which *keys* are filler does not depend on the query""",
    "e^s / sum e^s: the largest term decides how small the others are.": """
        A softmax picks one key only where its score is far ahead
        Adding 100 keeps every difference between them
        take e^100 out of every term
        The factor is in every term above the line
        then only a fully masked row needs care
        every exponential underflows
        Only -inf is below every score
        Start below every score
        only then do the weights sum to one
        so that the open weights add up to one""",
    "One softmax is over all the keys: its sum needs each of them.": """
        so that each softmax still sees a whole row
        The others count as well, only less: all keys have to meet in one softmax
        Chunks are only a way to go through the rows
        The blocks are only a way to go through the keys""",
    "The softmax of equal scores is even; with q = 0 every score is 0.": """
        whatever the token: then every score is 0
        so all keys are alike and every weight is the same
        Every kept token gets the same weight, whatever the query is
        Used as it is, every query would read filler only""",
    "A derivative flows along what was recorded, and through nothing else.": """
        and no gradient passes through tf.round
        because rounding passes none on
        and a GradientTape cannot follow them there
        Training cannot change these two
        training can never improve them
        it has no gradient and never learns
        takes no part in the result and never learns
        norm1 and norm2 take no part and never learn
        and its kernel and bias never learn
        W_q and W_k reach the output only through the softmax
        The key bias is part of every score, so autograd does arrive there
        What depends on a parameter has to be computed anew in every call
        The slope changes too, in every step of training
        take their number from x every time""",
    "Keras 3.15: a layer that holds a tf.Variable has no weights (tried).": """
        Keras sees no weights in your layer, and would never train them""",
    "q_i . (k_j + b) = q_i . k_j + q_i . b.": """
        The bias b adds q_i . b to every score in row i
        The key bias does take part in every score
        Chapter 02 gave every key the same bias""",
    "softmax(P s) = P softmax(s), and values go with their keys.": """
        every query should still gather the same output""",
    "What a function gives depends on its arguments, or on chance.": """
        Something random is at work""",
    "d w_i / d s_j = w_i (1 if i = j else 0) - w_i w_j.": """
        A score raises the numerator of its own weight
        beside it a score only makes the sum larger
        The first is there on the diagonal only
        There are two cases: j = i""",
    "log(w + 1) is no log(w); nan + x is nan; -1 <= tanh <= 1.": """
        and changes every other logarithm as well
        so that its entropy is lost
        it only squeezes every score between -1 and 1
        puts a 1 in the place of every 0""",
    "|q| stands in every score of its row, sqrt(d_k) in all rows.": """
        so that each row is divided by its own
        so that their rows of scores differ in size
        only d_k comes under a root""",
    "v . tanh(q W_q + k W_k), Bahdanau's: a sum in the brackets.": """
        This score is called additive because""",
    "The sum has padding in it; the divisor has not.": """
        Only the division knows the lengths
        Only the count knows about padding
        Add a position of filler to every sentence, and your vectors change""",
    "A head's dot products have d / n_heads terms.": """
        A head's queries are only d // n_heads long
        A head's queries are only embed_size // num_heads long
        so that each head gets weights of its own
        Only features change places, within one token""",
    "x + part(norm(x)): the plus has x itself.": """
        The norm is for the part's eyes only
        throws away every negative feature of a token before anybody""",
    "Input i holds target i - 1; the causal mask shows input 0 to i.": """
        then reads the very id it has to predict""",
    "log p_i = z_i - log sum e^z: the last term is the beginning's own.": """
        They are log-probabilities only up to a constant""",
    "Shares of one: V times smoothing / V is smoothing.": """
        every id gets smoothing / vocabulary of it
        They share it: each gets smoothing / vocabulary""",
    "(A B)_ij = sum_m A_im B_mj; I I = I; rows that sum to one stay so.": """
        through every token m in between
        should leave the rollout as it is
        Row i should say where *output* i comes from""",
    "Entry d is the mean over queries with a key d places back.": """
        Only the last token has one n - 1 places before it
        The previous token is another one for every query
        Every later token has a previous occurrence too""",
    "(restored - corrupted) / (clean - corrupted).": """
        Lost was only its difference from the corrupted one""",
    "The same queries, keys and values give the same context.": """
        because they share keys and values""",
    "The bias is to be 0 for keys to come; the slope is each head's.": """
        so that future keys gain
        Each has its own, so that some look near and others far""",
    "Two windows of w that stand one apart share w - 1 places.": """
        only the furthest one brings tokens that are new""",
    "Pieces 0 1, 1 2, 2 3: each but the ends is in two pairs.": """
        Every piece has a neighbour on either side""",
    "A loss is never negative: their sum grows, their mean need not.": """
        It grows with every token; perplexity is per token
        1 is a model that is sure and right every time""",
    "A tensor holds its graph; a Python number does not.": """
        A list of those keeps memory for every step""",
    "Chapter 13 computes both perplexities, and its table has hundreds of pieces.": """
        and after most characters few can follow""",
    "Q4_1: scale and minimum in front of 32 numbers of 4 bits.": """
        There are two of them in every block""",
    "RMSNorm: x / sqrt(mean(x^2)); LayerNorm takes the mean off first.": """
        RMSNorm leaves the mean where it is and divides only""",
    "x / (1 + inf) = 0, which is the limit; e^-|x| <= 1.": """
        np.exp(-np.abs(gate)) never warns""",
    "Without silu, gate times up is a product.": """
        There is no silu in what you compute, only products""",
    "Softmax keeps the order of the logits.": """
        The most likely token has the largest one
        The largest logit is the most likely token""",
    "Keys and values are cached; three heads of each, nine of queries.": """
        It grows with every call: pass on the last one
        Only keys and values are kept, and there are three heads""",
    "Norms and feed-forward networks work on each token alone.": """
        Only attention carries anything from one place to another""",
    "Without positions attention is permutation equivariant: chapter 06.": """
        the model cannot tell a patch at the top from one at the bottom
        which cannot know where a patch was
        patch 5 comes from the same part of the digit every time
        and the same for every image: it collects by attention""",
    "Shares: x_j / sum x over the patches alone.": """
        so that the patches' shares sum to one""",
}
ASKED = """
    The most probable comes first.
    Count from the end, where the words always are.
    with that spelling moves the row a little
    a score for every key, weights from the scores
    so that the keys come before the queries
    to ask this for every position and every sequence at once
    W_v says what is passed on: here every feature
    and never divide by a sum of 0
    so that the heads come before the tokens
    so that each token has its heads next to it
    Only then make one axis of the last two
    where it is only noticed
    only the names of the functions change
    one row a position, so that it can be added to the tokens
    is every row without its last id
    one for the first place of every row
    The value should say what the token is and never where
    A small loss would mean that the first layer only helps.
    you return the one that leaves the most
    Why has every query a finite score in the first one?
    Every query sees all keys.
    `append` only keeps.
    only keys and values need the axis of tokens
    Once every query head has its keys and values
    and print every position that goes into apply_rope
    then every step is for all blocks at once
    are the outputs of those heads at every token
    the token would have to know the word
    so that it can see what you kept
    have a row for every place: (n, vocab)
    Every patch is in its place, but mirrored
"""


def lines(text: str) -> list[str]:
    """Each line of a block without what stands around it."""
    return [line.strip() for line in text.strip().splitlines()]


CLAIMS = [
    *(Claim(q, Derived(why)) for why, quotes in FOLLOWS.items() for q in lines(quotes)),
    *(Claim(quote, TASK) for quote in lines(ASKED)),
]
