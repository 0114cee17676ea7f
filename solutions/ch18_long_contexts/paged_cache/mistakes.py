"""What goes wrong in a cache in pages, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "written-into-shared",
        "Two requests share a block, and one writes its token into it: the other now reads "
        "a token that is not its own, or has its own overwritten. Copy the block first.",
        change("elif self.users[last] > 1:", "elif False:"),
    ),
    Misconception(
        "fork-copies-all",
        "Requests that share blocks count as if each had its own: fork copies all blocks, "
        "or blocks() counts a shared one twice. Copy the table alone, and count one more "
        "user for each block.",
        change("return len(self.users)", "return sum(map(len, self.tables.values()))"),
    ),
    Misconception(
        "table-shared",
        "Both requests have the very same table. What one appends, the other has too: copy "
        "the list.",
        change("list(self.tables[request])", "self.tables[request]"),
    ),
    Misconception(
        "full-block-copied",
        "You copy a shared block before you look whether it is full. Nothing is written "
        "into a full one, so it stays shared: take a new block, and copy none.",
        change(
            "            if last is None or len(self.rows[last]) == self.size:",
            """            if last is not None and self.users[last] > 1:
                self.next += 1
                table[-1] = self.next
                self.rows[self.next], self.users[self.next] = list(self.rows[last]), 1
                self.users[last] -= 1
                last = self.next
            if last is None or len(self.rows[last]) == self.size:""",
        ),
    ),
    Misconception(
        "old-user-not-counted-down",
        "When a shared block is copied, the old one keeps its count of users. The next "
        "request that is alone with it copies it once more, and it is never freed.",
        change("                self.users[last] -= 1\n", ""),
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
        "Blocks that free should have given back still count as in use.",
        change(
            "            if self.users[block] == 0:\n",
            "            if self.users[block] < 0:\n",
        ),
    ),
    Misconception(
        "empty-rows-attended",
        "Your queries attend to the empty rows of the last block. They hold zeros, whose "
        "score is 0 and whose weight is not. Cut at the request's length.",
        change(
            "        k, v = (np.stack",
            "        room = self.size * len(self.tables[request]) - len(rows)\n"
            "        rows += [tuple(0 * part for part in rows[0])] * room\n"
            "        k, v = (np.stack",
        ),
    ),
    Misconception(
        "a-block-a-token",
        "Each token takes a block of its own. A block has room for block_size tokens.",
        change("len(self.rows[last]) == self.size", "len(self.rows[last]) == 1"),
    ),
    Misconception(
        "block-too-early",
        "You take a new block as soon as the last one is full, before a token needs it.",
        change("last is None or len(self.rows[last]) == self.size", "last is None")
        + change(
            "            self.rows[table[-1]].append(row)\n",
            "            self.rows[table[-1]].append(row)\n"
            "            if len(self.rows[table[-1]]) == self.size:\n"
            "                self.next += 1\n"
            "                table.append(self.next)\n"
            "                self.rows[self.next], self.users[self.next] = [], 1\n",
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
