"""Answers to contexts.paged_cache that its checks must tell apart."""

from autograder import change, wrong
from solutions.ch18_long_contexts.paged_cache.routes import ROUTES

ANSWERS = (
    *ROUTES,
    wrong(
        "a slip, in blocks that are objects",
        change(
            "self.tables[new] = list(self.tables[request])",
            "self.tables[new] = self.tables[request]",
        ),
        "a slip in one place",
        of="blocks that are objects",
    ),
    wrong(
        "fork-copies-all, in blocks that are objects",
        change(
            "self.tables[new] = list(self.tables[request])",
            "self.tables[new] = [Block(b.rows) for b in self.tables[request]]",
        ),
        "a slip in one place",
        "fork-copies-all",
        of="blocks that are objects",
    ),
    wrong(
        "counted for each table, in blocks that are objects",
        change(
            "len({id(b) for table in self.tables.values() for b in table})",
            "sum(map(len, self.tables.values()))",
        ),
        "a slip in one place",
        "fork-copies-all",
        of="blocks that are objects",
    ),
    wrong(
        "copied and still counted",
        change("self.release(table.pop())", "table.pop()"),
        "blocks that nobody has a way to any more",
        of="block by block",
    ),
    wrong(
        "the last block whole",
        """
        class PagedCache:
            def __init__(self, block_size):
                self.size, self.tables, self.n = block_size, {}, {}
                self.refs, self.mem = {}, {}
                self.next = 0

            def take(self, block):
                self.next += 1
                self.mem[self.next], self.refs[self.next] = block, 1
                return self.next

            def append(self, r, k, v):
                t = self.tables.setdefault(r, [])
                for a, b in zip(k, v):
                    i = self.n.get(r, 0) % self.size
                    if i == 0:
                        room = [np.zeros((self.size, x.size), x.dtype) for x in (a, b)]
                        t.append(self.take(room))
                    elif self.refs[t[-1]] > 1:
                        self.refs[t[-1]] -= 1
                        t[-1] = self.take([x.copy() for x in self.mem[t[-1]]])
                    self.mem[t[-1]][0][i], self.mem[t[-1]][1][i] = a, b
                    self.n[r] = self.n.get(r, 0) + 1

            def fork(self, r, new):
                self.tables[new], self.n[new] = self.tables[r][:], self.n[r]
                for b in self.tables[r]:
                    self.refs[b] += 1

            def free(self, r):
                for b in self.tables.pop(r):
                    self.refs[b] -= 1
                    if not self.refs[b]:
                        del self.refs[b], self.mem[b]
                del self.n[r]

            def blocks(self):
                return len(self.mem)

            def attend(self, r, q):
                k, v = (np.vstack([self.mem[b][i] for b in self.tables[r]]) for i in (0, 1))
                s = q @ k.T / q.shape[1] ** 0.5
                p = np.exp(s - s.max(axis=1, keepdims=True))
                return p @ v / p.sum(axis=1, keepdims=True)
        """,
        "rows of zeros have a weight",
        "empty-rows-attended",
    ),
    wrong(
        "full, so another",
        change("if not own or len(self.content[own[-1]][0]) == self.room:", "if not own:")
        + change(
            "            values.append(value.copy())\n",
            "            values.append(value.copy())\n"
            "            if len(keys) == self.room:\n"
            "                own.append(self.fresh([], []))\n",
        ),
        "a block that nobody needs yet",
        "block-too-early",
        of="blocks named by numbers",
    ),
    wrong(
        "fork copies all",
        """
        class PagedCache:
            def __init__(self, block_size):
                self.size = block_size
                self.requests = {}

            def append(self, request, k, v):
                old = self.requests.get(request)
                if old is not None:
                    k, v = np.concatenate([old[0], k]), np.concatenate([old[1], v])
                self.requests[request] = (k, v)

            def fork(self, request, new):
                self.requests[new] = self.requests[request]

            def free(self, request):
                del self.requests[request]

            def blocks(self):
                return sum(len(k) // self.size + 1 for k, _ in self.requests.values())

            def attend(self, request, q):
                k, v = self.requests[request]
                return softmax(q @ k.T / np.sqrt(q.shape[-1])) @ v
        """,
        "written from the text alone",
        "block-too-early + fork-copies-all",
    ),
    wrong(
        "the last block is copied with the fork",
        """
        class PagedCache:
            def __init__(self, block_size):
                self.size, self.tables = block_size, {}
            def append(self, request, k, v):
                table = self.tables.setdefault(request, [])
                for a, b in zip(k, v):
                    if not table or len(table[-1]) == self.size:
                        table.append([])
                    table[-1].append((a.copy(), b.copy()))
            def fork(self, request, new):
                old = self.tables[request]
                self.tables[new] = old[:-1] + [list(old[-1])]
            def free(self, request):
                del self.tables[request]
            def blocks(self):
                return len({id(b) for t in self.tables.values() for b in t})
            def attend(self, request, q):
                rows = [r for b in self.tables[request] for r in b]
                k, v = (np.array(p) for p in zip(*rows))
                s = q @ k.T / np.sqrt(q.shape[1])
                p = np.exp(s - s.max(1, keepdims=True))
                return p / p.sum(1, keepdims=True) @ v
        """,
        "a block more before anything is written",
    ),
    wrong(
        "a shared block copied though it is full",
        """
        class PagedCache:
            def __init__(self, block_size):
                self.block_size = block_size
                self.tables = {}

            def _users(self, block):
                return sum(any(b is block for b in t) for t in self.tables.values())

            def append(self, request, k, v):
                table = self.tables.setdefault(request, [])
                for key, value in zip(k, v):
                    if table and self._users(table[-1]) > 1:
                        table[-1] = list(table[-1])
                    if not table or len(table[-1]) == self.block_size:
                        table.append([])
                    table[-1].append((key.copy(), value.copy()))

            def fork(self, request, new):
                self.tables[new] = list(self.tables[request])

            def free(self, request):
                del self.tables[request]

            def blocks(self):
                return len({id(b) for t in self.tables.values() for b in t})

            def attend(self, request, q):
                tokens = [pair for block in self.tables[request] for pair in block]
                k = np.array([key for key, _ in tokens])
                v = np.array([value for _, value in tokens])
                scores = q @ k.T / np.sqrt(k.shape[-1])
                e = np.exp(scores - scores.max(axis=-1, keepdims=True))
                return e / e.sum(axis=-1, keepdims=True) @ v
        """,
        "a block that nothing is written into stays shared",
        "full-block-copied",
    ),
)
