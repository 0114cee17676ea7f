# %% mistake: added-not-corrected
# You add write times v and take nothing off. Add write times (v minus what the key reads).
# v[i] - k[i] @ memory => v[i]
# %% mistake: read-before-forgetting
# Your key reads the memory as it was before keep. The key should read keep times the
# memory.
# -         memory = keep[i] * memory
# -         lacks = v[i] - k[i] @ memory  # (d_v,)
# +         lacks = v[i] - k[i] @ memory
# +         memory = keep[i] * memory
# %% mistake: query-before-writing
# Your query reads before its token is written. The query should read afterwards.
# - :
# -         memory
# + :
# +         out.append(q[i] @ (keep[i] * memory))
# +         memory
# -         out.append(q[i] @ memory)
# -
# %% mistake: nothing-forgotten
# keep changes nothing in yours: nothing is ever forgotten.
# memory = keep[i] * memory => memory = 1 * memory
# %% mistake: written-whole
# write changes nothing in yours, as if it were 1.
# write[i] * np.outer => np.outer
# %% mistake: keep-for-write
# You take keep for write and write for keep.
# keep[i] * memory => write[i] * memory && write[i] * np.outer => keep[i] * np.outer
# %% mistake: forgets-the-rest
# Your memory is multiplied by 1 - keep, and should be by keep, the share that stays.
# keep[i] * memory => (1 - keep[i]) * memory
# %% mistake: plus-for-minus
# You add what the key reads to the value, and should take it off.
# v[i] - k[i] @ memory => v[i] + k[i] @ memory
# %% mistake: starts-empty
# You begin with an empty memory. Begin with the one that is given.
# out = [] => out, memory = [], np.zeros_like(memory)
# %% mistake: written-at-the-query
# In yours the query says where a value is written. The key should.
# np.outer(k[i], lacks) => np.outer(q[i], lacks)
# %% mistake: forgotten-afterwards
# Your keep comes after the token was written, and should come before the key reads.
# -         memory = keep[i] * memory
# -         lacks = v[i] - k[i] @ memory  # (d_v,)
# -         memory = memory + write[i] * np.outer(k[i], lacks)
# +         lacks = v[i] - k[i] @ memory
# +         memory = keep[i] * (memory + write[i] * np.outer(k[i], lacks))
# %% mistake: old-value-taken-off-whole
# You take off all that the key reads, whatever write is. Only the share write of it should
# go.
# write[i] * np.outer(k[i], lacks) => np.outer(k[i], lacks - (1 - write[i]) * v[i])
# %% mistake: value-written-whole
# You write all of the value, and take off the share write of what the key reads. write
# should count for both.
# - write[i] * np.outer(k[i], lacks)
# + np.outer(k[i], write[i] * lacks + (1 - write[i]) * v[i])
# %% mistake: key-reads-in-the-end
# In the end your key reads. The query should.
# append(q[i] @ memory) => append(k[i] @ memory)
# %% mistake: scaled
# What your queries read is divided by sqrt(d_k). This rule has no scale.
# append(q[i] @ memory) => append(q[i] @ memory / q.shape[1] ** 0.5)
# %% mistake: memory-first
# You return the memory first. What the queries read should come first.
# return np.array(out), memory => return memory, np.array(out)
# %% mistake: taken-off-twice-faded
# What your key reads has faded twice. keep should multiply the memory once.
# lacks = v[i] - k[i] @ memory => lacks = v[i] - keep[i] * (k[i] @ memory)
# %% mistake: old-memory-in-the-end
# You return the memory that was given. Return the one after the last token.
# - out = []
# + out, given = [], memory
# return np.array(out), memory => return np.array(out), given
# %% mistake: one-minus-write
# You write the share 1 - write, and should write the share write.
# write[i] * np.outer => (1 - write[i]) * np.outer
# %% mistake: read-by-the-query
# You take off what the query reads. Take off what the key reads.
# k[i] @ memory => q[i] @ memory

# %% right: matrices
def delta_rule(q, k, v, write, keep, memory):
    S = memory.copy()
    out = np.zeros((len(q), v.shape[1]), dtype=v.dtype)
    for t, (key, value, b, a) in enumerate(zip(k, v, write, keep)):
        S = a * S
        S = S - b * np.outer(key, key) @ S
        S = S + b * np.outer(key, value)
        out[t] = S.T @ q[t]
    return out, S
# wrong, added-not-corrected: S = S - b * np.outer(key, key) @ S => pass
# wrong, plus-for-minus: S = S - b * => S = S + b *
# wrong, nothing-forgotten: S = a * S => pass
# wrong, forgets-the-rest: S = a * S => S = (1 - a) * S
# wrong, starts-empty: S = memory.copy() => S = np.zeros(memory.shape, v.dtype)
# wrong: S + b * np.outer(key, value) => S + b * np.outer(q[t], value)
# wrong, key-reads-in-the-end: out[t] = S.T @ q[t] => out[t] = S.T @ key
# wrong, value-written-whole: S + b * np.outer(key, value) => S + np.outer(key, value)
# %% wrong, keep-for-write: keep-for-write, in matrices
# enumerate(zip(k, v, write, keep)) => enumerate(zip(k, v, keep, write))

# %% right: in place
def delta_rule(q, k, v, write, keep, memory):
    memory, out = np.array(memory), []
    for i, key in enumerate(k):
        memory *= keep[i]
        there = key @ memory
        wanted = write[i] * v[i] + (1 - write[i]) * there
        memory += key[:, None] * (wanted - there)
        out.append(q[i] @ memory)
    return np.stack(out), memory
# wrong, written-whole: write[i] * v[i] + (1 - write[i]) * there => v[i]
# wrong, nothing-forgotten: memory *= keep[i] => pass
# wrong, written-at-the-query: memory += key[:, None] * => memory += q[i][:, None] *
# wrong: (1 - write[i]) * there => write[i] * there

# %% right: one matrix per token
# as in the paper
def delta_rule(q, k, v, write, keep, memory):
    out = np.empty((len(q), v.shape[1]))
    for i in range(len(q)):
        turn = keep[i] * (np.eye(k.shape[1]) - write[i] * np.outer(k[i], k[i]))
        memory = turn @ memory + write[i] * np.outer(k[i], v[i])
        out[i] = q[i] @ memory
    return out, memory

# %% right: recursion
# the last token after all others
def delta_rule(q, k, v, write, keep, memory):
    if len(q) == 0:
        return np.zeros((0, v.shape[1])), memory
    before, old = delta_rule(q[:-1], k[:-1], v[:-1], write[:-1], keep[:-1], memory)
    old = keep[-1] * old
    new = old + write[-1] * np.einsum("k,v->kv", k[-1], v[-1] - old.T @ k[-1])
    return np.vstack([before, q[-1] @ new]), new

# %% wrong, query-before-writing: the query first
def delta_rule(q, k, v, write, keep, memory):
    out = []
    for i in range(len(q)):
        S = memory * keep[i]
        out.append(q[i] @ S)
        memory = S + write[i] * np.outer(k[i], v[i] - k[i] @ S)
    return np.array(out), memory

# %% right: matrices of rank one
# written from the text alone: another route
def delta_rule(q, k, v, write, keep, memory):
    if not len(q):
        return np.zeros((0, v.shape[-1])), memory.copy()
    kk = k[0][:, None]
    step = np.eye(len(kk)) - write[0] * kk @ kk.T
    memory = keep[0] * step @ memory + write[0] * kk @ v[:1]
    first = q[:1] @ memory
    rest, memory = delta_rule(q[1:], k[1:], v[1:], write[1:], keep[1:], memory)
    return np.vstack([first, rest]), memory

# %% wrong: reads before it writes, forgets after
# written from the text alone
def delta_rule(q, k, v, write, keep, memory):
    out = []
    for t in range(len(q)):
        out.append(q[t] @ memory)
        memory = memory + write[t] * np.outer(k[t], v[t] - k[t] @ memory)
        memory = keep[t] * memory
    return np.array(out), memory

# %% wrong, forgotten-afterwards: forgets after writing
# forgotten after it was written
def delta_rule(q, k, v, write, keep, memory):
    out = []
    for i in range(len(q)):
        memory = memory + write[i] * np.outer(k[i], v[i] - k[i] @ memory)
        memory = keep[i] * memory
        out.append(q[i] @ memory)
    return np.array(out), memory

# %% same
# One row a token each.
# range(len(q)) => range(len(k))
# range(len(q)) => range(len(v))
# range(len(q)) => range(len(write))
# range(len(q)) => range(len(keep))

# %% hint: a text
# One loop over the tokens. In it three things, in this order: forget, write, read.
# %% hint
# What the key reads is `k[i] @ memory`, after keep. What it lacks is v[i] less that.
# %% hint
# With lacks (d_v,), `np.outer(k[i], lacks)` is (d_k, d_v). A key of length 1 reads of it
# just `lacks`.
