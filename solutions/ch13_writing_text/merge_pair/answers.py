"""Answers to write.merge_pair that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "while",
        """
        def merge_pair(word, pair):
            merged, i = [], 0
            while i < len(word):
                if i + 1 < len(word) and (word[i], word[i + 1]) == pair:
                    merged.append(word[i] + word[i + 1])
                    i += 2
                else:
                    merged.append(word[i])
                    i += 1
            return tuple(merged)
        """,
        "two steps on after a pair",
    ),
    right(
        "in place",
        """
        def merge_pair(word, pair):
            pieces = list(word)
            for i in range(len(pieces)):
                if i < len(pieces) - 1 and tuple(pieces[i:i + 2]) == tuple(pair):
                    pieces[i:i + 2] = ["".join(pair)]
            return tuple(pieces)
        """,
        "a slice is exchanged, the next index is what stands behind it",
    ),
    right(
        "recursion",
        """
        def merge_pair(word, pair):
            if not word:
                return ()
            if tuple(word[:2]) == pair:
                return (pair[0] + pair[1],) + merge_pair(word[2:], pair)
            return word[:1] + merge_pair(word[1:], pair)
        """,
        "the rest of the word is a word",
    ),
    right(
        "an iterator",
        """
        def text(pieces, left, right):
            pieces = iter(pieces)
            last = next(pieces, None)
            while last is not None:
                piece = next(pieces, None)
                if last == left and piece == right:
                    yield left + right
                    last = next(pieces, None)
                else:
                    yield last
                    last = piece


        def merge_pair(word, pair):
            return tuple(text(word, *pair))
        """,
        "a generator called as the chapter calls a text below",
    ),
    right(
        "a regular expression",
        r"""
        import re


        def merge_pair(word, pair):
            if not word:
                return ()
            text = "\0" + "\0\0".join(word) + "\0"
            both = re.escape(f"\0{pair[0]}\0\0{pair[1]}\0")
            text = re.sub(both, lambda _: f"\0{pair[0] + pair[1]}\0", text)
            return tuple(text[1:-1].split("\0\0"))
        """,
        "marks at both sides of each piece keep neighbours apart",
    ),
    right(
        "a callable class",
        """
        class Merger:
            def __init__(self, pair):
                self.pair = tuple(pair)

            def __call__(self, word):
                skip, merged = False, []
                for here, ahead in zip(word, (*word[1:], None)):
                    if skip:
                        skip = False
                        continue
                    skip = (here, ahead) == self.pair
                    merged.append(here + ahead if skip else here)
                return tuple(merged)


        def merge_pair(word, pair):
            return Merger(pair)(word)
        """,
        "looks ahead and skips what it joined",
    ),
    right(
        "a stack",
        """
        def merge_pair(word, pair):
            stack, joined = [], -1
            for piece in word:
                free = len(stack) - 1 != joined
                if stack and free and (stack[-1], piece) == pair:
                    stack[-1] += piece
                    joined = len(stack) - 1
                else:
                    stack.append(piece)
            return stack
        """,
        "looks back, and keeps the place of what it joined",
    ),
    right("a list", change("tuple(merged)", "merged"), "pieces in order", of="while"),
    wrong(
        "the first only",
        """
        def merge_pair(word, pair):
            for i in range(len(word) - 1):
                if word[i:i + 2] == pair:
                    return word[:i] + ("".join(pair),) + word[i + 2:]
            return word
        """,
        "returns at the first",
        "first-only",
    ),
    wrong(
        "one step on",
        change("i += 2", "i += 1"),
        "the right piece stays as well",
        "right-piece-kept",
        of="while",
    ),
    wrong(
        "replaced in the text",
        """
        def merge_pair(word, pair):
            return tuple(" ".join(word).replace(" ".join(pair), "".join(pair)).split(" "))
        """,
        "Sennrich's recipe without its look-around: xa b becomes xab",
        "replaced-in-the-text",
    ),
    wrong(
        "the last lost",
        change("while i < len(word)", "while i < len(word) - 1"),
        "stops before the last piece",
        "last-piece-lost",
        of="while",
    ),
    wrong(
        "either way",
        change("(word[i], word[i + 1]) == pair", "{word[i], word[i + 1]} == set(pair)"),
        "ba is joined for ab",
        "either-way-round",
        of="while",
    ),
    wrong(
        "until nothing changes",
        change("range(len(pieces))", "reversed(range(len(pieces)))"),
        "from the right",
        "from-the-right",
        of="in place",
    ),
    wrong(
        "a text",
        change("tuple(merged)", '"".join(merged)'),
        "one text: where the pieces end is lost",
        "one-text",
        of="while",
    ),
    wrong(
        "an index too far",
        change("i + 1 < len(word) and ", ""),
        "word[i + 1] behind the end",
        of="while",
    ),
    wrong(
        "joined by what it spells",
        change("(word[i], word[i + 1]) == pair", 'word[i] + word[i + 1] == "".join(pair)'),
        "other pieces that spell the same are joined too",
        "by-what-they-spell",
        of="while",
    ),
    wrong(
        "the pair, not joined",
        change("word[i] + word[i + 1]", "pair"),
        "a tuple in the word",
        "not-joined",
        of="while",
    ),
    wrong(
        "removed while looping",
        """
        def merge_pair(word, pair):
            pieces = list(word)
            for i, (left, right) in enumerate(zip(word, word[1:])):
                if (left, right) == pair:
                    pieces[i] = left + right
                    del pieces[i + 1]
            return tuple(pieces)
        """,
        "the indices are those of the old word",
    ),
    *route(
        "by a stack",
        """
        def merge_pair(word, pair):
            out, open_ = [], False
            for piece in word:
                if open_ and (out[-1], piece) == tuple(pair):
                    out[-1], open_ = out[-1] + piece, False
                else:
                    out.append(piece)
                    open_ = True
            return tuple(out)
        ---
        out[-1], piece => piece, out[-1]
        out[-1] + piece => piece + out[-1]
        return tuple => return "".join | one-text
        (out[-1], piece) == tuple => out[-1] + piece == "".join | by-what-they-spell
        open_ and => not open_ and out and
        """,
    ),
    right(
        "recursion, afresh",
        """
        def merge_pair(word, pair):
            if len(word) < 2:
                return tuple(word)
            if word[:2] == tuple(pair):
                return ("".join(pair), *merge_pair(word[2:], pair))
            return (word[0], *merge_pair(word[1:], pair))
        """,
        "written from the text alone: another route",
    ),
)
