"""Fast byte-pair learning: the merges of the plain algorithm, ties included."""

import numpy as np
import pytest

from attention_lessons.bpe_training import END, Tokenizer, count_words, learn_merges
from lessons.right_answers import right_answer
from solutions.ch13_writing_text._shared import random_counts, random_words
from solutions.ch13_writing_text.encode import encode
from solutions.ch13_writing_text.merge_pair import merge_pair
from solutions.ch13_writing_text.most_frequent_pair import most_frequent_pair


def plainly(words, n_merges):
    merges = []
    while len(merges) < n_merges and any(len(word) > 1 for word in words):
        merges.append(most_frequent_pair(words))
        joined = {}
        for word, count in words.items():
            word = merge_pair(word, merges[-1])
            joined[word] = joined.get(word, 0) + count
        words = joined
    return merges


@pytest.mark.parametrize("seed", range(25))
def test_the_same_merges_as_counting_everything_again(seed: int):
    rng = np.random.default_rng(seed)
    letters = "abcdef"[: 2 + seed % 5]
    drawn = random_words(rng, 14, letters, 9)
    words = random_counts(rng, drawn, 1 + seed % 4)  # small counts: many ties
    assert learn_merges(words, 40) == plainly(words, 40)


def test_it_does_not_change_the_words_it_is_given():
    words = {("a", "b"): 2, ("b",): 1}
    learn_merges(words, 3)
    assert words == {("a", "b"): 2, ("b",): 1}


def test_a_text_goes_to_ids_and_back():
    texts = ["low lower lowest", "new\n    newest wide"]
    tokenizer = Tokenizer("".join(texts), learn_merges(count_words(texts), 12))
    ids = tokenizer.encode_all(texts)
    assert ids[0] == ids[-1] == 0
    assert tokenizer.pieces[0] == END
    assert tokenizer.decode(ids).split(f"\n{END}\n")[1:-1] == texts
    assert tokenizer.encode("Qlow") == tokenizer.encode("low")  # no Q was ever seen


@pytest.mark.parametrize("seed", range(40))
def test_learnt_merges_done_once_in_order_are_the_earliest_first(seed: int):
    rng = np.random.default_rng(seed)
    once_through = right_answer("write.encode", "every merge once")
    words = random_counts(rng, random_words(rng, 12, "abc", 9), 3)
    merges = learn_merges(words, 25)
    for word in random_words(rng, 30, "abc", 12):
        assert once_through("".join(word), merges) == encode("".join(word), merges)
