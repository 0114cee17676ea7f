"""What students of several chapters should get, chapters 01 to 09."""

from __future__ import annotations

from tests.sample_got import IDLE, Got, partly, wrong

# By exercise id; what is not named is right.  A wrong answer that is right in some
# case groups is so by their sizes, whatever the seed.
EARLY: dict[str, dict[str, Got]] = {
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
                "a batch; a batch, keys as many as wide; a batch, equal dimensions; "
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
        "byhand.why_hidden": IDLE,
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
        "masks.why_before": IDLE,
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
            wrong_in="a causal mask; a padding mask; a mask for each sequence; "
            "scores that are all 0",
        ),
        "block.cross_attention": partly(
            "scaled-by-d-model", right="one token to attend to; one feature"
        ),
        "block.decoder_block": wrong("cross-first"),
        "block.predict_share": wrong("b"),
    },
    "zoe-papadaki": {
        "tensorflow.self_attention_layer": wrong("other-parameters"),
        "tensorflow.attention_gradients": IDLE,
        "tensorflow.predict_trap": IDLE,
        "tensorflow.pooled_loss": IDLE,
        "torch.self_attention_module": wrong("not-registered"),
        "torch.predict_key_bias": wrong("b"),
        "torch.attention_backward": IDLE,
        "torch.distance_attention": IDLE,
        "torch.why_cut": IDLE,
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
}
