"""What students of several chapters should get, chapters 10 to 16."""

from __future__ import annotations

from tests.sample_got import IDLE, Got, partly, wrong

# By exercise id; what is not named is right.  A wrong answer that is right in some
# case groups is so by their sizes, whatever the seed.
LATE: dict[str, dict[str, Got]] = {
    # Right where the mistake has nothing to act on: one id, one layer, one block.
    "kwame-boateng": {
        "translate.shift_right": partly("shifted-left", right="one id a row"),
        "translate.label_smoothed_loss": partly(
            "padding-counted", right="one sequence, no padding; one id"
        ),
        "translate.predict_floor": wrong("d"),
        "translate.warmup_schedule": partly(
            "no-warm-up", wrong_in="early in the warm-up; step 1"
        ),
        "translate.greedy_decode": wrong("starts-with-bos"),
        "translate.whole_loss": partly(
            "by-places",
            right="batches alike, no padding; batches of different sizes",
        ),
        "reading.previous_token_score": wrong("itself"),
        "reading.induction_score": wrong("previous-occurrence"),
        "reading.predict_previous_head": wrong("c"),
        # Where one head does it, or all, a ranking finds them too.
        "reading.fewest_heads": partly(
            "ranked-one-by-one",
            right=(
                "one head does it; all heads are needed; one head in all; "
                "it fails with all of them"
            ),
        ),
        "reading.attention_rollout": partly("no-residual", right="one token"),
        "reading.contributions": partly("lengths-added", right="one head"),
        "reading.previous_head": wrong("itself"),
        "reading.weight_by_distance": partly("summed", right="one token"),
        "efficient.predict_longer": wrong("b"),
        "efficient.online_softmax_attention": partly(
            "never-divided", right="scores that fall steeply; scores that rise steeply"
        ),
        "efficient.causal_online_attention": partly(
            "rows-from-zero",
            wrong_in=(
                "the newest tokens of a text; a query of zeros; one new token; "
                "large scores; scores far below zero; scores that rise steeply; float32; "
                "a long text, little memory"
            ),
        ),
        "efficient.kv_cache": partly("unscaled", right="one feature"),
        "efficient.grouped_query_attention": partly(
            "dealt-out", right="all share one; each its own"
        ),
        "efficient.apply_rope": partly("halves-paired", right="one pair"),
        "efficient.alibi_bias": partly("bonus-for-distance", right="one token"),
    },
    "lucia-romano": {
        "translate.shift_right": wrong("rolled"),
        "translate.label_smoothed_loss": partly(
            "log-of-softmax-unshifted",
            wrong_in=(
                "large logits; very negative logits; one logit far above; "
                "one logit far above, no smoothing; positions far apart"
            ),
        ),
        "translate.predict_floor": wrong("c"),
        "translate.warmup_schedule": partly("larger-of-the-two", right="at the top"),
        "translate.greedy_decode": partly(
            "does-not-stop", right="never ends; the end just does not fit; room for one"
        ),
        "translate.beam_search": partly("raw-logits", right="nothing ends"),
        "reading.previous_token_score": wrong("first-counted"),
        "reading.predict_previous_head": wrong("d"),
        "reading.restored": partly("logits", right="one layer; one token"),
        "reading.attention_rollout": partly("wrong-order", right="one layer; one token"),
        "reading.contributions": partly("squared-length", right="two heads that cancel"),
        "efficient.predict_longer": wrong("c"),
        "efficient.predict_reach": wrong("whole-windows"),
        "efficient.online_softmax_attention": partly(
            "whole-table", wrong_in="many queries, little memory; one query, very many keys"
        ),
        "efficient.kv_cache": wrong("only-the-last"),
        "efficient.grouped_query_attention": partly(
            "unscaled",
            right="one query, one feature; keys far apart; open scores of minus billions",
        ),
        "efficient.alibi_bias": partly("slopes-from-zero", right="one token"),
        "efficient.cached_step": wrong("both-one-too-far"),
    },
    "mina-park": {
        "translate.label_smoothed_loss": partly(
            "not-smoothed", right="no smoothing; one logit far above, no smoothing"
        ),
        "translate.warmup_schedule": IDLE,
        "translate.greedy_decode": IDLE,
        "translate.whole_loss": IDLE,
        "translate.beam_search": IDLE,
        "reading.induction_score": wrong("one-before"),
        "reading.predict_previous_head": IDLE,
        "reading.fewest_heads": IDLE,
        "reading.restored": IDLE,
        "reading.attention_rollout": IDLE,
        "reading.contributions": IDLE,
        "reading.previous_head": IDLE,
        "reading.weight_by_distance": IDLE,
        "reading.why_not_why": IDLE,
        "efficient.causal_online_attention": IDLE,
        "efficient.kv_cache": IDLE,
        "efficient.grouped_query_attention": IDLE,
        "efficient.apply_rope": wrong("turned-backwards"),
        "efficient.predict_reach": IDLE,
        "efficient.alibi_bias": IDLE,
        "efficient.cached_step": IDLE,
    },
    # A property asks another question: a mean of all weights is not one, a sum is.
    # Where a layer starts, and where nothing is cached, positions count from 0 anyway.
    "dilan-aydin": {
        "write.most_frequent_pair": partly(
            "characters-not-pieces",
            wrong_in="pieces of several letters; spaces and line breaks",
        ),
        "write.merge_pair": partly(
            "by-what-they-spell", wrong_in="the same text, cut elsewhere"
        ),
        "write.encode": partly(
            "stops-at-a-gap",
            right="nothing to join; one character; the empty word; no merges yet",
        ),
        "write.perplexity": partly(
            "mean-of-perplexities", right="one token; one id; sure and right"
        ),
        "write.predict_characters": wrong("a"),
        "write.predict_untrained": wrong("a"),
        "write.training_step": partly(
            "old-gradients-added", right="one step; large logits"
        ),
        "write.next_token_probabilities": partly(
            "multiplied", wrong_in="cooler; hotter; all three; whole numbers"
        ),
        "real.predict_bits": wrong("a"),
        "real.dequantize_q4_1": wrong("in-turn"),
        "real.rms_norm": partly("divided-by-the-length", right="one feature"),
        "real.swiglu": wrong("gate-and-up-swapped"),
        "real.cached_causal_mask": partly(
            "counted-from-zero", right="nothing cached; one token, nothing cached"
        ),
        "real.decoder_layer": partly(
            "positions-ignored", right="one token, nothing cached; a prompt"
        ),
        "real.generate": partly(
            "cache-forgotten", right="it ends at once; room for one; room for none"
        ),
        "real.predict_italy": wrong("b"),
        "real.cache_bytes": wrong("query-heads"),
        "real.predict_mistake": wrong("a"),
        "inside.attention_to": partly("mean-of-target", right="one token"),
        "inside.mean_ablate": partly("zeros", right="no head"),
        "inside.predict_row_of_it": wrong("a"),
        "inside.patch": wrong("the-other-way"),
        "inside.predict_where": wrong("a"),
        "inside.logit_lens": partly("weight-left-out", right="one word in the vocabulary"),
        "inside.head_contributions": wrong("lengths"),
        "inside.predict_strongest_head": wrong("b"),
        "image.patchify": partly("strips", right="patches of one pixel; a single patch"),
        "image.unpatchify": partly(
            "just-reshaped", right="patches of one pixel; a single patch"
        ),
        "image.predict_smaller_patches": wrong("a"),
        "image.embed_patches": wrong("class-token-last"),
        "image.predict_shuffle": wrong("c"),
        "image.class_attention": wrong("itself-counted"),
    },
    # One pixel has no grid in it; one token has no other place to be replaced at.
    "freya-lindqvist": {
        "write.most_frequent_pair": wrong("with-the-count"),
        "write.merge_pair": partly(
            "replaced-in-the-text",
            wrong_in="pieces that end or begin like it; no piece; spaces and line breaks",
        ),
        "write.encode": wrong("one-text"),
        "write.perplexity": partly("base-two", right="one id; sure and right"),
        "write.predict_characters": wrong("b"),
        "write.predict_untrained": wrong("d"),
        "write.training_step": wrong("not-shifted"),
        "write.next_token_probabilities": partly("zero-divides", wrong_in="temperature 0"),
        "real.predict_bits": wrong("b"),
        "real.dequantize_q4_1": wrong("minimum-unused"),
        "real.rms_norm": partly("eps-ignored", wrong_in="another eps"),
        "real.swiglu": wrong("sigmoid-for-silu"),
        "real.cached_causal_mask": partly(
            "all-rows", right="nothing cached; one token, nothing cached"
        ),
        "real.decoder_layer": wrong("first-norm-again"),
        "real.generate": partly(
            "end-left-out", wrong_in="it ends by itself; it ends at once; another end"
        ),
        "real.cache_bytes": wrong("keys-alone"),
        "real.predict_mistake": wrong("c"),
        "inside.attention_to": partly(
            "first-piece-asks", right="one piece each; one token"
        ),
        "inside.mean_ablate": partly("mean-of-this-text", right="no head"),
        "inside.predict_row_of_it": wrong("c"),
        "inside.patch": partly("all-positions", right="one token, one feature"),
        "inside.predict_where": wrong("c"),
        "inside.logit_lens": wrong("last-layer-only"),
        "inside.head_contributions": wrong("direction-made-one-long"),
        "image.patchify": partly(
            "down-the-columns", right="a single patch; one row of patches"
        ),
        "image.unpatchify": partly(
            "grid-turned-round", right="patches of one pixel; a single patch"
        ),
        "image.predict_smaller_patches": wrong("b"),
        "image.embed_patches": wrong("no-bias"),
        "image.predict_shuffle": wrong("a"),
        "image.class_attention": partly("column-for-row", right="one patch"),
    },
    "hassan-qureshi": {
        "write.merge_pair": partly(
            "from-the-right", wrong_in="one piece, twice in the pair"
        ),
        "write.perplexity": wrong("the-loss-itself"),
        "write.predict_characters": IDLE,
        "write.predict_untrained": wrong("c"),
        "write.training_step": IDLE,
        "write.next_token_probabilities": IDLE,
        "write.why_held_out": IDLE,
        "real.predict_bits": wrong("d"),
        "real.rms_norm": wrong("mean-subtracted"),
        "real.swiglu": partly("overflows", wrong_in="large numbers"),
        "real.cached_causal_mask": partly(
            "future-open", right="one new token; one token, nothing cached"
        ),
        "real.decoder_layer": IDLE,
        "real.generate": IDLE,
        "real.predict_italy": IDLE,
        "real.cache_bytes": IDLE,
        "real.predict_mistake": IDLE,
        "inside.attention_to": partly(
            "heads-averaged",
            wrong_in="layers, heads and texts; heads that decide sharply; float32",
        ),
        "inside.mean_ablate": partly(
            "last-token-only", right="no head; one token, one number a head"
        ),
        "inside.predict_row_of_it": IDLE,
        "inside.patch": IDLE,
        "inside.predict_where": IDLE,
        "inside.head_contributions": wrong("summed-over-heads"),
        "inside.predict_strongest_head": wrong("c"),
        "image.patchify": partly("patches-transposed", right="patches of one pixel"),
        "image.predict_smaller_patches": wrong("c"),
        "image.embed_patches": wrong("no-class-token"),
        "image.predict_shuffle": IDLE,
        "image.class_attention": partly(
            "divided-before-the-mean", right="one head; one patch"
        ),
    },
}
