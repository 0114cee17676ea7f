"""Answers to inside.patch."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "inside.patch"

BASE = """
def patch(run, clean, corrupted, layer, position):
    _, hidden_clean = run(clean)

    def edit(at, hidden):
        if at == layer:
            hidden = hidden.copy()
            hidden[position] = hidden_clean[layer, position]
        return hidden

    logits, _ = run(corrupted, edit)
    return logits
"""

ANSWERS = (
    right("an edit", BASE, "two runs"),
    right(
        "by keyword",
        edited(BASE, ("run(corrupted, edit)", "run(corrupted, edit=edit)")),
        "edit by its name",
    ),
    right(
        "in place",
        edited(BASE, ("            hidden = hidden.copy()\n", "")),
        "what edit is handed belongs to this run",
    ),
    right(
        "a callable",
        """
        class Editor:
            def __init__(self, vector, layer, position):
                self.vector, self.layer, self.position = vector, layer, position

            def __call__(self, layer, hidden):
                if layer != self.layer:
                    return hidden
                rows = np.arange(len(hidden))[:, None]
                return np.where(rows == self.position, self.vector, hidden)


        def patch(run, clean, corrupted, layer, position):
            vector = run(clean)[1][layer][position]
            return run(corrupted, edit=Editor(vector, layer, position))[0]
        """,
        "an object that is called",
    ),
    right(
        "a lambda, helper said",
        """
        def said(hidden, vector, position):
            return np.concatenate([hidden[:position], vector[None], hidden[position + 1:]])


        def patch(run, clean, corrupted, layer, position):
            vector = run(clean, None)[1][layer, position].copy()
            return run(
                corrupted,
                lambda at, h: said(h, vector, position) if at == layer else h,
            )[0]
        """,
        "joined anew; the helper's name is bound below",
    ),
    right(
        "caught on the way",
        """
        def patch(run, clean, corrupted, layer, position):
            caught = []

            def catch(at, hidden):
                caught.append(hidden[position].copy())
                return hidden

            def put(at, hidden):
                if at == layer:
                    hidden[position, :] = caught[layer]
                return hidden

            run(clean, catch)
            return run(corrupted, put)[0]
        """,
        "the clean vectors by an edit of their own",
    ),
    wrong(
        "the other way",
        edited(
            BASE,
            ("= run(clean)", "= run(corrupted)"),
            ("run(corrupted, edit)", "run(clean, edit)"),
        ),
        "corrupted into clean",
        "the-other-way",
    ),
    wrong(
        "every layer",
        edited(
            BASE,
            ("if at == layer:", "if True:"),
            ("hidden_clean[layer,", "hidden_clean[at,"),
        ),
        "at every layer",
        "every-layer",
    ),
    wrong(
        "one vector in every layer",
        edited(BASE, ("if at == layer:", "if True:")),
        "that vector at every layer",
        "one-vector-everywhere",
    ),
    wrong(
        "from layer on",
        edited(
            BASE,
            ("if at == layer:", "if at >= layer:"),
            ("hidden_clean[layer,", "hidden_clean[at,"),
        ),
        "from the layer on",
        "from-layer-on",
    ),
    wrong(
        "all positions",
        edited(
            BASE,
            (
                "hidden[position] = hidden_clean[layer, position]",
                "hidden[:] = hidden_clean[layer]",
            ),
        ),
        "all places",
        "all-positions",
    ),
    wrong(
        "one below",
        edited(
            BASE,
            ("at == layer", "at == layer - 1"),
            ("hidden_clean[layer,", "hidden_clean[layer - 1,"),
        ),
        "one layer too early",
        "one-layer-below",
    ),
    wrong(
        "added",
        edited(BASE, ("hidden[position] =", "hidden[position] +=")),
        "added",
        "added",
    ),
    wrong(
        "edit forgotten",
        edited(BASE, ("run(corrupted, edit)", "run(corrupted)")),
        "nothing is patched",
        "edit-not-used",
    ),
    wrong(
        "hidden",
        edited(
            BASE, ("logits, _ = run(corrupted, edit)", "_, logits = run(corrupted, edit)")
        ),
        "hidden vectors are returned",
        "hidden-returned",
    ),
    wrong(
        "the last logits",
        edited(BASE, ("return logits", "return logits[-1]")),
        "one place alone",
        "last-logits",
    ),
    wrong(
        "nothing returned by edit",
        edited(BASE, ("        return hidden\n", "")),
        "edit gives None: goes on unchanged",
        "edit-not-used",
    ),
    wrong(
        "a feature",
        edited(
            BASE,
            (
                "hidden[position] = hidden_clean[layer, position]",
                "hidden[:, 0] = hidden_clean[layer][:, 0]",
            ),
        ),
        "a feature for a place",
    ),
    wrong(
        "axes swapped",
        edited(BASE, ("hidden_clean[layer, position]", "hidden_clean[position, layer]")),
        "layer and place mixed up",
    ),
    wrong(
        "the difference",
        edited(BASE, ("return logits", "return logits - run(corrupted)[0]")),
        "what has changed, not the logits",
        "the-difference",
    ),
)
