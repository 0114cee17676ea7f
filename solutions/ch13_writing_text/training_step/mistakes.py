"""What goes wrong in a step of training.

Inputs and targets are shifted wrongly, gradients add up, the step is missing or goes
uphill, and the loss is another one than was asked for.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "not-shifted",
        "Your targets are the ids that the model has just read. It learns to repeat "
        "its input, and its loss soon says that it is perfect. Inputs are ids[:, :-1], "
        "targets ids[:, 1:].",
        change("ids[:, 1:]", "ids[:, :-1]"),
    ),
    Misconception(
        "all-ids-both-times",
        "Inputs and targets are both all of ids. The target at each place is the id "
        "that comes next: ids[:, 1:], and the last id has none.",
        change("ids[:, :-1], ids[:, 1:]", "ids, ids"),
    ),
    Misconception(
        "old-gradients-added",
        "Gradients of earlier steps are still in the parameters, and backward() adds "
        "to them. Call optimizer.zero_grad() in every step, before backward().",
        change("    optimizer.zero_grad()\n", ""),
    ),
    Misconception(
        "no-step",
        "The model is what it was. After loss.backward() call optimizer.step(), with "
        "no zero_grad() between the two.",
        change("    optimizer.step()\n", ""),
    ),
    Misconception(
        "loss-after-the-step",
        "You return the loss as it is after the step. Asked for is the one that the "
        "step was computed from; it costs nothing more.",
        change(
            "    return",
            "    logits = model(inputs)\n"
            "    wanted = targets.flatten()\n"
            "    loss = nn.functional.cross_entropy(logits.flatten(0, 1), wanted)\n"
            "    return",
        ),
    ),
    Misconception(
        "sum-not-mean",
        "You sum the losses of all places, so the gradients grow with the batch and "
        "with the length. Take their mean.",
        change("targets.flatten())", 'targets.flatten(), reduction="sum")'),
    ),
    Misconception(
        "last-place-only",
        "You use the prediction at the last place alone. Under the causal mask every "
        "place is a prediction: all of them count.",
        change("logits.flatten", "logits[:, -1:].flatten")
        + change("targets.flatten", "targets[:, -1:].flatten"),
    ),
    Misconception(
        "softmax-twice",
        "You take a softmax before cross_entropy, which takes one itself. Give it the "
        "logits.",
        change("model(inputs)", "model(inputs).softmax(-1)"),
    ),
    Misconception(
        "shifted-back",
        "You shifted the wrong way: the model reads an id and should name the one "
        "before it. Inputs are ids[:, :-1], targets ids[:, 1:].",
        change("ids[:, :-1], ids[:, 1:]", "ids[:, 1:], ids[:, :-1]"),
    ),
    Misconception(
        "uphill",
        "Your step goes uphill: the gradients have the wrong sign. The loss is minus "
        "the mean log-probability, and backward() is called on the loss itself.",
        change("loss.backward()", "(-loss).backward()"),
    ),
    Misconception(
        "a-tensor",
        "You return a tensor. A list of those keeps memory for every step: return "
        "loss.item().",
        change("loss.item()", "loss.detach()"),
    ),
    Misconception(
        "zeroed-afterwards",
        "You empty the gradients after the step and not before it, so what is left in "
        "them when you are called still counts. Call zero_grad() before backward().",
        change("    optimizer.zero_grad()\n", "")
        + change("optimizer.step()\n", "optimizer.step()\n    optimizer.zero_grad()\n"),
    ),
)
