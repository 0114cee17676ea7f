"""Answers to write.training_step."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "write.training_step"

BASE = """
def training_step(model, optimizer, ids):
    inputs, targets = ids[:, :-1], ids[:, 1:]
    optimizer.zero_grad()
    logits = model(inputs)
    loss = nn.functional.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))
    loss.backward()
    optimizer.step()
    return loss.item()
"""

ANSWERS = (
    right("five lines", BASE, "as a trainer has it"),
    right("float()", edited(BASE, ("loss.item()", "float(loss)")), "the same number"),
    right(
        "classes on axis 1",
        """
        def training_step(model, optimizer, ids):
            model.train()
            criterion = nn.CrossEntropyLoss()
            loss = criterion(model(ids[:, :-1]).permute(0, 2, 1), ids[:, 1:])
            for group in optimizer.param_groups:
                for parameter in group["params"]:
                    parameter.grad = None
            loss.backward()
            optimizer.step()
            return float(loss.detach().cpu().numpy())
        """,
        "CrossEntropyLoss takes the classes on its second axis",
    ),
    right(
        "place by place",
        """
        def training_step(model, optimizer, ids):
            optimizer.zero_grad()
            log_p = model(ids[:, :-1]).log_softmax(dim=-1)
            loss = 0.0
            for i in range(log_p.shape[0]):
                for t in range(log_p.shape[1]):
                    loss = loss - log_p[i, t, ids[i, t + 1]]
            loss = loss / (log_p.shape[0] * log_p.shape[1])
            loss.backward()
            optimizer.step()
            return loss.item()
        """,
        "two loops over what is predicted",
    ),
    right(
        "a callable, helper p",
        """
        class p:
            def __call__(self, logits, targets):
                return nn.functional.nll_loss(
                    nn.functional.log_softmax(logits.flatten(0, 1), -1), targets.flatten())


        def training_step(model, optimizer, ids):
            loss = p()(model(ids[:, :-1]), ids[:, 1:])
            model.zero_grad()
            loss.backward()
            optimizer.step()
            return loss.tolist()
        """,
        "named as a variable of the chapter further down",
    ),
    wrong(
        "not shifted",
        edited(
            BASE,
            ("targets = ids[:, :-1], ids[:, 1:]", "targets = ids[:, :-1], ids[:, :-1]"),
        ),
        "the model learns to repeat",
        "not-shifted",
    ),
    wrong(
        "all ids",
        edited(BASE, ("targets = ids[:, :-1], ids[:, 1:]", "targets = ids, ids")),
        "inputs and targets are the same",
        "all-ids-both-times",
    ),
    wrong(
        "no zero_grad",
        edited(BASE, ("    optimizer.zero_grad()\n", "")),
        "gradients add up",
        "old-gradients-added",
    ),
    wrong(
        "zero_grad in between",
        edited(
            BASE,
            ("    optimizer.zero_grad()\n", ""),
            ("    loss.backward()\n", "    loss.backward()\n    optimizer.zero_grad()\n"),
        ),
        "the gradients are gone when the step comes",
        "no-step",
    ),
    wrong(
        "no step",
        edited(BASE, ("    optimizer.step()\n", "")),
        "nothing is learnt",
        "no-step",
    ),
    wrong(
        "no backward",
        edited(BASE, ("    loss.backward()\n", "")),
        "the step has no gradients to follow",
        "no-step",
    ),
    wrong("a tensor", edited(BASE, ("loss.item()", "loss")), "a tensor", "a-tensor"),
    wrong(
        "a detached tensor",
        edited(BASE, ("loss.item()", "loss.detach()")),
        "a tensor",
        "a-tensor",
    ),
    wrong(
        "sum",
        edited(BASE, ("targets.reshape(-1))", 'targets.reshape(-1), reduction="sum")')),
        "not a mean",
        "sum-not-mean",
    ),
    wrong(
        "softmax first",
        edited(BASE, ("model(inputs)", "model(inputs).softmax(-1)")),
        "cross_entropy takes logits",
        "softmax-twice",
    ),
    wrong(
        "the last place",
        edited(
            BASE,
            ("model(inputs)", "model(inputs)[:, -1]"),
            ("targets.reshape(-1)", "targets[:, -1]"),
        ),
        "one prediction a row",
        "last-place-only",
    ),
    wrong(
        "after the step",
        edited(
            BASE,
            (
                "return loss.item()",
                (
                    "return nn.functional.cross_entropy(\n"
                    "        model(inputs).flatten(0, 1), targets.flatten()).item()"
                ),
            ),
        ),
        "the loss is taken again after the step",
        "loss-after-the-step",
    ),
    wrong(
        "the perplexity",
        edited(BASE, ("loss.item()", "loss.exp().item()")),
        "exp of the loss",
    ),
    wrong(
        "reshaped axes",
        edited(
            BASE,
            (
                "logits.reshape(-1, logits.shape[-1])",
                "logits.reshape(logits.shape[-1], -1).T",
            ),
        ),
        "vocabulary and places are mixed up",
    ),
    wrong(
        "up the hill",
        edited(BASE, ("loss.backward()", "(-loss).backward()")),
        "the gradient of minus the loss",
        "uphill",
    ),
    wrong(
        "shifted the wrong way",
        edited(BASE, ("ids[:, :-1], ids[:, 1:]", "ids[:, 1:], ids[:, :-1]")),
        "the model reads the next id and predicts the one before",
        "shifted-back",
    ),
    wrong(
        "clipped",
        edited(
            BASE,
            (
                "    optimizer.step()\n",
                (
                    "    nn.utils.clip_grad_norm_(model.parameters(), 0.1)\n"
                    "    optimizer.step()\n"
                ),
            ),
        ),
        "clipping is the loop's business and not asked for",
    ),
)
