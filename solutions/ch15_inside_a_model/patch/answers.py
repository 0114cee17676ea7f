"""Answers to inside.patch that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "an edit",
        """
        def patch(run, clean, corrupted, layer, position):
            _, hidden_clean = run(clean)

            def edit(at, hidden):
                if at == layer:
                    hidden = hidden.copy()
                    hidden[position] = hidden_clean[layer, position]
                return hidden

            logits, _ = run(corrupted, edit)
            return logits
        """,
        "two runs",
    ),
    right(
        "by keyword",
        change("run(corrupted, edit)", "run(corrupted, edit=edit)"),
        "edit by its name",
        of="an edit",
    ),
    right(
        "in place",
        change("            hidden = hidden.copy()\n", ""),
        "what edit is handed belongs to this run",
        of="an edit",
    ),
    right(
        "None for the other layers",
        change("        return hidden\n", "            return hidden\n"),
        "where edit returns nothing, the run goes on as it was",
        of="an edit",
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
        change("run(clean)", "run(corrupted)")
        + change("run(corrupted, edit)", "run(clean, edit)"),
        "corrupted into clean",
        "the-other-way",
        of="an edit",
    ),
    wrong(
        "every layer",
        change("at == layer", "True")
        + change("hidden_clean[layer, position]", "hidden_clean[at, position]"),
        "at every layer",
        "every-layer",
        of="an edit",
    ),
    wrong(
        "one vector in every layer",
        change("at == layer", "True"),
        "that vector at every layer",
        "one-vector-everywhere",
        of="an edit",
    ),
    wrong(
        "from layer on",
        change("at == layer", "at >= layer")
        + change("hidden_clean[layer, position]", "hidden_clean[at, position]"),
        "from the layer on",
        "from-layer-on",
        of="an edit",
    ),
    wrong(
        "all positions",
        change("hidden[position]", "hidden[:]")
        + change("hidden_clean[layer, position]", "hidden_clean[layer]"),
        "all places",
        "all-positions",
        of="an edit",
    ),
    wrong(
        "one below",
        change("at == layer", "at == layer - 1")
        + change("hidden_clean[layer, position]", "hidden_clean[layer - 1, position]"),
        "one layer too early",
        "one-layer-below",
        of="an edit",
    ),
    wrong(
        "added",
        change("hidden[position] =", "hidden[position] +="),
        "added",
        "added",
        of="an edit",
    ),
    wrong(
        "edit forgotten",
        change("run(corrupted, edit)", "run(corrupted)"),
        "nothing is patched",
        "edit-not-used",
        of="an edit",
    ),
    wrong(
        "hidden",
        change("logits, _ =", "_, logits ="),
        "hidden vectors are returned",
        "hidden-returned",
        of="an edit",
    ),
    wrong(
        "the last logits",
        change("return logits", "return logits[-1]"),
        "one place alone",
        "last-logits",
        of="an edit",
    ),
    wrong(
        "nothing returned by edit",
        change("        return hidden\n", ""),
        "edit gives None: goes on unchanged",
        "edit-not-used",
        of="an edit",
    ),
    wrong(
        "a feature",
        change("hidden[position]", "hidden[:, 0]")
        + change("hidden_clean[layer, position]", "hidden_clean[layer][:, 0]"),
        "a feature for a place",
        of="an edit",
    ),
    wrong(
        "axes swapped",
        change("hidden_clean[layer, position]", "hidden_clean[position, layer]"),
        "layer and place mixed up",
        of="an edit",
    ),
    wrong(
        "the difference",
        change("return logits", "return logits - run(corrupted)[0]"),
        "what has changed, not the logits",
        "the-difference",
        of="an edit",
    ),
    wrong(
        "patches every layer",
        """
        def patch(run, clean, corrupted, layer, position):
            _, hidden = run(clean)

            def edit(at, h):
                h[position] = hidden[at, position]
                return h

            logits, _ = run(corrupted, edit)
            return logits
        """,
        "written from the text alone",
        "every-layer",
    ),
    wrong(
        "all positions up to it",
        """
        def patch(run, clean, corrupted, layer, position):
            _, kept = run(clean)
            def edit(at, hidden):
                if at == layer:
                    hidden = hidden.copy()
                    hidden[:position + 1] = kept[at][:position + 1]
                return hidden
            return run(corrupted, edit)[0]
        """,
        "earlier places come from the clean run as well",
    ),
)
