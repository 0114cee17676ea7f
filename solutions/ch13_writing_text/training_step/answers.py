"""Answers to write.training_step that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "five lines",
        """
        def training_step(model, optimizer, ids):
            inputs, targets = ids[:, :-1], ids[:, 1:]
            optimizer.zero_grad()
            logits = model(inputs)
            loss = nn.functional.cross_entropy(
                logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))
            loss.backward()
            optimizer.step()
            return loss.item()
        """,
        "as a trainer has it",
    ),
    right(
        "float()", change("loss.item()", "float(loss)"), "the same number", of="five lines"
    ),
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
    right(
        "all read, the last dropped",
        """
        def training_step(model, optimizer, ids):
            optimizer.zero_grad(set_to_none=False)
            log_p = torch.log_softmax(model(ids), dim=-1)[:, :-1]
            loss = -log_p.gather(-1, ids[:, 1:, None]).mean()
            loss.backward()
            optimizer.step()
            return float(loss.detach())
        """,
        "the last place has no next id; a causal model is the same without it",
    ),
    right(
        "gradients asked for, cleared afterwards",
        """
        def training_step(model, optimizer, ids):
            parameters = [p for group in optimizer.param_groups for p in group["params"]]
            loss = nn.CrossEntropyLoss()(model(ids[:, :-1]).transpose(1, 2), ids[:, 1:])
            found = torch.autograd.grad(loss, parameters)
            for parameter, gradient in zip(parameters, found):
                parameter.grad = gradient
            optimizer.step()
            model.zero_grad()
            return loss.item()
        """,
        "torch.autograd.grad adds nothing to what is there",
    ),
    wrong(
        "not shifted",
        change("ids[:, 1:]", "ids[:, :-1]"),
        "the model learns to repeat",
        "not-shifted",
        of="five lines",
    ),
    wrong(
        "all ids",
        change("ids[:, :-1], ids[:, 1:]", "ids, ids"),
        "inputs and targets are the same",
        "all-ids-both-times",
        of="five lines",
    ),
    wrong(
        "no zero_grad",
        change("    optimizer.zero_grad()\n", ""),
        "gradients add up",
        "old-gradients-added",
        of="five lines",
    ),
    wrong(
        "zero_grad in between",
        change("    optimizer.step", "    optimizer.zero_grad()\n    optimizer.step"),
        "the gradients are gone when the step comes",
        "no-step",
        of="no zero_grad",
    ),
    wrong(
        "no step",
        change("    optimizer.step()\n", ""),
        "nothing is learnt",
        "no-step",
        of="five lines",
    ),
    wrong(
        "no backward",
        change("    loss.backward()\n", ""),
        "the step has no gradients to follow",
        "no-step",
        of="five lines",
    ),
    wrong(
        "a tensor", change("loss.item()", "loss"), "a tensor", "a-tensor", of="five lines"
    ),
    wrong(
        "a detached tensor",
        change("loss.item()", "loss.detach()"),
        "a tensor",
        "a-tensor",
        of="five lines",
    ),
    wrong(
        "sum",
        change("targets.reshape(-1)", 'targets.reshape(-1), reduction="sum"'),
        "not a mean",
        "sum-not-mean",
        of="five lines",
    ),
    wrong(
        "softmax first",
        change("model(inputs)", "model(inputs).softmax(-1)"),
        "cross_entropy takes logits",
        "softmax-twice",
        of="five lines",
    ),
    wrong(
        "the last place",
        change("model(inputs)", "model(inputs)[:, -1]")
        + change("targets.reshape(-1)", "targets[:, -1]"),
        "one prediction a row",
        "last-place-only",
        of="five lines",
    ),
    wrong(
        "after the step",
        change(
            "loss.item()",
            "nn.functional.cross_entropy(\n"
            "        model(inputs).flatten(0, 1), targets.flatten()).item()",
        ),
        "the loss is taken again after the step",
        "loss-after-the-step",
        of="five lines",
    ),
    wrong(
        "the perplexity",
        change("loss.item()", "loss.exp().item()"),
        "exp of the loss",
        of="five lines",
    ),
    wrong(
        "reshaped axes",
        change(
            "logits.reshape(-1, logits.shape[-1])", "logits.reshape(logits.shape[-1], -1).T"
        ),
        "vocabulary and places are mixed up",
        of="five lines",
    ),
    wrong(
        "up the hill",
        change("loss.backward()", "(-loss).backward()"),
        "the gradient of minus the loss",
        "uphill",
        of="five lines",
    ),
    wrong(
        "shifted the wrong way",
        change("ids[:, :-1], ids[:, 1:]", "ids[:, 1:], ids[:, :-1]"),
        "the model reads the next id and predicts the one before",
        "shifted-back",
        of="five lines",
    ),
    wrong(
        "clipped",
        change(
            "    optimizer.step",
            "    nn.utils.clip_grad_norm_(model.parameters(), 0.1)\n    optimizer.step",
        ),
        "clipping is the loop's business and not asked for",
        of="five lines",
    ),
    *route(
        "minus the gathered logarithms",
        """
        def training_step(model, optimizer, ids):
            model.zero_grad()
            log_p = model(ids[:, :-1]).log_softmax(-1)
            loss = -log_p.gather(-1, ids[:, 1:, None]).mean()
            loss.backward()
            optimizer.step()
            return float(loss.detach())
        ---
        model.zero_grad() => pass | old-gradients-added
        -log_p => log_p
        .mean() => .sum() | sum-not-mean
        float(loss.detach()) => loss.detach() | a-tensor
        """,
    ),
    wrong(
        "emptied for the next time",
        """
        def training_step(model, optimizer, ids):
            logits = model(ids[:, :-1])
            loss = nn.functional.cross_entropy(logits.mT, ids[:, 1:])
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            return loss.item()
        """,
        "what is left from before counts once",
        "zeroed-afterwards",
    ),
    wrong(
        "zero_grad only afterwards, loss tensor",
        """
        def training_step(model, optimizer, ids):
            logits = model(ids[:, :-1])
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            return loss
        """,
        "written from the text alone",
        "a-tensor + zeroed-afterwards",
    ),
)
