"""Right answers to contexts.paged_cache by other routes than the reference."""

from autograder import right, route

ROUTES = (
    *route(
        "blocks that are objects",
        """
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
        ---
        elif table[-1].users > 1: => elif False: | written-into-shared
        / np.sqrt(q.shape[1]) => | unscaled
        s - s.max(axis=1, keepdims=True) => s | unstable
        len(table[-1].rows) == self.size => True | a-block-a-token
        zip(k.copy(), v.copy()) => zip(k[:1].copy(), v[:1].copy())
        """,
    ),
    *route(
        "a pool of rows",
        """
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
        ---
        elif self.users(table[-1]) > 1: => elif False:
        if self.users(block) == 0: => if False: | never-freed
        if self.users(block) == 0: => if block in self.pool:
        self.tables[request][:] => self.tables[request]
        scores -= scores.max(axis=1, keepdims=True) => pass | unstable
        """,
    ),
    right(
        "block by block",
        """
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
        """,
        "the online softmax over blocks; a block is replaced when it grows",
    ),
    *route(
        "blocks named by numbers",
        """
        class PagedCache:
            def __init__(self, block_size):
                self.room, self.own, self.count, self.content = block_size, {}, {}, {}
                self.made = 0

            def fresh(self, keys, values):
                self.made += 1
                self.content[self.made], self.count[self.made] = (keys, values), 1
                return self.made

            def append(self, request, k, v):
                own = self.own.setdefault(request, [])
                for key, value in zip(k, v):
                    if not own or len(self.content[own[-1]][0]) == self.room:
                        own.append(self.fresh([], []))
                    elif self.count[own[-1]] != 1:
                        keys, values = self.content[own[-1]]
                        self.count[own[-1]] -= 1
                        own[-1] = self.fresh(keys[:], values[:])
                    keys, values = self.content[own[-1]]
                    keys.append(key.copy())
                    values.append(value.copy())

            def fork(self, request, new):
                self.own[new] = [*self.own[request]]
                for name in self.own[new]:
                    self.count[name] += 1

            def free(self, request):
                for name in self.own.pop(request):
                    self.count[name] -= 1
                    if not self.count[name]:
                        del self.count[name], self.content[name]

            def blocks(self):
                return len(self.content)

            def attend(self, request, q):
                parts = [self.content[name] for name in self.own[request]]
                k, v = (np.array(sum((p[i] for p in parts), [])) for i in (0, 1))
                s = q @ k.T / k.shape[1] ** 0.5
                w = np.exp(s - s.max(axis=1, keepdims=True))
                return w / w.sum(axis=1, keepdims=True) @ v
        ---
        [*self.own[request]] => self.own[request] | table-shared
        self.count[own[-1]] -= 1 => pass | old-user-not-counted-down
        if not self.count[name]: => if name in self.count: | freed-while-used
        """,
    ),
)
