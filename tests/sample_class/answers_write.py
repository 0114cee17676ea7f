"""What the students of the sample class wrote in chapter 13."""

RIGHT = {
    # All pairs as they are met, each with its count; the first one of the largest total.
    "most_frequent_pair": """\
met = [(pair, count) for word, count in words.items() for pair in pairwise(word)]
totals = Counter()
for pair, count in met:
    totals.update({pair: count})
most = max(totals.values())
return next(pair for pair, _ in met if totals[pair] == most)
""",
    "merge_pair": """\
merged, rest = [], list(word)
while rest:
    piece = rest.pop(0)
    if rest and (piece, rest[0]) == pair:
        piece += rest.pop(0)
    merged.append(piece)
return tuple(merged)
""",
    # The places where the word is cut; a merge takes one of them away.
    "encode": """\
ranks = {pair: rank for rank, pair in enumerate(merges)}
cuts = list(range(len(word) + 1))
while True:
    pieces = [word[start:end] for start, end in pairwise(cuts)]
    found = [(ranks[p], i) for i, p in enumerate(pairwise(pieces)) if p in ranks]
    if not found:
        return pieces
    _, first = min(found)
    del cuts[first + 1]
""",
    # One over a probability is a sum of ratios.
    "perplexity": """\
chosen = np.take_along_axis(logits, targets[:, None], axis=-1)
losses = np.logaddexp.reduce(logits - chosen, axis=-1)
return float(np.exp(losses.mean()))
""",
    "predict_characters": 'prediction = "c"',
    "predict_untrained": 'prediction = "b"',
    "training_step": """\
scores = model(ids[:, :-1])
right = scores.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1)
loss = (scores.logsumexp(dim=-1) - right).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
return float(loss.detach())
""",
    # Nothing is sorted: who is ahead of whom says the rank and the sum before.
    "next_token_probabilities": """\
if temperature == 0:
    return np.eye(logits.shape[-1])[logits.argmax(axis=-1)]
scores = logits / temperature
p = np.exp(scores - scores.max(axis=-1, keepdims=True))
ahead = scores[..., None, :] > scores[..., :, None]
if top_k is not None:
    p = p * (ahead.sum(axis=-1) < top_k)
p = p / p.sum(axis=-1, keepdims=True)
if top_p is not None:
    p = p * ((ahead * p[..., None, :]).sum(axis=-1) < top_p)
return p / p.sum(axis=-1, keepdims=True)
""",
    "why_held_out": """\
The table has seen these groups, so it only has to remember them. A new text has groups
with a count of 0, and a single one makes the perplexity infinite. So keep some text away
from the counting and measure there.
""",
}

STUDENTS = {
    "dilan-aydin": {
        **RIGHT,
        "most_frequent_pair": """\
totals = Counter()
for word, count in words.items():
    for pair in pairwise("".join(word)):
        totals[pair] += count
return max(totals, key=totals.get)
""",
        "merge_pair": """\
merged, i = [], 0
while i < len(word):
    two = "".join(word[i:i + 2])
    if i + 1 < len(word) and two == "".join(pair):
        merged.append(two)
        i += 2
    else:
        merged.append(word[i])
        i += 1
return tuple(merged)
""",
        "encode": """\
pieces = tuple(word)
for pair in merges:
    if pair not in pairwise(pieces):
        return list(pieces)
    pieces = merge_pair(pieces, pair)
return list(pieces)
""",
        "perplexity": """\
shifted = logits - logits.max(axis=-1, keepdims=True)
log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
each = [np.exp(-log_p[i, target]) for i, target in enumerate(targets)]
return float(np.mean(each))
""",
        "predict_characters": 'prediction = "a"',
        "predict_untrained": 'prediction = "a"',
        "training_step": """\
logits = model(ids[:, :-1])
loss = nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
loss.backward()
optimizer.step()
return loss.item()
""",
        "next_token_probabilities": """\
if temperature == 0:
    temperature, top_k = 1.0, 1
scores = logits * temperature
scores = scores - scores.max(axis=-1, keepdims=True)
if top_k is not None and top_k < scores.shape[-1]:
    limit = -np.sort(-scores, axis=-1)[..., top_k - 1:top_k]
    scores = np.where(scores < limit, -np.inf, scores)
p = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
if top_p is not None:
    best = -np.sort(-p, axis=-1)
    kept = (np.cumsum(best, axis=-1) - best < top_p).sum(axis=-1, keepdims=True)
    p = np.where(p < np.take_along_axis(best, kept - 1, axis=-1), 0, p)
return p / p.sum(axis=-1, keepdims=True)
""",
    },
    "freya-lindqvist": {
        **RIGHT,
        "most_frequent_pair": """\
totals = Counter()
for word, count in words.items():
    for pair in pairwise(word):
        totals[pair] += count
return totals.most_common(1)[0]
""",
        "merge_pair": """\
text = " ".join(word)
return tuple(text.replace(" ".join(pair), "".join(pair)).split(" "))
""",
        "encode": """\
pieces = tuple(word)
for pair in merges:
    pieces = merge_pair(pieces, pair)
return " ".join(pieces)
""",
        "perplexity": """\
shifted = logits - logits.max(axis=-1, keepdims=True)
log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
return float(2 ** -log_p[np.arange(len(targets)), targets].mean())
""",
        "predict_characters": 'prediction = "b"',
        "predict_untrained": 'prediction = "d"',
        "training_step": """\
inputs = targets = ids[:, :-1]
optimizer.zero_grad()
loss = nn.CrossEntropyLoss()(model(inputs).flatten(0, 1), targets.flatten())
loss.backward()
optimizer.step()
return loss.item()
""",
        "next_token_probabilities": """\
scores = logits / temperature
p = np.exp(scores - scores.max(axis=-1, keepdims=True))
order = np.argsort(p, axis=-1)[..., ::-1]
best = np.take_along_axis(p, order, axis=-1)
if top_k is not None:
    best[..., top_k:] = 0
best = best / best.sum(axis=-1, keepdims=True)
if top_p is not None:
    best = np.where(np.cumsum(best, axis=-1) - best < top_p, best, 0)
    best = best / best.sum(axis=-1, keepdims=True)
result = np.empty_like(best)
np.put_along_axis(result, order, best, axis=-1)
return result
""",
        "why_held_out": "It would overfit.",
    },
    # Half done.
    "hassan-qureshi": {
        "most_frequent_pair": RIGHT["most_frequent_pair"],
        "merge_pair": """\
pieces = list(word)
for i in range(len(pieces) - 2, -1, -1):
    if tuple(pieces[i:i + 2]) == pair:
        pieces[i:i + 2] = [pieces[i] + pieces[i + 1]]
return tuple(pieces)
""",
        "encode": RIGHT["encode"],
        "perplexity": """\
powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
p = powers / powers.sum(axis=-1, keepdims=True)
return float(-np.log(p[np.arange(len(targets)), targets]).mean())
""",
        "predict_untrained": 'prediction = "c"',
    },
}
