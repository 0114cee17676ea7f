"""What goes wrong in a cache in pages, each as a change of the reference."""

from autograder import Misconception, change

SHARED = """            elif self.users[table[-1]] > 1:
                old = table[-1]
                table[-1] = self._taken(self.k[old].copy(), self.v[old].copy())
                self.users[old] -= 1
"""

MISTAKES = (
    Misconception(
        "written-into-shared",
        "Two requests share a block, and one writes its token into it: the other now reads "
        "a token that is not its own, or has its own overwritten. Copy the block first.",
        change(SHARED, ""),
    ),
    Misconception(
        "fork-copies-all",
        "Requests that share blocks count as if each had its own: fork copies all blocks, "
        "or blocks() counts a shared one twice. Copy the table alone, and count one more "
        "user for each block.",
        change(
            "        self.tables[new] = list(self.tables[request])\n",
            "        self.tables[new] = [\n"
            "            self._taken(self.k[b].copy(), self.v[b].copy())\n"
            "            for b in self.tables[request]\n"
            "        ]\n",
        )
        + change("            self.users[block] += 1\n", "            pass\n"),
    ),
    Misconception(
        "table-shared",
        "Both requests have the very same table. What one appends, the other has too: copy "
        "the list.",
        change("list(self.tables[request])", "self.tables[request]"),
    ),
    Misconception(
        "old-user-not-counted-down",
        "When a shared block is copied, the old one keeps its count of users. The next "
        "request that is alone with it copies it once more, and it is never freed.",
        change("                self.users[old] -= 1\n", ""),
    ),
    Misconception(
        "freed-while-used",
        "free drops blocks that another request still uses. Count users, and drop a block "
        "when it has none.",
        change(
            "            if self.users[block] == 0:\n",
            "            if self.users[block] >= 0:\n",
        ),
        alone=True,
    ),
    Misconception(
        "never-freed",
        "free gives no block back.",
        change(
            "            if self.users[block] == 0:\n",
            "            if self.users[block] < 0:\n",
        ),
    ),
    Misconception(
        "empty-rows-attended",
        "Your queries attend to the empty rows of the last block. They hold zeros, whose "
        "score is 0 and whose weight is not. Cut at the request's length.",
        change("for block in table])[:n]  # (n, d_k)", "for block in table])")
        + change(
            "self.v[block] for block in table])[:n]", "self.v[block] for block in table])"
        ),
    ),
    Misconception(
        "a-block-a-token",
        "Each token takes a block of its own. A block has room for block_size tokens.",
        change(
            "row = self.lengths.get(request, 0) % self.size",
            "row = 0",
        )
        + change(
            "np.concatenate([self.k[block] for block in table])[:n]",
            "np.concatenate([self.k[block][:1] for block in table])[:n]",
        )
        + change(
            "np.concatenate([self.v[block] for block in table])[:n]",
            "np.concatenate([self.v[block][:1] for block in table])[:n]",
        ),
    ),
    Misconception(
        "block-too-early",
        "You take a new block as soon as the last one is full, before a token needs it.",
        change("            if row == 0:\n", "            if row == 0 and not table:\n")
        + change(
            "            self.lengths[request] = self.lengths.get(request, 0) + 1\n",
            "            self.lengths[request] = self.lengths.get(request, 0) + 1\n"
            "            if self.lengths[request] % self.size == 0:\n"
            "                table.append(self._taken(self._rows(key), self._rows(value)))\n",
        ),
    ),
    Misconception(
        "unscaled",
        "attend() does not divide the scores by sqrt(d_k).",
        change(" / q.shape[-1] ** 0.5", ""),
    ),
    Misconception(
        "unstable",
        "exp() of a large score overflows. Subtract each row's largest score first.",
        change(" - scores.max(axis=-1, keepdims=True)", ""),
    ),
)
