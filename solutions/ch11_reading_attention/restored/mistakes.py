"""What goes wrong in patching at every layer and place.

Vectors of another run or another place are put in, something else than the token's
probability is followed, or it is compared with something else than what was lost.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "the-other-way",
        "You carry the corrupted run's vectors into the clean run. That asks what "
        "breaks the answer; here the corrupted run gets a clean vector.",
        change("corrupted_logits, _ =", "corrupted_logits, kept =")
        + change("run(corrupted, (", "run(clean, ("),
    ),
    Misconception(
        "own-vectors",
        "You give the corrupted run its own vectors back, so nothing changes. Keep "
        "what came out of the layers in the *clean* run.",
        change("corrupted_logits, _ =", "corrupted_logits, kept ="),
    ),
    Misconception(
        "logits",
        "You compare the token's logits. A logit alone says little: it is large or "
        "small beside the others. Take the softmax first.",
        change("powers[token] / powers.sum()", "logits[token]"),
    ),
    Misconception(
        "log-probabilities",
        "You compare logarithms of probabilities. That is done too, and gives other "
        "shares; asked for is the share of the lost *probability*.",
        change("powers[token] / powers.sum()", "np.log(powers[token] / powers.sum())"),
    ),
    Misconception(
        "largest-probability",
        "You follow the largest probability, whoever has it. Follow that of `token`.",
        change("powers[token]", "powers.max()"),
    ),
    Misconception(
        "not-a-share",
        "You return how much probability comes back. As a share, divide it by what "
        "was lost: clean minus corrupted.",
        change("(patched - broken) / (whole - broken)", "patched - broken"),
    ),
    Misconception(
        "share-of-the-whole",
        "You divide by the clean probability. Lost was only its difference from the "
        "corrupted one, and only that can come back.",
        change("(whole - broken)", "whole"),
    ),
    Misconception(
        "ratio",
        "You divide the patched probability by the clean one. Where nothing comes "
        "back that is not 0: take off the corrupted one, above and below the line.",
        change("(patched - broken) / (whole - broken)", "patched / whole"),
    ),
    Misconception(
        "probability-as-it-is",
        "You return the probability after the patch. How much of the lost one that "
        "is depends on what it was without: compare it with the corrupted and the "
        "clean.",
        change("(patched - broken) / (whole - broken)", "patched"),
    ),
    Misconception(
        "still-lost",
        "You return the share that is still missing. Asked for is what has come "
        "back, which is 1 minus that.",
        change("(patched - broken)", "(whole - patched)"),
    ),
    Misconception(
        "places-first",
        "Rows and columns have changed places: (layers, n), one row per layer.",
        change("return share", "return share.T"),
    ),
    Misconception(
        "one-layer-above",
        "Vector and place do not belong together: kept[l, p] came out of layer l, "
        "and that is where patch = (l, p, kept[l, p]) puts it.",
        change("(layer, place, kept", "((layer + 1) % len(kept), place, kept"),
    ),
    Misconception(
        "last-place-alone",
        "You patch the last place alone. The question is *where* the answer is "
        "carried: go through all places.",
        change("return share", "return share[:, -1]"),
    ),
    Misconception(
        "first-layer-alone",
        "You patch the first layer alone. A vector of a later layer has gathered "
        "more: go through all layers.",
        change("(layer, place, kept[layer, place])", "(0, place, kept[0, place])"),
    ),
)
