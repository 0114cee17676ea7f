# %% mistake: softmax-in-place
# You count one table of n_q * n_k loaded and one stored. Scores and weights are both
# stored, and both are loaded again.
# d_k + table + table => d_k + table && = table + table + n_q => = table + n_q
# %% mistake: weights-never-read
# You count one table in. Two programs load one: the softmax the scores, the last program
# the weights.
# d_k + table + table => d_k + table
# %% mistake: weights-never-stored
# You count one table out. The scores are stored, and so are the weights.
# = table + table + n_q => = table + n_q
# %% mistake: heads-forgotten
# You count one head. Each head has queries, keys, values and a table of its own.
# return heads * loads, heads * stores => return loads, stores
# %% mistake: loaded-for-every-pair
# You load a query and a key for every pair. The program that makes the scores should load
# each of them once.
# (n_q + n_k) * d_k => 2 * table * d_k
# %% mistake: context-not-stored
# You do not store the context: n_q rows of d_v numbers.
# - + n_q * d_v
# %% mistake: loads-and-stores-swapped
# Loads should come first, then stores. Yours are the other way round.
# heads * loads, heads * stores => heads * stores, heads * loads
# %% mistake: bytes
# Your counts are four times as large, as bytes of float32 are. Asked are numbers.
# return heads * loads, heads * stores => return 4 * heads * loads, 4 * heads * stores
# %% mistake: values-as-wide-as-keys
# You take d_k for the width of values and context. Both have d_v features.
# n_k * d_v => n_k * d_k && n_q * d_v => n_q * d_k
# %% mistake: values-not-loaded
# You do not load the values: n_k rows of d_v numbers.
# - + n_k * d_v
# %% mistake: one-program
# You count no scores and no weights. Both go out to slow memory, and come in again.
# d_k + table + table => d_k && = table + table + n_q => = n_q
# %% mistake: values-loaded-with-d-k
# The values that you load are as wide as keys. A value has d_v numbers.
# n_k * d_v => n_k * d_k
# %% mistake: context-stored-with-d-k
# The context that you store is as wide as a key. A row of context has d_v numbers.
# n_q * d_v => n_q * d_k
# %% mistake: a-value-per-query
# You load a value per query. There is one per key: n_k rows of d_v numbers.
# n_k * d_v => n_q * d_v
# %% mistake: a-context-per-key
# You store a row of context per key. There is one per query: n_q rows of d_v numbers.
# n_q * d_v => n_k * d_v
# %% mistake: table-of-queries
# Your table has n_q columns. A table has a row per query and a column per key.
# table = n_q * n_k => table = n_q * n_q
# %% mistake: table-of-keys
# Your table has n_k rows. A table has a row per query and a column per key.
# table = n_q * n_k => table = n_k * n_k
# %% mistake: keys-not-loaded
# You load no keys for the scores: n_k rows of d_k numbers.
# (n_q + n_k) * d_k => n_q * d_k
# %% mistake: one-number
# You return the sum of loads and stores. Return the two of them, loads first.
# return heads * loads, heads * stores => return heads * (loads + stores)
# %% mistake: heads-in-loads-alone
# You multiply the loads by heads, and not the stores. Each head stores what it makes,
# too.
# return heads * loads, heads * stores => return heads * loads, stores
# %% mistake: tables-alone
# You count scores and weights alone. Queries, keys, values and the context travel, too.
# return heads * loads, heads * stores => return 2 * heads * table, 2 * heads * table
# %% mistake: keys-and-values-shared
# You load keys and values once for all heads. Each head has keys and values of its own,
# so multiply them by heads, too.
# return heads * loads, => return heads * loads - (heads - 1) * n_k * (d_k + d_v),

# %% right: program by program
# as it happens
def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
    loads = stores = 0
    for _ in range(heads):
        loads += n_q * d_k + n_k * d_k
        stores += n_q * n_k
        loads += n_q * n_k
        stores += n_q * n_k
        loads += n_q * n_k + n_k * d_v
        stores += n_q * d_v
    return loads, stores
# wrong, heads-forgotten: range(heads) => range(1)
# wrong, loads-and-stores-swapped: return loads, stores => return stores, loads
# %% wrong, context-not-stored: no context
# -         stores += n_q * d_v
# -     return loads, stores
# +     return loads, stores

# %% right: a list of shapes
# inputs and outputs of three programs
def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
    q, k, v, out = (n_q, d_k), (n_k, d_k), (n_k, d_v), (n_q, d_v)
    table = (n_q, n_k)
    programs = [([q, k], table), ([table], table), ([table, v], out)]
    loads = sum(a * b for coming, _ in programs for a, b in coming)
    stores = sum(a * b for _, (a, b) in programs)
    return heads * loads, heads * stores
# wrong, softmax-in-place: ([table], table), ( => (
# wrong, weights-never-read: ([table, v], out) => ([v], out)
# wrong, values-as-wide-as-keys: (n_k, d_v), (n_q, d_v) => (n_k, d_k), (n_q, d_k)

# %% right: one sum
# NumPy's whole numbers
def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
    out = np.array([2 * n_k * n_q + d_k * (n_q + n_k) + d_v * n_k,
                    2 * n_k * n_q + d_v * n_q])
    return tuple(heads * out)
# wrong, loaded-for-every-pair: d_k * (n_q + n_k) => 2 * d_k * n_q * n_k
# wrong, bytes: tuple(heads * out) => tuple(4 * heads * out)
# wrong, weights-never-stored: 2 * n_k * n_q + d_v * n_q => n_k * n_q + d_v * n_q

# %% right: one head first
# it calls itself for a single head
def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
    if heads > 1:
        loads, stores = naive_traffic(n_q, n_k, d_k, d_v)
        return heads * loads, heads * stores
    scores = n_q * n_k
    into = n_q * d_k + n_k * d_k, scores, scores + n_k * d_v
    out = scores, scores, n_q * d_v
    return sum(into), sum(out)

# %% wrong, tables-alone: the table alone
# what grows fastest, and nothing else
def naive_traffic(n_q, n_k, d_k, d_v, heads=1):
    return 2 * heads * n_q * n_k, 2 * heads * n_q * n_k

# %% hint: one head
# Write the three programs below one another. For each, list the arrays that come in and
# those that go out, with their sizes.
# %% hint: one head
# The table of n_q times n_k numbers is made by the first, read and made anew by the second,
# and read by the third.
# %% hint
# Queries and keys are read once, by the first; values once, by the third, which stores the
# context. All of it happens in every head.
