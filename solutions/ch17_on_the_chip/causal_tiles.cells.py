# %% mistake: queries-from-the-start
# In yours the first query attends as if it were token 0. The first query is token n_k -
# n_q, and the others follow it.
# [:, None] + (n_k - n_q) => [:, None]
# first_query + rows, n_k) => first_query + rows, n_q)
# %% mistake: steps-exchanged
# You go through the queries in steps of `columns`, and through the keys in steps of `rows`.
# A tile should have `rows` queries and `columns` keys.
# n_q, rows) => n_q, columns) && n_k, columns) => n_k, rows)
# %% mistake: its-own-key-left-out
# You leave out the token itself: a query attends to its own key, too.
# - first_key <= last_query, last_key <= first_query
# + first_key < last_query, last_key < first_query
# %% mistake: visited-by-the-first-query
# You visit a tile only where its first query may see its first key. The last query sees
# further, and needs the tile as well.
# first_key <= last_query, => first_key <= first_query,
# %% mistake: whole-by-the-last-query
# You call a tile whole where its last query may see all of it. The first query decides,
# because it sees less than the others.
# last_key <= first_query => last_key <= last_query
# %% mistake: whole-by-the-first-key
# You call a tile whole where its first query may see its first key. This query should see
# the last key, too.
# , last_key <= first_query => , first_key <= first_query
# %% mistake: last-tile-as-long-as-the-others
# In yours a tile whose keys are cut short is never whole. It ends with key n_k - 1, and is
# whole where its first query may attend to that key.
# np.minimum(first_key + columns, n_k) - 1 => first_key + columns - 1
# %% mistake: tiles-compared-by-number
# In yours the numbers of the tiles alone decide. Which tokens a tile has depends on rows,
# columns and n_k - n_q too: compare the tokens at its corners.
def causal_tiles(n_q, n_k, rows, columns):
    i = np.arange(-(-n_q // rows))[:, None]
    j = np.arange(-(-n_k // columns))
    return j <= i, j < i
# %% mistake: the-future
# Your mask is turned round: it lets queries see later keys. A query attends to the keys up
# to its own token.
# - first_key <= last_query, last_key <= first_query
# + last_key >= first_query, first_key >= last_query
# %% mistake: only-whole-tiles-of-the-text
# Tiles at the end are missing in yours: the last ones may have fewer queries or keys.
# np.arange(0, n_q, rows) => np.arange(0, max(n_q - rows, 0) + 1, rows)
# np.arange(0, n_k, columns) => np.arange(0, max(n_k - columns, 0) + 1, columns)
# %% mistake: results-swapped
# You return the whole tiles first. The visited ones should come first.
# - return first_key <= last_query, last_key <= first_query
# + return last_key <= first_query, first_key <= last_query
# %% mistake: cut-for-whole
# Your second result is True for the tiles that need a mask. It should be True for those
# that need none.
# , last_key <= first_query => , (first_key <= last_query) & (last_key > first_query)
# %% mistake: visited-without-its-own-key
# You skip a tile whose first key is the last query's own. A query attends to its own key,
# too.
# return first_key <= last_query => return first_key < last_query
# %% mistake: whole-without-its-own-key
# You do not call a tile whole where its last key is the first query's own. A query attends
# to its own key, too.
# , last_key <= first_query => , last_key < first_query
# %% mistake: last-query-one-too-far
# You visit a tile, too, whose first key comes one after its last query. A tile of rows
# queries from r on ends with r + rows - 1, and no query attends to a later key.
# np.minimum(first_query + rows, n_k) - 1 => np.minimum(first_query + rows, n_k)
# %% mistake: rows-and-columns-swapped
# You give a tile `columns` queries and `rows` keys. A tile should have `rows` queries and
# `columns` keys.
# - first_query = np.arange(0, n_q, rows)
# + rows, columns = columns, rows
# +     first_query = np.arange(0, n_q, rows)
# %% mistake: keys-down-the-side
# Your arrays are (tiles of keys, tiles of queries), not (tiles of queries, tiles of keys).
# - return first_key <= last_query, last_key <= first_query
# + return (first_key <= last_query).T, (last_key <= first_query).T
# %% mistake: visited-by-the-last-key
# You visit a tile only where its last key may be seen. Some pair is enough, so the first
# key decides.
# return first_key <= last_query => return last_key <= last_query
# %% mistake: no-mask
# All your tiles are visited, and all are whole. No query should attend to keys after its
# own token.
# - return first_key <= last_query, last_key <= first_query
# + everything = first_key <= n_k + 0 * first_query
# +     return everything, everything
# %% mistake: shorter-tiles-left-out
# You count whole tiles alone, as // does. The last tile may be shorter, and its queries or
# keys count, too: round up, -(-n_q // rows).
# -     first_query = np.arange(0, n_q, rows)[:, None] + (n_k - n_q)
# +     first_query = np.arange(n_q // rows)[:, None] * rows + (n_k - n_q)
# - np.arange(0, n_k, columns)
# + np.arange(n_k // columns) * columns

# %% right: cut out of the mask
# the dense mask, which a kernel would never make
def causal_tiles(n_q, n_k, rows, columns):
    mask = np.arange(n_k) <= np.arange(n_k - n_q, n_k)[:, None]
    tiles = [[mask[i : i + rows, j : j + columns] for j in range(0, n_k, columns)]
             for i in range(0, n_q, rows)]
    visited = np.array([[tile.any() for tile in row] for row in tiles])
    whole = np.array([[tile.all() for tile in row] for row in tiles])
    return visited, whole
# wrong, queries-from-the-start: np.arange(n_k - n_q, n_k) => np.arange(n_q)
# wrong, its-own-key-left-out: np.arange(n_k) <= np => np.arange(n_k) < np
# wrong, the-future: np.arange(n_k) <= np => np.arange(n_k) >= np
# %% wrong, only-whole-tiles-of-the-text: whole tiles
# range(0, n_k, columns) => range(0, max(n_k - columns, 0) + 1, columns)
# range(0, n_q, rows) => range(0, max(n_q - rows, 0) + 1, rows)

# %% right: corner by corner
# two loops over tiles
def causal_tiles(n_q, n_k, rows, columns):
    shape = -(-n_q // rows), -(-n_k // columns)
    visited, whole = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    for i in range(shape[0]):
        low = n_k - n_q + i * rows
        high = min(low + rows - 1, n_k - 1)
        for j in range(shape[1]):
            visited[i, j] = j * columns <= high
            whole[i, j] = min((j + 1) * columns, n_k) - 1 <= low
    return visited, whole
# wrong, visited-by-the-first-query: j * columns <= high => j * columns <= low
# wrong, whole-by-the-last-query: n_k) - 1 <= low => n_k) - 1 <= high
# %% wrong, whole-by-the-first-key: the first key for the last
# min((j + 1) * columns, n_k) - 1 <= low => j * columns <= low
# %% wrong, last-tile-as-long-as-the-others: never cut short
# min((j + 1) * columns, n_k) - 1 => (j + 1) * columns - 1
# %% wrong, tiles-compared-by-number: by their numbers
# j * columns <= high => j <= i && min((j + 1) * columns, n_k) - 1 <= low => j <= i - 1

# %% right: how many in each row
# by whole-number division
def causal_tiles(n_q, n_k, rows, columns):
    low = n_k - n_q + rows * np.arange(np.ceil(n_q / rows).astype(int))
    high = np.minimum(low + rows, n_k) - 1
    j = np.arange(np.ceil(n_k / columns).astype(int))
    full = np.where(low == n_k - 1, len(j), (low + 1) // columns)
    return j < (high // columns + 1)[:, None], j < full[:, None]

# %% right: by the difference of positions
# query less key, at its largest and its smallest
def causal_tiles(n_q, n_k, rows, columns):
    i, j = np.arange(0, n_q, rows), np.arange(0, n_k, columns)
    ends = np.minimum(i + rows, n_q), np.minimum(j + columns, n_k)
    most = (ends[0] - 1 + n_k - n_q)[:, None] - j
    least = (i + n_k - n_q)[:, None] - (ends[1] - 1)
    return most >= 0, least >= 0

# %% wrong, no-mask: all of them
# no mask at all
def causal_tiles(n_q, n_k, rows, columns):
    shape = -(-n_q // rows), -(-n_k // columns)
    return np.ones(shape, dtype=bool), np.ones(shape, dtype=bool)

# %% right: the whole mask, reduced
# written from the text alone: another route
def causal_tiles(n_q, n_k, rows, columns):
    may = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
    def tiles(ufunc):
        down = ufunc.reduceat(may, np.arange(0, n_q, rows), axis=0)
        return ufunc.reduceat(down, np.arange(0, n_k, columns), axis=1)
    return tiles(np.logical_or), tiles(np.logical_and)

# %% wrong, queries-from-the-start: offset forgotten
def causal_tiles(n_q, n_k, rows, columns):
    R, C = -(-n_q // rows), -(-n_k // columns)
    visited = np.zeros((R, C), bool)
    whole = np.zeros((R, C), bool)
    for r in range(R):
        for c in range(C):
            visited[r, c] = c * columns <= min((r + 1) * rows, n_q) - 1
            whole[r, c] = (c + 1) * columns - 1 <= r * rows
    return visited, whole

# %% wrong, last-query-one-too-far: one tile too many visited
# one more tile where the last query just misses it
def causal_tiles(n_q, n_k, rows, columns):
    q = np.arange(n_q) + n_k - n_q
    tops = q[::rows]
    starts = np.arange(0, n_k, columns)
    visited = starts <= (tops + rows)[:, None]
    return visited, np.minimum(starts + columns, n_k) - 1 <= tops[:, None]

# %% same
# There are no keys beyond the last token.
# np.minimum(first_query + rows, n_k) - 1 => first_query + rows - 1

# %% hint: a whole text
# Draw the mask of seven tokens on squared paper, cut it into tiles of 3 by 2, and look at
# one tile: which of its corners decides?
# %% hint: a whole text; square tiles that fit
# Some pair may attend where the first key is not after the last query. Every pair may where
# the last key is not after the first query.
# %% hint
# Row r of the queries is token n_k - n_q + r. The last tile may be cut short: its last
# query is token n_k - 1, and so is its last key.
