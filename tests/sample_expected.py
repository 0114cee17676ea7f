"""What each student of the sample class should get, exercise by exercise.

Worked out by hand, from what the answer does in each case group; the answers
are in ``tests/sample_class/answers_*.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# The exercises of chapter 03, which two dozen students hand in alone.
POINTS = {
    "project_qkv": 1,
    "predict_shift": 1,
    "softmax": 2,
    "attention_weights": 2,
    "weighted_values": 2,
    "self_attention": 3,
}


@dataclass(frozen=True)
class Got:
    """How an exercise ends that is not simply right."""

    status: str
    passed: int = 0  # case groups, "inputs left as they were" included
    groups: int = 0
    misconceptions: tuple[str, ...] = ()
    # How many groups that fail count twice: those with masks, in chapter 09.
    twice: int = field(default=0, compare=False)

    def points(self, most: float) -> float:
        shares = self.groups + self.twice
        return round(most * self.passed / shares, 4) if shares else 0.0


def wrong(*misconceptions: str, groups: int) -> Got:
    return Got("failed", 0, groups, misconceptions)


def partly(passed: int, groups: int, *misconceptions: str, twice: int = 0) -> Got:
    return Got("partial", passed, groups, misconceptions, twice)


IDLE = Got("not_attempted")
UNREADABLE = "unreadable"

# What is not named is right.
EXPECTED: dict[str, dict[str, Got] | str] = {
    "amara-okafor": {},
    "bjorn-dahl": {},
    "chloe-martin": {},
    "dmitri-volkov": {},
    # Over the first axis: right for a single row only, of which there are two groups.
    "elif-kaya": {
        "predict_shift": wrong("c", groups=1),
        "softmax": partly(3, 12, "wrong-axis"),
    },
    # Without sqrt(d_k): right where d_k is 1 and where the softmax saturates.
    # self_attention calls it, and is graded with the reference: no mistake costs twice.
    "farid-haddad": {"attention_weights": partly(2, 8, "unscaled")},
    # nan in the four groups of large or distant scores.
    "grace-liu": {"softmax": partly(8, 12, "unstable")},
    # A single token attends to itself, whoever asks.
    "hugo-silva": {
        "project_qkv": wrong("swapped-qk", groups=7),
        "self_attention": partly(2, 8, "swapped-qk"),
    },
    "ines-costa": {
        "attention_weights": wrong("unscaled", "wrong-axis", groups=8),
        "self_attention": partly(2, 8, "unscaled"),
    },
    # One maximum for all: only rows that lie far apart underflow.
    "jonas-weber": {
        "predict_shift": wrong("d", groups=1),
        "softmax": partly(11, 12, "global-max"),
        "attention_weights": IDLE,
        "weighted_values": IDLE,
        "self_attention": IDLE,
    },
    "kofi-mensah": dict.fromkeys(POINTS, IDLE),
    "lena-novak": {"attention_weights": Got("error")},
    "mateo-garcia": {"softmax": Got("timeout", 0, 12)},
    "nadia-rahman": {"weighted_values": Got("crashed", 0, 8)},
    # Ends Python at the first batch; the four groups before it are right.
    "olu-adeyemi": {"self_attention": Got("crashed", 5, 8)},
    "petra-horvat": UNREADABLE,
    "priya-sharma": UNREADABLE,
    "quentin-moreau": {"weighted_values": wrong("queries-first", groups=8)},
    "rosa-ferrari": {},
    "sven-lund": {},
    # Lists are no arrays; a name that is not there; unpacks the shape of a matrix.
    "tara-nguyen": {
        "softmax": wrong(groups=12),
        "attention_weights": Got("error", 0, 8),
        "self_attention": partly(6, 8),
    },
    "umar-farouk": {"softmax": partly(11, 12)},  # all right, but in the caller's array
    # The sizes never fit, so the star always raises; d_v is never d_model.
    "vera-ivanova": {
        "weighted_values": Got("error", 0, 8, ("element-by-element",)),
        "self_attention": wrong("raw-values", groups=8),
    },
    "wei-zhang": {"softmax": wrong(groups=12)},
}

# --- several chapters ---------------------------------------------------------
# By exercise id; what is not named is right.  A wrong answer that is right in some
# case groups is so by their sizes, whatever the seed.

ALL_RIGHT = "aiko-tanaka"
COURSE: dict[str, dict[str, Got]] = {
    "aiko-tanaka": {},
    # Long and short vectors; one entry in the store is its own answer at any heat.
    "noor-siddiqui": {
        "why.cosine_similarity": wrong("dot-product", groups=8),
        "why.predict_apple": wrong("d", groups=1),
        "why.soft_lookup": partly(2, 9, "multiplied"),
        "byhand.keys": wrong("used-w-q", groups=1),
        "byhand.scores_2": wrong("key-with-keys", groups=1),
        "byhand.weights_2": wrong("rounded", groups=1),
        "byhand.predict_self": wrong("a", groups=1),
        "byhand.output_3": wrong("rounded", groups=1),
        "scores.bilinear_score": wrong("matrix-transposed", groups=10),
        "scores.additive_scores": wrong("tanh-before-sum", groups=11),
        "scores.predict_spread": wrong("d", groups=1),
        "scores.entropy": partly(7, 10, "nan-at-zero"),
        "scores.softmax_jacobian": partly(4, 10, "diagonal-alone"),
        "masks.pad_and_truncate": partly(8, 11, "pad-id-ignored"),
        "masks.padding_mask": wrong("one-too-many", groups=8),
        "masks.causal_mask": wrong("inverted", groups=5),
        "masks.masked_softmax": partly(3, 15, "multiplied"),
        "masks.predict_leak": wrong("a", groups=1),
    },
    # One word has the weight 1, and a softmax of 1 is 1.  .T turns matrices rightly.
    "pavel-dvorak": {
        "why.predict_apple": wrong("a", groups=1),
        "why.additive_score": wrong("no-tanh", groups=9),
        "why.context_vector": partly(2, 10, "softmax-again"),
        "why.soft_lookup": wrong("divided-too-late", groups=9),
        "byhand.queries": wrong("transposed", groups=1),
        "byhand.values": wrong("binary-inputs", groups=1),
        "byhand.scores_2": wrong("scaled", groups=1),
        "byhand.output_2": wrong("value-2-alone", groups=1),
        "byhand.predict_self": wrong("d", groups=1),
        "byhand.output_3": wrong(groups=1),
        "scores.bilinear_score": partly(7, 10, "batch-transposed"),
        "scores.additive_scores": wrong("row-with-row", groups=11),
        "scores.predict_spread": wrong("b", groups=1),
        "scores.entropy": partly(2, 10, "everything"),
        "scores.softmax_jacobian": partly(7, 10, "one-row-only"),
        "masks.pad_and_truncate": partly(3, 11, "lengths-before-cutting"),
        "masks.causal_mask": wrong("to-be-added", groups=5),
        "masks.masked_softmax": partly(12, 15, "nan-rows"),
        "masks.predict_leak": wrong("d", groups=1),
    },
    "yara-mansour": {
        "why.additive_score": wrong("tanh-last", groups=9),
        "why.context_vector": IDLE,
        "why.soft_lookup": IDLE,
        "byhand.queries": wrong("first-only", groups=1),
        "byhand.scores_2": wrong("token-1", groups=1),
        "byhand.weights_2": IDLE,
        "byhand.output_2": IDLE,
        "byhand.predict_self": IDLE,
        "byhand.output_3": IDLE,
        "scores.additive_scores": wrong("v-missing", groups=11),
        "scores.predict_spread": IDLE,
        "scores.entropy": IDLE,
        "scores.softmax_jacobian": IDLE,
        "masks.padding_mask": wrong("numbers", groups=8),
        "masks.causal_mask": wrong("itself-blocked", groups=5),
        "masks.masked_softmax": IDLE,
        "masks.predict_leak": IDLE,
    },
    # Gradients that are missing are missing everywhere; a scale is not seen where d_k
    # is 1, nor a softmax where there is one key, nor heads where there is one.
    "tomas-herrera": {
        "tensorflow.scaled_dot_product_attention": partly(4, 9, "unscaled"),
        "tensorflow.self_attention_layer": wrong("detached", groups=7),
        "tensorflow.attention_gradients": wrong("nothing-recorded", groups=8),
        "tensorflow.predict_trap": wrong("a", groups=1),
        "torch.scaled_dot_product_attention": partly(2, 8, "view-for-transpose"),
        "torch.self_attention_module": wrong("weights-detached", groups=8),
        "torch.predict_key_bias": wrong("a", groups=1),
        "torch.attention_backward": wrong("diagonal-only", groups=11),
        "heads.split_heads": partly(3, 9, "heads-mixed"),
        "heads.predict_test": wrong("a", groups=1),
        "heads.multi_head_attention": partly(3, 12, "scaled-by-d-model"),
        "heads.torch_module": partly(2, 9, "weights-detached"),
        "heads.keras_layer": wrong("detached", groups=8),
        "heads.torch_mha_weights": wrong("scale-left-in", groups=7),
        "block.positional_encoding": partly(3, 7, "own-angle"),
        "block.layer_norm": wrong("unbiased", groups=11),
        "block.feed_forward": wrong("no-relu", groups=8),
        "block.encoder_block": wrong("post-norm", groups=10),
        "block.cross_attention": wrong("memory-detached", groups=12),
        "block.decoder_block": partly(3, 11, "causal-mask-ignored", twice=2),
        "block.predict_share": wrong("a", groups=1),
    },
    "ingrid-solberg": {
        "tensorflow.scaled_dot_product_attention": wrong("results-swapped", groups=9),
        "tensorflow.self_attention_layer": partly(3, 7, "divided-by-d-k"),
        "tensorflow.attention_gradients": wrong("half", groups=8),
        "tensorflow.predict_trap": wrong("d", groups=1),
        "torch.scaled_dot_product_attention": partly(5, 8, "softmax-dim-1"),
        "torch.self_attention_module": wrong("keys-from-query", groups=8),
        "torch.predict_key_bias": wrong("d", groups=1),
        "torch.attention_backward": partly(2, 11, "scale-forgotten"),
        "heads.merge_heads": partly(3, 9, "heads-mixed"),
        "heads.predict_test": wrong("d", groups=1),
        "heads.multi_head_attention": wrong("no-output-projection", groups=12),
        "heads.torch_module": partly(4, 9, "scaled-by-embed-size"),
        "heads.keras_layer": partly(3, 8, "unscaled"),
        "heads.torch_mha_weights": wrong("scale-sqrt-3", groups=7),
        "block.positional_encoding": wrong("from-one", groups=7),
        "block.layer_norm": wrong("over-tokens", groups=11),
        "block.feed_forward": wrong("residual-inside", groups=8),
        "block.encoder_block": partly(7, 10, "mask-ignored", twice=3),
        "block.cross_attention": partly(3, 12, "scaled-by-d-model", twice=2),
        "block.decoder_block": wrong("cross-first", groups=11),
        "block.predict_share": wrong("b", groups=1),
    },
    "zoe-papadaki": {
        "tensorflow.self_attention_layer": Got("error", 0, 7, ("other-parameters",)),
        "tensorflow.attention_gradients": IDLE,
        "tensorflow.predict_trap": IDLE,
        "torch.self_attention_module": Got("error", 0, 8, ("not-registered",)),
        "torch.predict_key_bias": wrong("b", groups=1),
        "torch.attention_backward": IDLE,
        "heads.merge_heads": partly(2, 9, "averaged"),
        "heads.multi_head_attention": IDLE,
        "heads.torch_module": IDLE,
        "heads.keras_layer": IDLE,
        "heads.torch_mha_weights": IDLE,
        "block.layer_norm": wrong("no-gamma-beta", groups=11),
        "block.encoder_block": IDLE,
        "block.cross_attention": IDLE,
        "block.decoder_block": IDLE,
        "block.predict_share": IDLE,
    },
    # Right where the mistake has nothing to act on: one id, one layer, one block.
    "kwame-boateng": {
        "translate.shift_right": partly(2, 8, "shifted-left"),
        "translate.label_smoothed_loss": partly(3, 11, "padding-counted"),
        "translate.predict_floor": wrong("a", groups=1),
        "translate.warmup_schedule": partly(5, 7, "no-warm-up"),
        "translate.greedy_decode": wrong("starts-with-bos", groups=11),
        "reading.previous_token_score": wrong("itself", groups=7),
        "reading.induction_score": wrong("previous-occurrence", groups=9),
        "reading.predict_previous_head": wrong("a", groups=1),
        "reading.attention_rollout": partly(2, 8, "no-residual"),
        "reading.contributions": wrong("no-output-projection", groups=9),
        "efficient.predict_longer": wrong("a", groups=1),
        "efficient.online_softmax_attention": wrong("never-divided", groups=12),
        "efficient.kv_cache": partly(2, 10, "unscaled"),
        "efficient.grouped_query_attention": partly(3, 12, "dealt-out"),
        "efficient.apply_rope": partly(2, 10, "halves-paired"),
        "efficient.alibi_bias": partly(2, 7, "bonus-for-distance"),
    },
    "lucia-romano": {
        "translate.shift_right": wrong("rolled", groups=8),
        "translate.label_smoothed_loss": partly(9, 11, "unstable"),
        "translate.predict_floor": wrong("b", groups=1),
        "translate.warmup_schedule": partly(2, 7, "larger-of-the-two"),
        "translate.greedy_decode": partly(4, 11, "does-not-stop"),
        "reading.previous_token_score": wrong("first-counted", groups=7),
        "reading.predict_previous_head": wrong("d", groups=1),
        "reading.attention_rollout": partly(3, 8, "wrong-order"),
        "reading.contributions": wrong("squared-length", groups=9),
        "efficient.predict_longer": wrong("b", groups=1),
        "efficient.online_softmax_attention": partly(10, 12, "whole-table"),
        "efficient.kv_cache": wrong("only-the-last", groups=10),
        "efficient.grouped_query_attention": partly(2, 12, "unscaled"),
        "efficient.alibi_bias": partly(2, 7, "slopes-from-zero"),
    },
    "mina-park": {
        "translate.label_smoothed_loss": partly(2, 11, "not-smoothed"),
        "translate.warmup_schedule": IDLE,
        "translate.greedy_decode": IDLE,
        "reading.induction_score": wrong("one-before", groups=9),
        "reading.predict_previous_head": IDLE,
        "reading.attention_rollout": IDLE,
        "reading.contributions": IDLE,
        "efficient.kv_cache": IDLE,
        "efficient.grouped_query_attention": IDLE,
        "efficient.apply_rope": wrong("turned-backwards", groups=10),
        "efficient.alibi_bias": IDLE,
    },
}
