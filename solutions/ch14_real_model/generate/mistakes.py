"""What goes wrong when a model writes with a cache, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "new-ones-alone",
        "You return what was written without the prompt. All ids are asked for: the "
        "prompt's, then the new ones.",
        change("return written", "return written[len(ids) :]"),
    ),
    Misconception(
        "cache-forgotten",
        "You give step no cache after the first call. Then it sees one token and "
        "nothing before it. Pass on the cache that the last call returned.",
        change("logits, cache = step", "logits, _ = step"),
    ),
    Misconception(
        "all-again",
        "You give step the whole text each time, and the cache as well. The model then "
        "reads the prompt again behind itself. After the first call, give it the one "
        "new token.",
        change("step(new, cache)", "step(written, cache)"),
    ),
    Misconception(
        "prompt-not-read",
        "Your first call shows the last token of the prompt alone. The first call "
        "reads all of it: nothing is in the cache yet.",
        change("new, cache = list(written)", "new, cache = written[-1:]"),
    ),
    Misconception(
        "end-left-out",
        "You leave out the id that ends the text. It was written: keep it as the last.",
        change("        written += new\n", "")
        + change("            break\n", "            break\n        written += new\n"),
    ),
    Misconception(
        "goes-on-after-the-end",
        "You go on writing after eos_id. The model has said that it is done.",
        change("        if new == [eos_id]:\n            break\n", ""),
    ),
    Misconception(
        "least-likely",
        "You take the smallest logit. The most likely token has the largest one.",
        change("np.argmax", "np.argmin"),
    ),
    Misconception(
        "no-cache-at-all",
        "You give step the whole text each time and no cache. A model answers the "
        "same, but it reads everything again for each token: after the first call, "
        "give it the one new token and the cache.",
        change("step(new, cache)", "step(list(written), None)"),
    ),
    Misconception(
        "cache-of-the-first-call",
        "You keep the cache that the first call returned. It grows with every call: "
        "pass on the last one.",
        change(
            "logits, cache = step(new, cache)",
            "logits, grown = step(new, cache)\n        cache = cache or grown",
        ),
    ),
    Misconception(
        "prompt-in-pieces",
        "You read the prompt token by token. One call reads all of it at once.",
        change(
            "    for _ in",
            "    for i in new[:-1]:\n        _, cache = step([i], cache)\n"
            "    new = new[-1:]\n    for _ in",
        ),
    ),
    Misconception(
        "end-of-the-prompt",
        "You stop because eos_id stands in the prompt. Only a token that was written "
        "ends the text.",
        change("new == [eos_id]", "eos_id in written"),
    ),
    Misconception(
        "one-too-many",
        "You write one token too many: max_new is how many may come.",
        change("range(max_new)", "range(max_new + 1)"),
    ),
    Misconception(
        "prompt-counted",
        "You count the prompt's tokens in max_new. It says how many new ones may come.",
        change("range(max_new)", "range(max_new - len(ids))"),
    ),
)
