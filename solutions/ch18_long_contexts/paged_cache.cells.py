# %% mistake: written-into-shared
# In yours, a token that one request writes into a shared block reaches the other, too. Copy
# the block first.
# elif self.users[last] > 1: => elif False:
# %% mistake: fork-copies-all
# Your blocks() counts a block once for each request that has it, as if each had its own.
# However many requests share a block, it is one block in use.
# return len(self.users) => return sum(map(len, self.tables.values()))
# %% mistake: table-shared
# What one request appends after a fork, the other has too, as if both had one table. Copy
# the table.
# list(self.tables[request]) => self.tables[request]
# %% mistake: full-block-copied
# In yours, a shared block is copied although it is full. Nothing is written into it, so it
# should stay shared: take a new block alone.
# -             if last is None or len(self.rows[last]) == self.size:
# +             if last is not None and self.users[last] > 1:
# +                 self.next += 1
# +                 table[-1] = self.next
# +                 self.rows[self.next], self.users[self.next] = list(self.rows[last]), 1
# +                 self.users[last] -= 1
# +                 last = self.next
# +             if last is None or len(self.rows[last]) == self.size:
# %% mistake: old-user-not-counted-down
# When a shared block was copied, the request that left it still counts as its user. Count
# one user less.
# -                 self.users[last] -= 1
# -
# %% mistake: freed-while-used
# free drops blocks that another request still uses. Count users, and drop a block when it
# has none.
# == 0 => >= 0
# %% mistake: freed-while-used-from-zero
# free drops blocks that another request still uses. Count users, and drop a block when it
# has none.
# == 0 => >= 0 && block_size, {}, 0 => block_size, {}, -1
# %% mistake: never-freed
# Blocks that free should have given back still count as in use.
# == 0 => < 0
# %% mistake: empty-rows-attended
# Your queries attend to the empty rows of the last block, which count as zeros with the
# score 0. Cut at the request's length.
# -         k, v = (np.stack(part) for part in zip(*rows, strict=True))
# +         room = self.size * len(self.tables[request]) - len(rows)
# +         rows += [tuple(0 * part for part in rows[0])] * room
# +         k, v = (np.stack(part) for part in zip(*rows, strict=True))
# %% mistake: a-block-a-token
# Your blocks() grows with every token. A block should take block_size tokens.
# len(self.rows[last]) == self.size => len(self.rows[last]) == 1
# %% mistake: block-too-early
# Your blocks() counts a new block as soon as the last one is full. A block should be taken
# when a token needs it.
# last is None or len(self.rows[last]) == self.size => last is None
# - row)
# + row)
# +             if len(self.rows[table[-1]]) == self.size:
# +                 self.next += 1
# +                 table.append(self.next)
# +                 self.rows[self.next], self.users[self.next] = [], 1
# %% mistake: unscaled
# The weights of attend() are those of scores not divided by sqrt(d_k).
# T / q.shape[-1] ** 0.5 => T
# %% mistake: unstable
# exp() of scores far from 0 is inf or 0. Subtract each row's largest score first.
# scores - scores.max(axis=-1, keepdims=True) => scores
# %% mistake: divided-by-d-k
# attend() divides the scores by d_k, and should by its root.
# T / q.shape[-1] ** 0.5 => T / q.shape[-1]
# %% mistake: copied-with-the-fork
# Your fork copies a last block that still has room. Let both requests share it: it should
# be copied only when one of them writes a token into it while the other uses it, too.
# - self.tables[new] = list(self.tables[request])
# -         for block in self.tables[new]:
# + self.next += 1
# +         last = self.tables[request][-1]
# +         self.rows[self.next], self.users[self.next] = list(self.rows[last]), 1
# +         self.tables[new] = [*self.tables[request][:-1], self.next]
# +         for block in self.tables[new][:-1]:
# %% mistake: plain-mean
# Every token of a request gets the same weight, whatever the query is.
# np.exp(scores - scores.max(axis=-1, keepdims=True)) => np.ones_like(scores)
# %% mistake: a-block-per-append
# Every append of yours takes a new block. Fill the request's last block first.
# - last = table[-1] if table else None
# + last = table[-1] if table and row[0] is not first else None
# - for row in zip(k.copy(), v.copy(), strict=True):
# + rows = list(zip(k.copy(), v.copy(), strict=True))
# +         first = rows[0][0]
# +         for row in rows:
# %% mistake: lengths-beside-a-shared-block
# In yours, a token written into a shared block is read by the other request, too. Copy the
# block first.
# - for row in zip(k.copy(), v.copy(), strict=True):
# + self.written = vars(self).setdefault("written", {})
# +         for row in zip(k.copy(), v.copy(), strict=True):
# +             n = self.written.get(request, 0)
# +             self.written[request] = n + 1
# len(self.rows[last]) == self.size => n % self.size == 0
# elif self.users[last] > 1: => elif False:
# - self.tables[new] = list(self.tables[request])
# + self.tables[new] = list(self.tables[request])
# +         self.written[new] = self.written[request]
# - for block in self.tables.pop(request):
# + self.written.pop(request)
# +         for block in self.tables.pop(request):
# %% mistake: overwritten-in-a-shared-block
# In yours, two requests that share a block write into it without a copy. When both go on
# after a fork, the later token replaces the other's. Copy the block first.
# - for row in zip(k.copy(), v.copy(), strict=True):
# + self.written = vars(self).setdefault("written", {})
# +         for row in zip(k.copy(), v.copy(), strict=True):
# +             n = self.written.get(request, 0)
# +             self.written[request] = n + 1
# +             here = slice(n % self.size, n % self.size + 1)
# len(self.rows[last]) == self.size => n % self.size == 0
# elif self.users[last] > 1: => elif False:
# self.rows[table[-1]].append(row) => self.rows[table[-1]][here] = [row]
# - self.tables[new] = list(self.tables[request])
# + self.tables[new] = list(self.tables[request])
# +         self.written[new] = self.written[request]
# - for block in self.tables.pop(request):
# + self.written.pop(request)
# +         for block in self.tables.pop(request):
# -         k, v = (np.stack(part) for part in zip(*rows, strict=True))
# +         rows = rows[: self.written[request]]
# +         k, v = (np.stack(part) for part in zip(*rows, strict=True))
# %% mistake: whole-table-copied
# Before you write into a shared block, you copy all blocks of the request. Copy that one
# alone; the full ones should stay shared.
# -             elif self.users[last] > 1:
# -                 self.next += 1
# -                 table[-1] = self.next
# -                 self.rows[self.next], self.users[self.next] = list(self.rows[last]), 1
# -                 self.users[last] -= 1
# +             elif self.users[last] > 1:
# +                 for place, block in enumerate(table):
# +                     self.next += 1
# +                     table[place] = self.next
# +                     self.rows[self.next] = list(self.rows[block])
# +                     self.users[self.next] = 1
# +                     self.users[block] -= 1
# +                     if self.users[block] == 0:
# +                         del self.users[block], self.rows[block]
# %% mistake: not-counted-down-when-freed
# In yours, a freed request still counts as a user of blocks that it shared. Count one user
# less.
# -             self.users[block] -= 1
# -             if self.users[block] == 0:
# +             if self.users[block] == 1:
# %% mistake: root-of-d-v
# Your scores are divided by the root of the values' width. A score adds up d_k products:
# take the root of d_k, q.shape[-1].
# q.shape[-1] ** 0.5 => v.shape[-1] ** 0.5

# %% right: blocks that are objects
class Block:
    def __init__(self, rows=()):
        self.rows, self.users = list(rows), 1

class PagedCache:
    def __init__(self, block_size):
        self.size = block_size
        self.tables = {}

    def append(self, request, k, v):
        table = self.tables.setdefault(request, [])
        for row in zip(k.copy(), v.copy()):
            if not table or len(table[-1].rows) == self.size:
                table.append(Block())
            elif table[-1].users > 1:
                table[-1].users -= 1
                table[-1] = Block(table[-1].rows)
            table[-1].rows.append(row)

    def fork(self, request, new):
        self.tables[new] = list(self.tables[request])
        for block in self.tables[new]:
            block.users += 1

    def free(self, request):
        for block in self.tables.pop(request):
            block.users -= 1

    def blocks(self):
        return len({id(b) for table in self.tables.values() for b in table})

    def attend(self, request, q):
        rows = [row for block in self.tables[request] for row in block.rows]
        k, v = (np.array(part) for part in zip(*rows))
        s = q @ k.T / np.sqrt(q.shape[1])
        p = np.exp(s - s.max(axis=1, keepdims=True))
        return p @ v / p.sum(axis=1, keepdims=True)
# wrong, written-into-shared: elif table[-1].users > 1: => elif False:
# wrong, unscaled: / np.sqrt(q.shape[1]) =>
# wrong, unstable: s - s.max(axis=1, keepdims=True) => s
# wrong, a-block-a-token: len(table[-1].rows) == self.size => True
# wrong: zip(k.copy(), v.copy()) => zip(k[:1].copy(), v[:1].copy())
# %% wrong: a slip, in blocks that are objects
# self.tables[new] = list(self.tables[request]) => self.tables[new] = self.tables[request]
# %% wrong, fork-copies-all: fork-copies-all, in blocks that are objects
# - self.tables[new] = list(self.tables[request])
# + self.tables[new] = [Block(b.rows) for b in self.tables[request]]
# %% wrong, copied-with-the-fork: the last block is copied with the fork
# - self.tables[new] = list(self.tables[request])
# -         for block in self.tables[new]:
# + old = self.tables[request]
# +         self.tables[new] = [*old[:-1], Block(old[-1].rows)]
# +         for block in old[:-1]:
# %% wrong: counted from lengths, a block too many
# - len({id(b) for table in self.tables.values() for b in table})
# + sum(sum(len(b.rows) for b in t) // self.size + 1 for t in self.tables.values())

# %% right: a pool of rows
class PagedCache:
    def __init__(self, block_size):
        self.size, self.pool, self.tables = block_size, {}, {}
        self.n = {}
        self.number = 0

    def users(self, block):
        return sum(block in table for table in self.tables.values())

    def append(self, request, k, v):
        table = self.tables.setdefault(request, [])
        n = self.n.get(request, 0)
        for i in range(len(k)):
            if n % self.size == 0:
                self.number += 1
                self.pool[self.number] = [None] * self.size
                table.append(self.number)
            elif self.users(table[-1]) > 1:
                self.number += 1
                self.pool[self.number] = list(self.pool[table[-1]])
                table[-1] = self.number
            self.pool[table[-1]][n % self.size] = (k[i].copy(), v[i].copy())
            n += 1
        self.n[request] = n

    def fork(self, request, new):
        self.tables[new] = self.tables[request][:]
        self.n[new] = self.n[request]

    def free(self, request):
        table = self.tables.pop(request)
        del self.n[request]
        for block in table:
            if self.users(block) == 0:
                del self.pool[block]

    def blocks(self):
        return len(self.pool)

    def attend(self, request, q):
        n = self.n[request]
        rows = sum((self.pool[b] for b in self.tables[request]), [])[:n]
        k = np.stack([row[0] for row in rows])
        v = np.stack([row[1] for row in rows])
        scores = np.einsum("id,jd->ij", q, k) * q.shape[1] ** -0.5
        scores -= scores.max(axis=1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ v
# wrong, overwritten-in-a-shared-block: elif self.users(table[-1]) > 1: => elif False:
# wrong, never-freed: if self.users(block) == 0: => if False:
# wrong: if self.users(block) == 0: => if block in self.pool:
# wrong: self.tables[request][:] => self.tables[request]
# wrong, unstable: scores -= scores.max(axis=1, keepdims=True) => pass
# %% wrong, empty-rows-attended: the last block whole
# [None] * self.size => [(0 * k[0], 0 * v[0])] * self.size && [])[:n] => [])

# %% right: block by block
# the online softmax over blocks; a block is replaced when it grows
class PagedCache:
    def __init__(self, block_size):
        self.size, self.next = block_size, 0
        self.store, self.tables, self.n, self.refs = {}, {}, {}, {}

    def new_block(self, content):
        self.next += 1
        self.store[self.next], self.refs[self.next] = content, 1
        return self.next

    def append(self, request, k, v):
        rows = np.concatenate([k, v], axis=1)
        self.d = k.shape[1]
        table = self.tables.setdefault(request, [])
        while len(rows):
            n = self.n.get(request, 0)
            room = -n % self.size
            if room == 0:
                part, rows = rows[: self.size], rows[self.size :]
                table.append(self.new_block(part.copy()))
            else:
                part, rows = rows[:room], rows[room:]
                content = np.concatenate([self.store[table[-1]], part])
                self.release(table.pop())
                table.append(self.new_block(content))
            self.n[request] = n + len(part)

    def release(self, block):
        self.refs[block] -= 1
        if self.refs[block] == 0:
            del self.refs[block], self.store[block]

    def fork(self, request, new):
        self.tables[new], self.n[new] = list(self.tables[request]), self.n[request]
        for block in self.tables[new]:
            self.refs[block] += 1

    def free(self, request):
        for block in self.tables.pop(request):
            self.release(block)
        del self.n[request]

    def blocks(self):
        return len(self.store)

    def attend(self, request, q):
        top, total, mixed = -np.inf, 0.0, 0.0
        for block in self.tables[request]:
            k, v = self.store[block][:, : self.d], self.store[block][:, self.d :]
            s = q @ k.T / self.d**0.5
            new = np.maximum(top, s.max(axis=1, keepdims=True))
            old, p = np.exp(top - new), np.exp(s - new)
            total = old * total + p.sum(axis=1, keepdims=True)
            mixed = old * mixed + p @ v
            top = new
        return mixed / total
# %% same
# Nobody changes an array after handing it over.
# zip(k.copy(), v.copy(), strict=True) => zip(k, v.copy(), strict=True)
# zip(k.copy(), v.copy(), strict=True) => zip(k.copy(), v, strict=True)
# %% same
# Any new number will do.
# self.tables, self.next = block_size, {}, 0 => self.tables, self.next = block_size, {}, 1
# self.tables, self.next = block_size, {}, 0 => self.tables, self.next = block_size, {}, -1
# - 1
# -                 table.
# + 2
# +                 table.
# - 1
# -                 table[
# + 2
# +                 table[
# %% same
# Keys and values come together.
# for row in zip(k.copy(), v.copy(), strict=True) => for row in zip(k.copy(), v.copy())
# - for row in zip(k.copy(), v.copy(), strict=True)
# + for row in zip(k.copy(), v.copy(), strict=False)
# zip(*rows, strict=True) => zip(*rows)
# zip(*rows, strict=True) => zip(*rows, strict=False)
# %% same
# It has two axes.
# q.shape[-1] ** 0.5 => q.shape[1] ** 0.5
# scores.max(axis=-1 => scores.max(axis=1
# powers.sum(axis=-1 => powers.sum(axis=1
# %% same
# Kept and let go together.
# return len(self.users) => return len(self.rows)
# %% same
# They are the same blocks.
# for block in self.tables[new]: => for block in self.tables[request]:
# %% same
# The class has no base but object.
# super().__init__() => pass
# super().__init__() => super()

# %% hint: one request, token by token
# Keep three things: blocks by number; for each request a list of numbers, its table, and
# how many tokens it has; for each block how many requests use it.
# %% hint
# A token's row in its block is the number of tokens before it modulo block_size. Row 0
# needs a new block. fork copies the table, not the blocks.
# %% hint
# Before you write into a block that others use: take a new block, copy the old one into it,
# put its number into this request's table, and count one user less for the old one. free
# counts down, too, and drops a block at 0.
