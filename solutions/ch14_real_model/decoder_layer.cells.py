# %% mistake: first-not-added
# What your attention gives takes the place of x. Add both; otherwise what a token was is
# lost, except for what the heads pass on.
# x = x + merged => x = merged
# %% mistake: second-not-added
# You return what the feed-forward part gives. Add to it the x that the attention has added
# to.
# return x + swiglu => return swiglu
# %% mistake: second-added-to-the-input
# Your feed-forward part's result is added to the layer's input, so what the attention adds
# to x is lost. Add both to x.
# x = x + merged => attended = x + merged
# rms_norm(x, weights["ffn_norm.weight"]) => rms_norm(attended, weights["ffn_norm.weight"])
# %% mistake: normed-stream
# In yours the parts' results are added to the normed vectors. A part should read the normed
# vectors, and its result should be added to x itself.
# x = x + merged => x = normed + merged && return x + swiglu => return normed + swiglu
# %% mistake: first-norm-left-out
# Your attention reads x as it is, not normed with attn_norm.weight.
# rms_norm(x, weights["attn_norm.weight"]) => x
# %% mistake: second-norm-left-out
# Your feed-forward part reads x as it is, not normed with ffn_norm.weight.
# rms_norm(x, weights["ffn_norm.weight"]) => x
# %% mistake: first-norm-again
# Your feed-forward part reads the vectors that were normed for the attention. Give that
# part the new x, to which the attention has added, normed with ffn_norm.weight.
# -     normed = rms_norm(x, weights["ffn_norm.weight"])
# -
# %% mistake: keys-not-turned
# Your new keys are not turned. Scores depend on the distance alone when queries and keys
# are both turned.
# -     k = apply_rope(k, positions, base)
# -
# %% mistake: queries-not-turned
# Your queries are not turned. Scores depend on the distance alone when queries and keys are
# both turned.
# -     q = apply_rope(q, positions, base)
# -
# %% mistake: not-turned
# You turn neither queries nor new keys. Give both to apply_rope, with `positions` and
# `base`.
# -     q = apply_rope(q, positions, base)
# -
# +
# -     k = apply_rope(k, positions, base)
# -
# %% mistake: values-turned
# Your values are turned, too. Positions belong to the scores: turn queries and keys alone.
# -     q = apply_rope(q, positions, base)
# +     v = apply_rope(v, positions, base)
# +     q = apply_rope(q, positions, base)
# %% mistake: turned-again
# Your keys from the cache are turned a second time. Turn the new keys alone, then join.
# -     k = apply_rope(k, positions, base)
# -
# +
# - mask =
# + k = apply_rope(k, np.arange(k.shape[1]), base)
# +     mask =
# %% mistake: halves-paired
# You turn feature i with feature i + head_dim / 2, as other libraries do. In this file
# neighbours are pairs, (0, 1), (2, 3), as in chapter 12's apply_rope.
# -     # Touvron
# +
# +     def apply_rope(y, positions, base):
# +         half = y.shape[-1] // 2
# +         angles = positions[:, None] * base ** (-np.arange(half) / half)
# +         cos, sin = np.cos(angles), np.sin(angles)
# +         a, b = y[..., :half], y[..., half:]
# +         return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)
# +
# +     # Touvron
# %% mistake: queries-one-off
# Your queries are turned one place too far. Queries and new keys should be turned at the
# same `positions`.
# apply_rope(q, positions => apply_rope(q, positions + 1
# %% mistake: groups-tiled
# In yours neighbouring query heads read different heads of keys, as after np.tile. With
# four query heads and two of keys, query heads 0 and 1 should both read head 0, as after
# np.repeat.
# attention(q, k, v => attention(q, np.tile(k, shares), np.tile(v, shares)
# - z =
# + shares = (n_heads // n_kv_heads, 1, 1)
# +     z =
# %% mistake: norms-swapped
# You norm with the other part's factors: attn_norm.weight belongs before the attention,
# ffn_norm.weight before the feed-forward part.
# "attn_norm.weight" => "ffn_norm.weight" && "ffn_norm.weight" => "attn_norm.weight"
# %% mistake: gate-and-up-swapped
# In yours ffn_up.weight is the gate. swiglu takes gate, up, down; the first two have one
# shape, so no error tells you.
# gate, up, down = ( => up, gate, down = (
# %% mistake: positions-ignored
# Your new tokens are turned as if they stood at 0, 1, 2 and so on, not at `positions`.
# -     q, k, v = (
# +     positions = np.arange(len(x))
# +     q, k, v = (
# %% mistake: new-before-old
# Your new keys and values stand before the cached ones. The new ones should come last, as
# in the text.
# [cache[0], k] => [k, cache[0]] && [cache[1], v] => [v, cache[1]]
# %% mistake: new-ones-kept-alone
# The cache that you return holds the new tokens alone. The next call needs the cached ones,
# too: return both, joined.
# - if
# + new = k, v
# +     if
# up, down), (k, v) => up, down), new
# %% mistake: no-mask
# Your new tokens see those after them. Give the attention the mask cached_causal_mask(n,
# n_cached).
# mask = cached_causal_mask(len(x), k.shape[1] - len(x)) => mask = None
# %% mistake: heads-mixed
# Your heads are mixed, as by a reshape straight to (heads, n, head_dim). Reshape to (n,
# heads, head_dim), then swap the first two axes.
# - np.swapaxes((normed @ weights[name]).reshape(len(x), heads, -1), 0, 1)
# + (normed @ weights[name]).reshape(heads, len(x), -1)
# %% mistake: heads-merged-by-reshape
# Your heads are put together as by a reshape alone, which mixes tokens in a row. Swap the
# first two axes back, then reshape to (n, n_heads * head_dim).
# np.swapaxes(z, 0, 1).reshape => z.reshape
# %% mistake: base-ignored
# Your queries and keys are turned as with apply_rope's default base, whatever `base` is.
# Turn both with the argument `base`.
# apply_rope(q, positions, base) => apply_rope(q, positions)
# apply_rope(k, positions, base) => apply_rope(k, positions)
# %% mistake: one-norm-twice
# Both of your norms use attn_norm.weight. The second, before the feed-forward part, should
# use ffn_norm.weight.
# "ffn_norm.weight" => "attn_norm.weight"
# %% mistake: second-norm-of-the-input
# In yours the second norm reads the layer's input, so the feed-forward part sees nothing of
# what the attention found. This norm should read x after the attention has added to it.
# normed = rms_norm(x, weights["ffn_norm => normed = rms_norm(given, weights["ffn_norm
# - x =
# + given = x
# +     x =
# %% mistake: no-output-matrix
# You leave out attn_output.weight. Multiply the heads' contexts, side by side, by that
# matrix before you add them to x.
# merged @ weights["attn_output.weight"] => merged
# %% mistake: kept-before-the-turn
# The new keys in the cache that you return are not turned. The next call takes them as they
# are, so keep them behind apply_rope.
# -     k = apply_rope(k, positions, base)
# +     new, k = k, apply_rope(k, positions, base)
# up, down), (k, v) => up, down), (np.concatenate([k[:, : -len(x)], new], axis=1), v)
# %% mistake: cache-swapped
# Your cache is (v, k). Keys should come first.
# up, down), (k, v) => up, down), (v, k)
# %% mistake: cache-not-returned
# You return x alone. Return the cache, too: (x, (k, v)).
# - return x + swiglu(normed, gate, up, down), (k, v)
# + return x + swiglu(normed, gate, up, down)
# %% mistake: mask-without-the-cache
# With a cache, your first new token may attend to the first key alone. It should attend to
# all kept ones and to itself, as in cached_causal_mask(n, n_cached).
# - mask = cached_causal_mask(len(x), k.shape[1] - len(x))
# + mask = np.tril(np.ones((len(x), k.shape[1]), bool))
# %% mistake: unstable
# Your softmax takes exp() of large scores, which overflows. Subtract each row's largest
# score first, or call the functions of the earlier chapters, which do.
# -     z = grouped_query_attention(q, k, v, mask)  # (n_heads, n, head_dim)
# +     keys, values = (np.repeat(t, n_heads // n_kv_heads, axis=0) for t in (k, v))
# +     with np.errstate(all="ignore"):
# +         powers = np.exp(q @ np.swapaxes(keys, 1, 2) / q.shape[-1] ** 0.5) * mask
# +     z = powers / powers.sum(axis=-1, keepdims=True) @ values

# %% right: step by step
# the chapter's functions
def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
    n = x.shape[0]
    def split(y, heads):
        return y.reshape(n, heads, -1).transpose(1, 0, 2)
    normed = rms_norm(x, weights["attn_norm.weight"])
    q = split(normed @ weights["attn_q.weight"], n_heads)
    k = split(normed @ weights["attn_k.weight"], n_kv_heads)
    v = split(normed @ weights["attn_v.weight"], n_kv_heads)
    q = apply_rope(q, positions, base)
    k = apply_rope(k, positions, base)
    if cache is not None:
        k = np.concatenate([cache[0], k], axis=1)
        v = np.concatenate([cache[1], v], axis=1)
    mask = cached_causal_mask(n, k.shape[1] - n)
    context = grouped_query_attention(q, k, v, mask)
    merged = context.transpose(1, 0, 2).reshape(n, -1)
    x = x + merged @ weights["attn_output.weight"]
    normed = rms_norm(x, weights["ffn_norm.weight"])
    fed = swiglu(normed, weights["ffn_gate.weight"], weights["ffn_up.weight"],
                 weights["ffn_down.weight"])
    return x + fed, (k, v)
# wrong, new-before-old: [cache[0], k] => [k, cache[0]] && [cache[1], v] => [v, cache[1]]
# wrong, queries-one-off: apply_rope(q, positions => apply_rope(q, positions + 1
# wrong, no-mask: (q, k, v, mask) => (q, k, v)
# wrong, first-norm-left-out: rms_norm(x, weights["attn_norm.weight"]) => x
# wrong, second-norm-left-out: rms_norm(x, weights["ffn_norm.weight"]) => x
# wrong, first-not-added: x = x + merged => x = merged
# wrong, second-not-added: return x + fed => return fed
# wrong, heads-mixed: y.reshape(n, heads, -1).transpose(1, 0, 2) => y.reshape(heads, n, -1)
# wrong, heads-merged-by-reshape: context.transpose(1, 0, 2) => context
# wrong, cache-not-returned: return x + fed, (k, v) => return x + fed
# %% right: masked_softmax
# of chapter 07, which the notebook imports
# -     context = grouped_query_attention(q, k, v, mask)
# +     keys, values = (np.repeat(t, n_heads // n_kv_heads, 0) for t in (k, v))
# +     scores = q @ keys.swapaxes(1, 2) * q.shape[-1] ** -0.5
# +     context = masked_softmax(scores, mask) @ values
# %% right: float64 throughout
# more than float32
# -     n = x.shape[0]
# +     x = x.astype(np.float64)
# +     n = x.shape[0]
# %% wrong, positions-ignored: new positions from 0
# apply_rope(q, positions => apply_rope(q, np.arange(n)
# apply_rope(k, positions => apply_rope(k, np.arange(n)
# %% wrong, not-turned: not turned
# -     q = apply_rope(q, positions, base)
# -
# +
# -     k = apply_rope(k, positions, base)
# -
# %% wrong, keys-not-turned: queries alone
# -     k = apply_rope(k, positions, base)
# -     if cache is not None:
# +     if cache is not None:
# %% wrong, values-turned: values too
# -     if cache is not None:
# +     v = apply_rope(v, positions, base)
# +     if cache is not None:
# %% wrong, first-norm-again: first norm again
# -     normed = rms_norm(x, weights["ffn_norm.weight"])
# -     fed = swiglu(normed, weights["ffn_gate.weight"], weights["ffn_up.weight"],
# +     fed = swiglu(normed, weights["ffn_gate.weight"], weights["ffn_up.weight"],
# %% wrong, norms-swapped: norms swapped
# "attn_norm.weight" => "ffn_norm.weight" && "ffn_norm.weight" => "attn_norm.weight"
# %% wrong, normed-stream: added to the normed
# x = x + merged => x = normed + merged && return x + fed => return normed + fed
# %% wrong, new-ones-kept-alone: new ones kept
# - if
# + new = k, v
# +     if
# return x + fed, (k, v) => return x + fed, new
# %% wrong, gate-and-up-swapped: gate and up swapped
# "ffn_gate.weight" => "ffn_up.weight" && "ffn_up.weight" => "ffn_gate.weight"
# %% wrong, unstable: exp() of scores as they are
# - context = grouped_query_attention(q, k, v, mask)
# + keys, values = (np.repeat(t, n_heads // n_kv_heads, axis=0) for t in (k, v))
# +     powers = np.where(mask, np.exp(q @ keys.swapaxes(1, 2) * q.shape[-1] ** -0.5), 0)
# +     context = powers @ values / powers.sum(axis=-1, keepdims=True)
# %% wrong, groups-tiled: groups tiled
# - context = grouped_query_attention(q, k, v, mask)
# + keys, values = (np.tile(t, (n_heads // n_kv_heads, 1, 1)) for t in (k, v))
# +     scores = q @ keys.swapaxes(1, 2) * q.shape[-1] ** -0.5
# +     context = masked_softmax(scores, mask) @ values
# %% wrong, halves-paired: halves for pairs
# - n = x.shape[0]
# + def turned(t):
# +         half = t.shape[-1] // 2
# +         angles = positions[:, None] * base ** (-np.arange(half) / half)
# +         (a, b), cos, sin = np.split(t, 2, axis=-1), np.cos(angles), np.sin(angles)
# +         return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)
# +     n = x.shape[0]
# apply_rope(q, positions, base) => turned(q) && apply_rope(k, positions, base) => turned(k)
# %% wrong, turned-again: turned again
# -     k = apply_rope(k, positions, base)
# -     if cache is not None:
# +     if cache is not None:
# - mask = cached
# + k = apply_rope(k, np.arange(k.shape[1]), base)
# +     mask = cached
# %% wrong, second-added-to-the-input: the first addition copied
# x = x + merged => y = x + merged
# rms_norm(x, weights["ffn_norm.weight"]) => rms_norm(y, weights["ffn_norm.weight"])
# %% wrong, second-norm-of-the-input: second norm of x
# x = x + merged => y = x + merged && return x + fed => return y + fed

# %% right: helper step, in place
# heads filled in a loop; the helper's name is bound below
def step(y, heads):
    out = np.empty((heads, len(y), y.shape[1] // heads), dtype=y.dtype)
    for h in range(heads):
        for i in range(len(y)):
            out[h, i] = y[i, h * out.shape[2] : (h + 1) * out.shape[2]]
    return out


def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
    result = np.array(x)
    normed = rms_norm(result, weights["attn_norm.weight"])
    q = step(normed @ weights["attn_q.weight"], n_heads)
    k = step(normed @ weights["attn_k.weight"], n_kv_heads)
    q, k = apply_rope(q, positions, base), apply_rope(k, positions, base)
    v = step(normed @ weights["attn_v.weight"], n_kv_heads)
    old = 0 if cache is None else cache[0].shape[1]
    if old:
        k, v = np.hstack([cache[0], k]), np.hstack([cache[1], v])
    z = grouped_query_attention(q, k, v, cached_causal_mask(len(x), old))
    d_k = z.shape[2]
    for h in range(n_heads):
        result += z[h] @ weights["attn_output.weight"][h * d_k : (h + 1) * d_k]
    result += swiglu(rms_norm(result, weights["ffn_norm.weight"]),
                     *(weights[f"ffn_{n}.weight"] for n in ("gate", "up", "down")))
    return result, (k, v)

# %% right: head by head
# two axes at a time, and each head added to the result by itself
def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
    w = {name.removesuffix(".weight"): array for name, array in weights.items()}
    normed = rms_norm(x, w["attn_norm"])
    d_k = w["attn_q"].shape[1] // n_heads
    keys, values, y = [], [], x
    for g in range(n_kv_heads):
        cut = slice(g * d_k, (g + 1) * d_k)
        k = apply_rope(normed @ w["attn_k"][:, cut], positions, base)
        v = normed @ w["attn_v"][:, cut]
        keys.append(k if cache is None else np.vstack([cache[0][g], k]))
        values.append(v if cache is None else np.vstack([cache[1][g], v]))
    mask = cached_causal_mask(len(x), len(keys[0]) - len(x))
    for h in range(n_heads):
        cut, g = slice(h * d_k, (h + 1) * d_k), h * n_kv_heads // n_heads
        q = apply_rope(normed @ w["attn_q"][:, cut], positions, base)
        context = masked_softmax(q @ keys[g].T / d_k**0.5, mask) @ values[g]
        y = y + context @ w["attn_output"][cut]
    y = y + swiglu(rms_norm(y, w["ffn_norm"]),
                   w["ffn_gate"], w["ffn_up"], w["ffn_down"])
    return y, (np.stack(keys), np.stack(values))

# %% right: token by token
# one token at a time needs no mask
def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
    def heads_of(row, name, heads):
        return (row @ weights[f"attn_{name}.weight"]).reshape(heads, 1, -1)
    rows = []
    for row, position in zip(x, positions):
        place = np.array([position])
        normed = rms_norm(row, weights["attn_norm.weight"])
        q = apply_rope(heads_of(normed, "q", n_heads), place, base)
        k = apply_rope(heads_of(normed, "k", n_kv_heads), place, base)
        v = heads_of(normed, "v", n_kv_heads)
        if cache is not None:
            k, v = np.hstack([cache[0], k]), np.hstack([cache[1], v])
        cache = k, v
        z = grouped_query_attention(q, k, v)
        row = row + z.reshape(-1) @ weights["attn_output.weight"]
        fed = (weights[f"ffn_{name}.weight"] for name in ("gate", "up", "down"))
        rows.append(row + swiglu(rms_norm(row, weights["ffn_norm.weight"]), *fed))
    return np.stack(rows), cache

# %% same
# There is one position for each vector.
# reshape(len(x), heads => reshape(len(positions), heads
# reshape(len(x), -1) => reshape(len(positions), -1)
# mask(len(x) => mask(len(positions)
# k.shape[1] - len(x) => k.shape[1] - len(positions)
# %% same
# NumPy takes any negative length for what is left.
# heads, -1) => heads, -2)
# reshape(len(x), -1) => reshape(len(x), -2)

# %% hint: one token, nothing cached
# Two halves of one form: x = x + part(rms_norm(x, ...)). The first part is the attention,
# the second swiglu. Write the second half first; it is one line.
# %% hint: one token, nothing cached; a prompt; one token behind a cache
# Attention, step by step: three products; cut into heads (n_heads, n, head_dim); turn q and
# k at `positions`; join with the cache; attend with the mask; put the heads side by side
# again, (n, n_heads * head_dim); times attn_output.weight.
# %% hint
# Cutting: np.swapaxes(y.reshape(n, n_heads, -1), 0, 1). Joining: np.concatenate([cache[0],
# k], axis=1), and the same for v. The mask is cached_causal_mask(n, k.shape[1] - n) after
# joining.
