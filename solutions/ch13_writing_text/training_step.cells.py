# %% mistake: not-shifted
# Your targets are the ids that the model has just read, so it learns to repeat its input.
# Inputs should be ids[:, :-1], targets ids[:, 1:].
# ids[:, 1:] => ids[:, :-1]
# %% mistake: all-ids-both-times
# Inputs and targets are both all of ids. The target at each place is the id that comes
# next: ids[:, 1:], and the last id has none.
# ids[:, :-1], ids[:, 1:] => ids, ids
# %% mistake: old-gradients-added
# Gradients of earlier steps are still in the parameters, and backward() adds to them. Call
# optimizer.zero_grad() in every step, before backward().
# -     optimizer.zero_grad()
# -
# %% mistake: no-step
# The model is what it was. Call loss.backward() and then optimizer.step(), with no
# zero_grad() between the two.
# -     optimizer.step()
# -
# %% mistake: loss-after-the-step
# You return the loss as it is after the step. Asked for is the one that the step was
# computed from; it costs nothing more.
# -     return loss.item()
# +     logits = model(inputs)
# +     wanted = targets.flatten()
# +     loss = nn.functional.cross_entropy(logits.flatten(0, 1), wanted)
# +     return loss.item()
# %% mistake: sum-not-mean
# You sum the losses of all places, so the gradients grow with the batch and with the
# length. Take their mean.
# targets.flatten()) => targets.flatten(), reduction="sum")
# %% mistake: gradients-of-the-sum
# The loss that you return is right. The gradients of your step are those of a sum over
# rows, too large by the number of rows: go back from one mean over all.
# loss.backward() => (loss * len(ids)).backward()
# %% mistake: logits-reshaped
# The loss is as if logits were cut anew by a reshape, which takes the numbers of several
# places for those of one. Flatten the places instead: logits.flatten(0, 1).
# - logits.flatten(0, 1), targets.flatten()
# + logits.reshape(len(ids), logits.shape[-1], -1), targets
# %% mistake: last-place-only
# You use the prediction at the last place alone. Under the causal mask every place is a
# prediction: all of them count.
# logits.flatten => logits[:, -1:].flatten && targets.flatten => targets[:, -1:].flatten
# %% mistake: softmax-twice
# Your loss is that of a softmax taken twice, as where cross_entropy, which takes one
# itself, is given probabilities. Take one softmax alone, of the logits.
# model(inputs) => model(inputs).softmax(-1)
# %% mistake: shifted-back
# You shifted the wrong way: the model reads an id and should name the one before it. Inputs
# should be ids[:, :-1], targets ids[:, 1:].
# ids[:, :-1], ids[:, 1:] => ids[:, 1:], ids[:, :-1]
# %% mistake: uphill
# Your step goes uphill: the gradients have the wrong sign. The loss is minus the mean
# log-probability, and backward() is called on the loss itself.
# loss.backward() => (-loss).backward()
# %% mistake: a-tensor
# You return a tensor. Return a Python float: loss.item().
# loss.item() => loss.detach()
# %% mistake: zeroed-afterwards
# You empty the gradients after the step and not before it, so what is left in them when you
# are called still counts. Call zero_grad() before backward().
# -     optimizer.zero_grad()
# -
# +
# - step()
# + step()
# +     optimizer.zero_grad()
# %% mistake: perplexity-returned
# You return the exponential of the loss. The loss itself is asked for.
# loss.item() => loss.exp().item()
# %% mistake: gradients-clipped
# You clip the gradients before the step. The step should take them as they are.
# - optimizer.step()
# + nn.utils.clip_grad_norm_(model.parameters(), 1.0)
# +     optimizer.step()
# %% mistake: means-of-places-added
# Your loss is n times too large, as where the mean losses of the n places are added up.
# Take one mean over all batch * n predictions: divide by n before backward().
# targets.flatten()) => targets.flatten()) * targets.shape[1]

# %% right: five lines
# as a trainer has it
def training_step(model, optimizer, ids):
    inputs, targets = ids[:, :-1], ids[:, 1:]
    optimizer.zero_grad()
    logits = model(inputs)
    loss = nn.functional.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))
    loss.backward()
    optimizer.step()
    return loss.item()
# wrong, not-shifted: ids[:, 1:] => ids[:, :-1]
# wrong, all-ids-both-times: ids[:, :-1], ids[:, 1:] => ids, ids
# wrong, a-tensor: loss.item() => loss
# wrong, a-tensor: loss.item() => loss.detach()
# wrong, sum-not-mean: targets.reshape(-1) => targets.reshape(-1), reduction="sum"
# wrong, softmax-twice: model(inputs) => model(inputs).softmax(-1)
# wrong, uphill: loss.backward() => (-loss).backward()
# wrong, shifted-back: ids[:, :-1], ids[:, 1:] => ids[:, 1:], ids[:, :-1]
# %% right: float()
# the same number
# loss.item() => float(loss)
# %% wrong, old-gradients-added: no zero_grad
# -     optimizer.zero_grad()
# -     logits = model(inputs)
# +     logits = model(inputs)
# %% wrong, no-step: no step
# -     optimizer.step()
# -     return loss.item()
# +     return loss.item()
# %% wrong, no-step: no backward
# -     loss.backward()
# -     optimizer.step()
# +     optimizer.step()
# %% wrong, last-place-only: the last place
# model(inputs) => model(inputs)[:, -1] && targets.reshape(-1) => targets[:, -1]
# %% wrong, loss-after-the-step: after the step
# -     return loss.item()
# +     return nn.functional.cross_entropy(
# +         model(inputs).flatten(0, 1), targets.flatten()).item()
# %% wrong, perplexity-returned: the perplexity
# exp of the loss
# loss.item() => loss.exp().item()
# %% wrong: reshaped axes
# vocabulary and places are mixed up
# logits.reshape(-1, logits.shape[-1]) => logits.reshape(logits.shape[-1], -1).T
# %% wrong: clipped
# clipping is the loop's business and not asked for
# -     optimizer.step()
# +     nn.utils.clip_grad_norm_(model.parameters(), 0.1)
# +     optimizer.step()

# %% right: classes on axis 1
# CrossEntropyLoss takes the classes on its second axis
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

# %% right: place by place
# two loops over what is predicted
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

# %% right: a callable, helper p
# named as a variable of the chapter further down
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

# %% right: all read, the last dropped
# the last place has no next id; a causal model is the same without it
def training_step(model, optimizer, ids):
    optimizer.zero_grad(set_to_none=False)
    log_p = torch.log_softmax(model(ids), dim=-1)[:, :-1]
    loss = -log_p.gather(-1, ids[:, 1:, None]).mean()
    loss.backward()
    optimizer.step()
    return float(loss.detach())

# %% right: gradients asked for, cleared afterwards
# torch.autograd.grad adds nothing to what is there
def training_step(model, optimizer, ids):
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    loss = nn.CrossEntropyLoss()(model(ids[:, :-1]).transpose(1, 2), ids[:, 1:])
    found = torch.autograd.grad(loss, parameters)
    for parameter, gradient in zip(parameters, found):
        parameter.grad = gradient
    optimizer.step()
    model.zero_grad()
    return loss.item()

# %% right: minus the gathered logarithms
def training_step(model, optimizer, ids):
    model.zero_grad()
    log_p = model(ids[:, :-1]).log_softmax(-1)
    loss = -log_p.gather(-1, ids[:, 1:, None]).mean()
    loss.backward()
    optimizer.step()
    return float(loss.detach())
# wrong, old-gradients-added: model.zero_grad() => pass
# wrong: -log_p => log_p
# wrong, sum-not-mean: .mean() => .sum()
# wrong, a-tensor: float(loss.detach()) => loss.detach()

# %% wrong, a-tensor: zero_grad only afterwards, loss tensor
def training_step(model, optimizer, ids):
    logits = model(ids[:, :-1])
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss

# %% wrong, means-of-places-added: the means of the places added
def training_step(model, optimizer, ids):
    logits = model(ids[:, :-1])
    loss = 0.0
    for place in range(logits.shape[1]):
        loss = loss + nn.functional.cross_entropy(logits[:, place], ids[:, place + 1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()

# %% hint: one step
# Five lines: logits, loss, clear the old gradients, backward, step. Then the loss as a
# number.
# %% hint
# Which id should the model name at place t? The one at place t + 1 of ids. Write both as
# slices of ids along its second axis.
# %% hint
# cross_entropy wants (predictions, vocab) and (predictions,): flatten the first two axes of
# the logits, logits.flatten(0, 1), and the targets.
