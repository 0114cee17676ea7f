# %% mistake: added-not-corrected
# Your tokens add write times v and take nothing off. Each should add write times (v minus
# what its key reads).
# write[:, None] * (v - left[:, None] * (k @ memory)) => write[:, None] * v
# np.eye(len(k)) + write[:, None] * before => np.eye(len(k))
# %% mistake: chunk-not-corrected
# Your tokens take off what their keys read of the memory before the chunk, and not what
# earlier tokens of the chunk have written.
# np.eye(len(k)) + write[:, None] * before => np.eye(len(k))
# %% mistake: memory-not-corrected
# Your tokens take off what earlier tokens of the chunk have written, and not what their
# keys read of the memory before the chunk.
# (v - left[:, None] * (k @ memory)) => v
# %% mistake: itself-corrected
# Your tokens also take off what they write themselves. Only earlier ones should count: T
# should be 0 on its diagonal.
# np.tril(fades * (k @ k.T), -1) => np.tril(fades * (k @ k.T))
# %% mistake: itself-unread
# Your queries do not read their own token. The triangle of q @ k.T needs its diagonal; that
# of k @ k.T does not.
# (fades * (q @ k.T)) @ written => np.tril(fades * (q @ k.T), -1) @ written
# %% mistake: the-future-read
# Your queries read what later tokens write.
# np.tril(left[:, None] / left) => left[:, None] / left
# %% mistake: nothing-fades
# keep changes nothing in yours: nothing fades.
# np.cumprod(keep) => np.ones_like(keep)
# %% mistake: chunk-does-not-fade
# In yours the memory before fades, and what the chunk writes does not.
# np.tril(left[:, None] / left) => np.tril(np.ones((len(k), len(k))))
# %% mistake: written-whole
# write changes nothing in yours, as if it were 1.
# write[:, None] * (v - => (v -
# np.eye(len(k)) + write[:, None] * before => np.eye(len(k)) + before
# %% mistake: written-into-the-unfaded
# In the memory that you return, what token j wrote should have faded by the keep of every
# token after j: its row lacks the factor g_n / g_j, which is 1 for the last token.
# (k * fades[-1][:, None]).T @ written => k.T @ written
# %% mistake: memory-returned-unfaded
# In the memory that you return, what was there before the chunk has not faded.
# left[-1] * memory + => memory +
# %% mistake: memory-unread
# Your queries read the chunk alone, and not the memory before it.
# left[:, None] * (q @ memory) + ( => (
# %% mistake: memory-read-unfaded
# Your keys read the memory before as if it had not faded. For token i, multiply the memory
# by the product of keep up to i.
# (v - left[:, None] * (k @ memory)) => (v - k @ memory)
# %% mistake: queries-read-unfaded
# Your queries read the memory before as if it had not faded. For token i, multiply the
# memory by the product of keep up to i.
# out = left[:, None] * (q @ memory) + => out = q @ memory +
# %% mistake: added-within-the-chunk
# What earlier tokens of the chunk have written is added in yours. Take it off: the system
# has I + diag(write) T.
# np.eye(len(k)) + write[:, None] * before => np.eye(len(k)) - write[:, None] * before
# %% mistake: triangle-without-write
# What earlier tokens wrote is taken off whole in yours, and not write times. The system
# should have I + diag(write) T.
# np.eye(len(k)) + write[:, None] * before => np.eye(len(k)) + before
# %% mistake: values-without-write
# In your result each value, less what its key reads of the memory before, goes in whole. It
# should be multiplied by the token's `write`, just as what it takes off for earlier tokens
# is.
# lacking = write[:, None] * ( => lacking = (
# %% mistake: write-of-the-column
# What a token takes off for an earlier one has the earlier one's write, and should have the
# token's own: diag(write) T.
# write[:, None] * before => write * before
# %% mistake: keys-do-not-fade
# In yours what earlier tokens wrote does not fade until a later key reads it. Multiply k_i
# . k_j by g_i / g_j.
# before = np.tril(fades * (k @ k.T), -1) => before = np.tril(k @ k.T, -1)
# %% mistake: reads-do-not-fade
# In yours what earlier tokens wrote does not fade until a query reads it. Multiply q_i .
# k_j by g_i / g_j.
# (fades * (q @ k.T)) @ written => np.tril(q @ k.T) @ written
# %% mistake: fades-upside-down
# Your share of what token j wrote grows until token i reads it: it is g_j / g_i. Take
# g_i / g_j, the product of the keeps between them, which is at most 1.
# np.tril(left[:, None] / left) => np.tril(left / left[:, None])
# fades[-1][:, None]) => (left[-1] / left)[:, None])
# %% mistake: keep-one-token-late
# Each token of yours has the keep of the one before it, and the first none. A token's own
# keep should count.
# left = np.cumprod(keep) => left = np.cumprod(keep) / keep
# %% mistake: scaled
# What your queries read is divided by sqrt(d_k). This rule has no scale.
# - left = np.cumprod(keep)
# + q = q / q.shape[1] ** 0.5
# +     left = np.cumprod(keep)
# %% mistake: memory-first
# You return the memory first. What the queries read should come first.
# - return out, left[-1] * memory + (k * fades[-1][:, None]).T @ written
# + return left[-1] * memory + (k * fades[-1][:, None]).T @ written, out

# %% right: an inverse
def delta_chunk(q, k, v, write, keep, memory):
    n = len(k)
    g = np.cumprod(keep)
    D = np.tril(np.exp(np.log(g)[:, None] - np.log(g)[None]))
    B = np.diag(write)
    T = np.linalg.inv(np.eye(n) + B @ np.tril(D * (k @ k.T), -1))
    U = T @ B @ (v - np.diag(g) @ k @ memory)
    out = np.diag(g) @ q @ memory + (D * (q @ k.T)) @ U
    memory = g[-1] * memory + k.T @ np.diag(D[-1]) @ U
    return out, memory
# wrong, itself-corrected: np.tril(D * (k @ k.T), -1) => np.tril(D * (k @ k.T))
# wrong, chunk-not-corrected: np.tril(D * (k @ k.T), -1) => np.zeros((n, n))
# wrong, memory-not-corrected: (v - np.diag(g) @ k @ memory) => v
# wrong, nothing-fades: g = np.cumprod(keep) => g = np.ones(n)
# wrong, written-into-the-unfaded: k.T @ np.diag(D[-1]) @ U => k.T @ U
# wrong, memory-returned-unfaded: memory = g[-1] * memory + => memory = memory +
# wrong, memory-unread: np.diag(g) @ q @ memory + (D => (D
# wrong, written-whole: B = np.diag(write) => B = np.eye(n)
# wrong, itself-unread: (D * (q @ k.T)) @ U => np.tril(D * (q @ k.T), -1) @ U
# wrong, memory-read-unfaded: (v - np.diag(g) @ k @ memory) => (v - k @ memory)

# %% right: scaled keys and queries
# what fades is put into the vectors
def delta_chunk(q, k, v, write, keep, memory):
    g = np.cumprod(keep)[:, None]
    grown, faded = k / g, k * g
    L = np.tril(write[:, None] * (faded @ grown.T), -1)
    U = np.linalg.solve(np.eye(len(k)) + L, write[:, None] * (v - faded @ memory))
    out = (q * g) @ memory + np.tril((q * g) @ grown.T) @ U
    return out, g[-1] * (memory + grown.T @ U)

# %% right: a series
# the inverse as a sum of n powers
def delta_chunk(q, k, v, write, keep, memory):
    n = len(k)
    g = np.cumprod(keep)
    D = np.tril(g[:, None] / g)
    L = -write[:, None] * np.tril(D * (k @ k.T), -1)
    powers = np.linalg.matrix_power(np.block([[L, np.eye(n)],
                                              [np.zeros((n, n)), np.eye(n)]]), n)
    T = powers[:n, n:]
    U = T @ (write[:, None] * (v - g[:, None] * (k @ memory)))
    out = g[:, None] * (q @ memory) + (D * (q @ k.T)) @ U
    return out, g[-1] * memory + np.einsum("nk,n,nv->kv", k, D[-1], U)

# %% right: all at once with the memory as values
# values and keys solved for together, as the papers do
def delta_chunk(q, k, v, write, keep, memory):
    n = len(k)
    i = np.arange(n)
    g = np.cumprod(keep)
    D = np.where(i[:, None] >= i, g[:, None] / g[None, :], 0)
    A = np.where(i[:, None] > i, write[:, None] * D * (k @ k.T), 0) + np.eye(n)
    both = np.concatenate([v, g[:, None] * k], axis=1) * write[:, None]
    solved = np.linalg.solve(A, both)
    U = solved[:, : v.shape[1]] - solved[:, v.shape[1] :] @ memory
    reads = np.einsum("ik,jk->ij", q, k) * D
    return reads @ U + g[:, None] * (q @ memory), (
        memory * g[-1] + k.T @ (D[-1][:, None] * U))

# %% wrong, chunk-does-not-fade: fades by half
def delta_chunk(q, k, v, write, keep, memory):
    g = np.cumprod(keep)
    D = np.tril(np.ones((len(k), len(k))))
    L = write[:, None] * np.tril(k @ k.T, -1)
    U = np.linalg.solve(np.eye(len(k)) + L,
                        write[:, None] * (v - g[:, None] * (k @ memory)))
    out = g[:, None] * (q @ memory) + (D * (q @ k.T)) @ U
    return out, g[-1] * memory + k.T @ U

# %% right: an inverse, afresh
# written from the text alone: another route
def delta_chunk(q, k, v, write, keep, memory):
    n = len(q)
    logs = np.cumsum(np.log(keep))
    ratio = np.exp(np.tril(logs[:, None] - logs[None, :])) * np.tri(n)
    g = np.exp(logs)[:, None]
    system = np.eye(n) + np.tril(write[:, None] * (k @ k.T) * ratio, -1)
    u = np.linalg.inv(system) @ (write[:, None] * (v - g * (k @ memory)))
    out = g * (q @ memory) + (np.tril(q @ k.T) * ratio) @ u
    last = ratio[-1][:, None] * k
    return out, g[-1] * memory + last.T @ u

# %% wrong, added-not-corrected: a linear attention without correction
def delta_chunk(q, k, v, write, keep, memory):
    decay = np.cumprod(keep)
    ratio = decay[:, None] / decay[None, :]
    scores = np.tril(q @ k.T * ratio)
    out = scores @ (write[:, None] * v) + decay[:, None] * (q @ memory)
    end = (decay[-1] / decay)[:, None] * k
    return out, end.T @ (write[:, None] * v) + decay[-1] * memory

# %% wrong, failed: by the rule itself
# the task says not by delta_rule
def delta_chunk(q, k, v, write, keep, memory):
    return delta_rule(q, k, v, write, keep, memory)

# %% wrong, failed: token by token
# the task says without a loop
def delta_chunk(q, k, v, write, keep, memory):
    out = []
    for q_i, k_i, v_i, b, a in zip(q, k, v, write, keep):
        memory = a * memory
        memory = memory + b * np.outer(k_i, v_i - k_i @ memory)
        out.append(q_i @ memory)
    return np.array(out), memory

# %% wrong, failed: by recursion
# which is a loop
def delta_chunk(q, k, v, write, keep, memory):
    if len(q) == 0:
        return np.zeros((0, v.shape[1])), memory
    memory = keep[0] * memory
    memory = memory + write[0] * np.outer(k[0], v[0] - k[0] @ memory)
    rest, end = delta_chunk(q[1:], k[1:], v[1:], write[1:], keep[1:], memory)
    return np.concatenate([[q[0] @ memory], rest]), end

# %% same
# One row a token each.
# np.eye(len(k)) => np.eye(len(q))
# np.eye(len(k)) => np.eye(len(v))
# np.eye(len(k)) => np.eye(len(write))
# np.eye(len(k)) => np.eye(len(keep))

# %% hint: a chunk
# Call u_i what token i writes, so that it adds k_i u_i^T. What is left of that at a later
# token is the product of the keeps between.
# %% hint
# u_i is write times what k_i lacks: v_i less what k_i reads of the memory before, and of
# each earlier u_j, times its fading and k_i . k_j. That is one equation for each token.
# %% hint
# (I + write * T) U = write * (V - fading * K memory), with T strictly lower triangular:
# `np.linalg.solve`. Queries read with a triangle that has its diagonal.
