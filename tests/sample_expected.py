"""What each student of the sample class should get, exercise by exercise.

Worked out by hand, from what the answer does in each case group; the answers
are in ``tests/sample_class/answers_*.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

# The exercises of chapter 03, which two dozen students hand in alone.
POINTS = {
    "project_qkv": 1,
    "predict_shift": 1,
    "softmax": 2,
    "attention_weights": 2,
    "weighted_values": 2,
    "self_attention": 3,
    "look_up": 2,
    "attention_in_chunks": 2,
}


INPUTS = "inputs left as they were"


@dataclass(frozen=True)
class Got:
    """How an exercise ends that is not simply right.

    ``right`` or ``wrong_in`` names its case groups, with "; " between them: those
    that are right alone, or those that alone are wrong. Neither: all are wrong.
    Inputs stay as they were unless ``wrong_in`` says otherwise.
    ``keeps`` is the share of the points that a broken rule leaves.
    """

    status: str
    misconceptions: tuple[str, ...] = ()
    right: str | None = None
    wrong_in: str | None = None
    keeps: float = 1.0

    def is_right(self, group: str) -> bool:
        """Whether the cases of this group pass."""
        if self.wrong_in is not None:
            return group not in self.wrong_in.split("; ")
        return self.right is not None and group in (INPUTS, *self.right.split("; "))


def wrong(*misconceptions: str) -> Got:
    """Wrong in every group."""
    return Got("failed", misconceptions)


def partly(*misconceptions: str, right: str | None = None, wrong_in: str | None = None):
    """Right in some groups only."""
    return Got("partial", misconceptions, right, wrong_in)


# All right, but written as a loop where the task asks for none.
LOOP = Got("partial", wrong_in="", keeps=0.5)
IDLE = Got("not_attempted")
UNREADABLE = "unreadable"

# What is not named is right.
EXPECTED: dict[str, dict[str, Got] | str] = {
    "amara-okafor": {},
    "bjorn-dahl": {"weighted_values": LOOP},
    "chloe-martin": {},
    "dmitri-volkov": {},
    # Over the first axis: right for a single row only, of which there are two groups.
    "elif-kaya": {
        "predict_shift": wrong("c"),
        "softmax": partly("wrong-axis", right="one row; one row of large scores"),
    },
    # Without sqrt(d_k): right where d_k is 1 and where the softmax saturates.
    # self_attention calls it, and is graded with the reference: no mistake costs twice.
    "farid-haddad": {"attention_weights": partly("unscaled", right="one feature")},
    # nan in the four groups of large or distant scores.
    "grace-liu": {
        "softmax": partly(
            "unstable",
            wrong_in=(
                "very large scores; very negative scores; one row of large scores; "
                "rows far apart; scores far apart in each row"
            ),
        )
    },
    # A single token attends to itself, whoever asks.
    "hugo-silva": {
        "project_qkv": wrong("swapped-qk"),
        "self_attention": partly("swapped-qk", right="one token"),
    },
    "ines-costa": {
        "attention_weights": wrong("unscaled", "wrong-axis"),
        "self_attention": partly("unscaled", right="one token"),
    },
    # One maximum for all: only rows that lie far apart underflow.
    "jonas-weber": {
        "predict_shift": wrong("d"),
        "softmax": partly(
            "global-max", wrong_in="rows far apart; scores far apart in each row"
        ),
        "attention_weights": IDLE,
        "weighted_values": IDLE,
        "self_attention": IDLE,
        "look_up": IDLE,
        "attention_in_chunks": IDLE,
    },
    "kofi-mensah": dict.fromkeys(POINTS, IDLE),
    "lena-novak": {"attention_weights": Got("error")},
    "mateo-garcia": {"softmax": Got("timeout")},
    "nadia-rahman": {"weighted_values": Got("crashed")},
    # Ends Python at the first batch; the four groups before it are right.
    "olu-adeyemi": {
        "self_attention": Got(
            "crashed", right="a few tokens; whole numbers; one token; wide values"
        )
    },
    "petra-horvat": UNREADABLE,
    "priya-sharma": UNREADABLE,
    "quentin-moreau": {"weighted_values": wrong("queries-first")},
    "rosa-ferrari": {},
    "sven-lund": {},
    # Lists are no arrays; a name that is not there; unpacks the shape of a matrix.
    "tara-nguyen": {
        "softmax": wrong(),
        "attention_weights": Got("error"),
        "self_attention": partly(wrong_in="a batch; a batch of batches, float32"),
    },
    # All right, but in the caller's array.
    "umar-farouk": {"softmax": partly(wrong_in=INPUTS)},
    # The sizes never fit, so the star always raises; d_v is never d_model.
    "vera-ivanova": {
        "weighted_values": Got("error", ("element-by-element",)),
        "self_attention": wrong("raw-values"),
        "look_up": partly("roles-swapped", right="two tokens; a token alone"),
    },
    "wei-zhang": {
        "softmax": wrong("sigmoid"),
        "attention_in_chunks": partly(
            "chunks-summed", right="one chunk holds everything; one key"
        ),
    },
}

# --- several chapters ---------------------------------------------------------
# By exercise id; what is not named is right.  A wrong answer that is right in some
# case groups is so by their sizes, whatever the seed.

ALL_RIGHT = "aiko-tanaka"
COURSE: dict[str, dict[str, Got]] = {
    "aiko-tanaka": {},
    # Long and short vectors; one entry in the store is its own answer at any heat.
    "noor-siddiqui": {
        "why.cosine_similarity": wrong("dot-product"),
        "why.predict_apple": wrong("d"),
        "why.soft_lookup": partly(
            "multiplied",
            right=(
                "one query; one entry in the store; a batch of queries, float32; "
                "two entries ahead by 1000; two entries ahead by 4000"
            ),
        ),
        "byhand.keys": wrong("used-w-q"),
        "byhand.scores_2": wrong("key-with-keys"),
        "byhand.weights_2": wrong("rounded"),
        "byhand.predict_self": wrong("a"),
        "byhand.output_3": wrong("rounded"),
        "scores.bilinear_score": wrong("matrix-transposed"),
        "scores.additive_scores": wrong("tanh-before-sum"),
        "scores.predict_spread": wrong("a"),
        "scores.predict_own_score": wrong("as-if-independent"),
        "scores.entropy": partly(
            "nan-at-zero",
            wrong_in="a weight of zero; one key takes all; weights of very large scores",
        ),
        "scores.softmax_jacobian": partly(
            "diagonal-alone",
            right="rows of one weight; one key takes all; weights of very large scores",
        ),
        "masks.pad_and_truncate": partly(
            "pad-id-ignored",
            wrong_in=(
                "another pad id; an empty sequence; the pad id occurs in the text; "
                "real ids of 0"
            ),
        ),
        "masks.padding_mask": wrong("one-too-many"),
        "masks.causal_mask": wrong("inverted"),
        # A window that reaches ahead too, where there is something ahead.
        "masks.batch_mask": partly(
            "window-on-both-sides", right="a window of one; one token"
        ),
        "masks.masked_softmax": partly("multiplied", right="one key; very large scores"),
        "masks.predict_leak": wrong("c"),
        "masks.sentence_means": partly(
            "nan-times-zero", wrong_in="nan in the padding; inf in the padding"
        ),
        "scores.cosine_scores": wrong("along-the-tokens"),
    },
    # One word has the weight 1, and a softmax of 1 is 1.  .T turns matrices rightly.
    "pavel-dvorak": {
        "why.predict_apple": wrong("a"),
        "why.additive_score": wrong("no-tanh"),
        "why.context_vector": partly("softmax-again", right="one word"),
        "why.soft_lookup": partly(
            "divided-too-late",
            right=(
                "one query; a batch of queries, float32; two entries ahead by 1000; "
                "two entries ahead by 4000"
            ),
        ),
        "byhand.queries": wrong("transposed"),
        "byhand.values": wrong("binary-inputs"),
        "byhand.scores_2": wrong("scaled"),
        "byhand.output_2": wrong("value-2-alone"),
        "byhand.predict_self": wrong("d"),
        "byhand.output_3": wrong(),
        "scores.bilinear_score": partly(
            "batch-transposed",
            wrong_in=(
                "a batch; a batch, keys as many as wide; a batch, equal lengths; "
                "a batch of batches, float32"
            ),
        ),
        "scores.additive_scores": wrong("row-with-row"),
        "scores.predict_spread": wrong("c"),
        "scores.entropy": partly("everything", right="one row"),
        "scores.softmax_jacobian": partly(
            "one-row-only", wrong_in="rows of one weight; a batch; a batch of batches"
        ),
        "masks.pad_and_truncate": partly(
            "lengths-before-cutting", right="nothing to cut; one sequence"
        ),
        "masks.causal_mask": wrong("to-be-added"),
        "masks.masked_softmax": partly(
            "nan-rows",
            wrong_in="fully masked rows; fully masked rows, float32; half precision",
        ),
        "masks.predict_leak": wrong("d"),
        "masks.running_mean": partly("each-as-it-is", right="one token"),
        "scores.find_largest": partly(
            "number-with-number", right="one token; neighbouring numbers"
        ),
    },
    "yara-mansour": {
        "why.additive_score": wrong("tanh-last"),
        "why.context_vector": IDLE,
        "why.soft_lookup": IDLE,
        "byhand.queries": wrong("first-only"),
        "byhand.scores_2": wrong("token-1"),
        "byhand.weights_2": IDLE,
        "byhand.output_2": IDLE,
        "byhand.predict_self": IDLE,
        "byhand.output_3": IDLE,
        "scores.additive_scores": wrong("v-missing"),
        "scores.predict_spread": IDLE,
        "scores.predict_own_score": IDLE,
        "scores.entropy": IDLE,
        "scores.softmax_jacobian": IDLE,
        "masks.padding_mask": wrong("numbers"),
        "masks.causal_mask": wrong("itself-blocked"),
        "masks.batch_mask": IDLE,
        "masks.masked_softmax": IDLE,
        "masks.predict_leak": IDLE,
        "masks.running_mean": IDLE,
        "masks.sentence_means": IDLE,
        "scores.cosine_scores": IDLE,
        "scores.find_largest": IDLE,
    },
    # Gradients that are missing are missing everywhere; a scale is not seen where d_k
    # is 1, nor a softmax where there is one key, nor heads where there is one.
    "tomas-herrera": {
        "tensorflow.scaled_dot_product_attention": partly(
            "unscaled", right="one query, one feature; one key; large numbers"
        ),
        "tensorflow.self_attention_layer": wrong("detached"),
        "tensorflow.attention_gradients": wrong("nothing-recorded"),
        "tensorflow.predict_trap": wrong("a"),
        "torch.scaled_dot_product_attention": partly(
            "view-for-transpose", right="one query, one feature"
        ),
        "torch.self_attention_module": wrong("weights-detached"),
        "torch.predict_key_bias": wrong("a"),
        "torch.attention_backward": wrong("diagonal-only"),
        "torch.distance_attention": partly(
            "slope-detached", right="a short one, then a long one"
        ),
        "heads.split_heads": partly("heads-mixed", right="one token; one head"),
        "heads.predict_test": wrong("a"),
        "heads.predict_parameters": wrong("each-head-its-own"),
        "heads.smallest_input": wrong("too-large"),
        "heads.multi_head_attention": partly(
            "scaled-by-d-model", right="one head; one token; open scores of minus billions"
        ),
        "heads.torch_module": partly(
            "weights-detached", right="a num_heads that does not fit; no heads"
        ),
        "heads.keras_layer": wrong("detached"),
        "heads.torch_mha_weights": partly("scale-left-in", right="tensors"),
        "block.positional_encoding": partly("own-angle", right="one position; one column"),
        "block.layer_norm": wrong("unbiased"),
        "block.feed_forward": wrong("no-relu"),
        "block.encoder_block": wrong("post-norm"),
        "block.cross_attention": wrong("memory-detached"),
        "block.decoder_block": partly(
            "causal-mask-ignored", right="the first token; one feature"
        ),
        "block.predict_share": wrong("a"),
        "block.add_positions": partly(
            "padding-always-in-front", wrong_in="padding behind; in front and behind"
        ),
    },
    "ingrid-solberg": {
        "tensorflow.scaled_dot_product_attention": partly(
            "results-swapped", right="gradients flow"
        ),
        "tensorflow.self_attention_layer": partly(
            "divided-by-d-k", right="one token; one feature each"
        ),
        "tensorflow.attention_gradients": wrong("half"),
        "tensorflow.predict_trap": wrong("d"),
        "tensorflow.pooled_loss": partly("sum-not-mean", right="one sequence"),
        "torch.scaled_dot_product_attention": partly(
            "softmax-dim-1",
            right=(
                "more keys than queries; more queries than keys; one query, one feature; "
                "large scores"
            ),
        ),
        "torch.self_attention_module": wrong("keys-from-query"),
        "torch.predict_key_bias": wrong("d"),
        "torch.attention_backward": partly("scale-forgotten", right="one key"),
        "heads.merge_heads": partly("heads-mixed", right="one token; one head"),
        "heads.predict_test": wrong("c"),
        "heads.multi_head_attention": wrong("no-output-projection"),
        "heads.torch_module": partly(
            "scaled-by-embed-size",
            right="one head; one token; a num_heads that does not fit; no heads",
        ),
        "heads.keras_layer": partly("unscaled", right="one token; one feature a head"),
        "heads.torch_mha_weights": partly("scale-sqrt-3", right="tensors"),
        "block.positional_encoding": wrong("from-one"),
        "block.layer_norm": wrong("over-tokens"),
        "block.feed_forward": wrong("residual-inside"),
        "block.encoder_block": partly(
            "mask-ignored",
            wrong_in="a causal mask; a padding mask; a mask for each sequence",
        ),
        "block.cross_attention": partly(
            "scaled-by-d-model", right="one token to attend to; one feature"
        ),
        "block.decoder_block": wrong("cross-first"),
        "block.predict_share": wrong("b"),
    },
    "zoe-papadaki": {
        "tensorflow.self_attention_layer": Got("error", ("other-parameters",)),
        "tensorflow.attention_gradients": IDLE,
        "tensorflow.predict_trap": IDLE,
        "tensorflow.pooled_loss": IDLE,
        "torch.self_attention_module": Got("error", ("not-registered",)),
        "torch.predict_key_bias": wrong("b"),
        "torch.attention_backward": IDLE,
        "torch.distance_attention": IDLE,
        "heads.merge_heads": partly("averaged", right="one head"),
        "heads.multi_head_attention": IDLE,
        "heads.predict_parameters": IDLE,
        "heads.smallest_input": IDLE,
        "heads.torch_module": IDLE,
        "heads.keras_layer": IDLE,
        "heads.torch_mha_weights": IDLE,
        "block.layer_norm": wrong("no-gamma-beta"),
        "block.encoder_block": IDLE,
        "block.cross_attention": IDLE,
        "block.decoder_block": IDLE,
        "block.predict_share": IDLE,
        "block.add_positions": IDLE,
    },
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
                "the newest tokens of a text; one new token; large scores; "
                "scores that rise steeply; float32; a long text, little memory"
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
