"""What people type into the search, and what it answers first."""

import pytest

pytestmark = pytest.mark.browser

TYPED = {  # what people type, and the entry of the glossary that it leads to
    "backprop": "backpropagation",
    "hallucination": "hallucination",
    "ChatGPT": "chat-model-such-as-chatgpt",
    "LLM": "language-model",
    "context window": "language-model",
    "what is a token": "token",
    "what is a vector": "vector",
    "what is attention": "attention",
    "multi head attention": "head",
    "positional encoding": "positional-encoding",
    "embeddings": "embedding",
    "causal mask": "causal-mask",
    "attention mask": "mask",
    "layer norm": "layernorm",
    "flash attention": "flashattention",
    "prompt": "language-model",
    "seq2seq": "encoder-and-decoder",
    "kv cache": "kv-cache",
    "rope": "rope",
    "GQA": "multi-query-attention",
    "skip connection": "residual-connection",
    "MLP": "feed-forward-layer",
    "BPE": "byte-pair-encoding",
    "nucleus sampling": "temperature",
    "cross entropy": "loss",
    "gradient descent": "loss",
    "parameters": "weights",
    "RNN": "state",
    "MoE": "mixture-of-experts",
    "ViT": "patch",
    "fine tuning": "chat-model-such-as-chatgpt",
}


def test_what_people_type_begins_with_the_entry_that_explains_it(open_reader):
    page = open_reader("search.html").page
    field = page.locator(".bd-search-container input[name=q]")
    for words, entry in TYPED.items():
        field.fill(words)
        first = page.locator("#search-results li:first-child a")
        first.and_(page.locator(f'[href$="book/glossary.html#{entry}"]')).wait_for()
