"""What goes wrong in carrying one vector into another run.

The runs change places, the edit acts at other layers or other places or not at all, or
something else than the logits comes back.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "the-other-way",
        "You carry the corrupted vector into the clean run. That asks what breaks the "
        "answer; here the corrupted run gets a clean vector.",
        change("run(clean)", "run(corrupted)")
        + change("run(corrupted, edit)", "run(clean, edit)"),
    ),
    Misconception(
        "every-layer",
        "You patch at every layer. `edit` is called after each: compare its first "
        "argument with `layer` and leave the others alone.",
        change("        if at != layer:\n            return hidden\n", "")
        + change("kept[layer, position]", "kept[at, position]"),
    ),
    Misconception(
        "from-layer-on",
        "You patch at `layer` and at all after it. What the rest of the model makes of "
        "the vector is the question; let it.",
        change("at != layer", "at < layer")
        + change("kept[layer, position]", "kept[at, position]"),
    ),
    Misconception(
        "one-layer-below",
        "You patch one layer below. `hidden[layer]` is what comes out of the layer, "
        "and edit(layer, ...) is called with just that.",
        change("at != layer", "at != layer - 1")
        + change("kept[layer, position]", "kept[at, position]"),
    ),
    Misconception(
        "one-vector-everywhere",
        "Your edit puts the vector in after every layer. It belongs to one: where the "
        "layer is another, return hidden as it is.",
        change("        if at != layer:\n            return hidden\n", ""),
    ),
    Misconception(
        "last-logits",
        "You return the logits of the last place alone. The run's logits have a row "
        "for every place: (n, vocab).",
        change("return logits", "return logits[-1]"),
    ),
    Misconception(
        "the-difference",
        "You return what the patch has changed. Asked for are the logits of the "
        "patched run.",
        change("return logits", "return logits - run(corrupted)[0]"),
    ),
    Misconception(
        "all-positions",
        "You replace the vectors of all positions. The rest of the model then sees the "
        "clean text, and nothing is left to learn. Replace one.",
        change("patched[position]", "patched[:]")
        + change("kept[layer, position]", "kept[layer]"),
    ),
    Misconception(
        "added",
        "You add the clean vector to the corrupted one. Replace it.",
        change("patched[position] =", "patched[position] +="),
    ),
    Misconception(
        "edit-not-used",
        "Your logits are those of the corrupted run. Is `edit` handed to run, and does "
        "it return the changed array?",
        change("run(corrupted, edit)", "run(corrupted)"),
    ),
    Misconception(
        "hidden-returned",
        "You return the hidden vectors. run gives (logits, hidden); logits are wanted.",
        change("logits, _ =", "_, logits ="),
    ),
    Misconception(
        "feature-patched",
        "You replace a column: one feature of every token. `hidden` is (n, d), and the "
        "position is its first axis.",
        change(
            "patched[position] = kept[layer, position]",
            "feature = min(position, hidden.shape[-1] - 1)\n"
            "        patched[:, feature] = kept[layer, :, feature]",
        ),
    ),
)
