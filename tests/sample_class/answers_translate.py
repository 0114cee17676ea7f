"""What the students of the sample class wrote in chapter 10."""

RIGHT = {
    "shift_right": """\
first = np.full_like(targets[..., :1], bos_id)
return np.concatenate([first, targets[..., :-1]], axis=-1)
""",
    # Position by position, with the target distribution written out.
    "label_smoothed_loss": """\
size = logits.shape[-1]
losses = []
for row, target in zip(logits.reshape(-1, size), targets.ravel()):
    if target == pad_id:
        continue
    wanted = np.full(size, smoothing / size)
    wanted[target] += 1 - smoothing
    log_p = row - row.max() - np.log(np.sum(np.exp(row - row.max())))
    losses.append(-np.dot(wanted, log_p))
return np.mean(losses)
""",
    "predict_floor": 'prediction = "b"',
    "warmup_schedule": """\
if step < warmup:
    return step / (d_model**0.5 * warmup**1.5)
return 1 / (d_model * step) ** 0.5
""",
    "greedy_decode": """\
written = []
for _ in range(max_len):
    logits = step_logits(np.array([bos_id] + written))
    written.append(int(np.argmax(logits)))
    if written[-1] == eos_id:
        break
return np.array(written)
""",
    "whole_loss": """\
def whole_loss(batches, pad_id):
    real = [losses[targets != pad_id] for losses, targets in batches]
    return np.concatenate(real).mean()
""",
    # The beginnings and their totals in a dictionary.
    "beam_search": """\
beam, finished = {(bos_id,): 0.0}, []
for _ in range(max_len):
    longer = {}
    for ids, total in beam.items():
        logits = step_logits(np.array(ids))
        shifted = logits - logits.max()
        log_p = shifted - np.log(np.sum(np.exp(shifted)))
        longer.update({(*ids, i): total + p for i, p in enumerate(log_p)})
    best = sorted(longer, key=longer.get, reverse=True)[:width]
    finished += [(longer[ids], list(ids[1:])) for ids in best if ids[-1] == eos_id]
    beam = {ids: longer[ids] for ids in best if ids[-1] != eos_id}
return sorted(finished, reverse=True)
""",
}

STUDENTS = {
    "kwame-boateng": {
        **RIGHT,
        "shift_right": """\
inputs = np.roll(targets, -1, axis=-1)
inputs[..., -1] = bos_id
return inputs
""",
        "label_smoothed_loss": """\
shifted = logits - logits.max(axis=-1, keepdims=True)
log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
losses = -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)
return losses.mean()
""",
        "predict_floor": 'prediction = "d"',
        "warmup_schedule": "return d_model**-0.5 * step**-0.5",
        "greedy_decode": """\
ids = [bos_id]
while len(ids) <= max_len and (len(ids) == 1 or ids[-1] != eos_id):
    ids.append(int(np.argmax(step_logits(np.array(ids)))))
return np.array(ids)
""",
        "whole_loss": """\
def whole_loss(batches, pad_id):
    total, count = 0.0, 0
    for losses, targets in batches:
        real = targets != pad_id
        total += losses[real].sum()
        count += real.size
    return total / count
""",
    },
    "lucia-romano": {
        **RIGHT,
        "shift_right": "return np.roll(targets, 1, axis=-1)",
        "label_smoothed_loss": """\
p = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
log_p = np.log(p)
right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
losses = -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)
return losses[targets != pad_id].mean()
""",
        "predict_floor": 'prediction = "c"',
        "warmup_schedule": """\
return d_model**-0.5 * max(step**-0.5, step * warmup**-1.5)
""",
        "greedy_decode": """\
ids = [bos_id]
for _ in range(max_len):
    ids.append(int(np.argmax(step_logits(np.array(ids)))))
return np.array(ids[1:])
""",
        "beam_search": """\
beam, finished = [(0.0, [bos_id])], []
for _ in range(max_len):
    longer = []
    for total, ids in beam:
        logits = step_logits(np.array(ids))
        longer += [(total + logits[i], ids + [i]) for i in range(len(logits))]
    longer.sort(key=lambda way: way[0], reverse=True)
    beam = []
    for total, ids in longer[:width]:
        if ids[-1] == eos_id:
            finished.append((total, ids[1:]))
        else:
            beam.append((total, ids))
return sorted(finished, key=lambda way: way[0], reverse=True)
""",
    },
    "mina-park": {
        "shift_right": RIGHT["shift_right"],
        "label_smoothed_loss": """\
shifted = logits - logits.max(axis=-1, keepdims=True)
log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
return -right[targets != pad_id].mean()
""",
        "predict_floor": RIGHT["predict_floor"],
    },
}
