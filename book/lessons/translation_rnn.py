"""Two GRU encoder-decoders to compare with the Transformer (chapter 10).

They differ in one line.  Without attention the decoder reads one summary of
the source at every step (Cho et al. 2014, "Learning Phrase Representations
using RNN Encoder-Decoder"); with it, a mixture of the encoder's states chosen
afresh at every step (Bahdanau et al. 2015, "Neural Machine Translation by
Jointly Learning to Align and Translate").
"""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from attention_lessons.translation_data import PAD


class AdditiveAttention(nn.Module):
    """Bahdanau's scores: v . tanh(W_q query + W_k key)."""

    def __init__(self, d_query: int, d_key: int, hidden: int) -> None:
        super().__init__()
        self.query = nn.Linear(d_query, hidden, bias=False)
        self.key = nn.Linear(d_key, hidden)
        self.v = nn.Linear(hidden, 1, bias=False)

    def forward(
        self,
        query: torch.Tensor,
        projected_keys: torch.Tensor,
        values: torch.Tensor,
        mask: torch.Tensor,
    ) -> torch.Tensor:
        """query: (batch, d_query); mask: (batch, m), True = may attend.

        projected_keys: ``self.key(values)``, (batch, m, hidden), the same at
        every step.  values: (batch, m, d_v).  Returns (batch, d_v).
        """
        scores = self.v(torch.tanh(self.query(query)[:, None] + projected_keys))
        scores = scores.squeeze(-1).masked_fill(~mask, -torch.inf)  # (batch, m)
        weights = torch.softmax(scores, dim=-1)
        return (weights[:, None] @ values).squeeze(1)


class RecurrentTranslator(nn.Module):
    """A bidirectional GRU reads, a GRU writes; ``attention`` is all that varies."""

    def __init__(
        self,
        source_size: int,
        target_size: int,
        *,
        attention: bool,
        d_embedding: int = 64,
        encoder_width: int = 80,
        decoder_width: int = 128,
    ) -> None:
        """encoder_width: of each direction, so that memory is twice as wide."""
        super().__init__()
        d_memory = 2 * encoder_width
        self.source_embedding = nn.Embedding(source_size, d_embedding)
        self.target_embedding = nn.Embedding(target_size, d_embedding)
        self.encoder = nn.GRU(
            d_embedding, encoder_width, bidirectional=True, batch_first=True
        )
        self.start = nn.Linear(d_memory, decoder_width)
        self.attention = (
            AdditiveAttention(decoder_width, d_memory, decoder_width // 2)
            if attention
            else None
        )
        self.decoder = nn.GRUCell(d_embedding + d_memory, decoder_width)
        self.to_logits = nn.Linear(decoder_width, target_size)

    def encode(self, source: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """source: (batch, m), ids.

        Returns (memory, mask, summary): (batch, m, d_memory), (batch, m) and
        the last states of both directions, (batch, d_memory).
        """
        mask = source != PAD
        packed = pack_padded_sequence(
            self.source_embedding(source),
            mask.sum(1).cpu(),
            batch_first=True,
            enforce_sorted=False,
        )
        states, last = self.encoder(packed)
        memory, _ = pad_packed_sequence(
            states, batch_first=True, total_length=source.shape[1]
        )
        return memory, mask, torch.cat([last[0], last[1]], dim=-1)

    def decode(
        self,
        target: torch.Tensor,
        memory: torch.Tensor,
        mask: torch.Tensor,
        summary: torch.Tensor,
    ) -> torch.Tensor:
        """target: (batch, n), ids, the first of them BOS.

        Returns the next id's logits after each: (batch, n, target_size).
        """
        state = torch.tanh(self.start(summary))  # (batch, decoder_width)
        keys = self.attention.key(memory) if self.attention else None
        context, states = summary, []
        for embedded in self.target_embedding(target).unbind(1):
            if self.attention:  # the previous state asks
                context = self.attention(state, keys, memory, mask)
            state = self.decoder(torch.cat([embedded, context], dim=-1), state)
            states.append(state)
        return self.to_logits(torch.stack(states, dim=1))

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        """source: (batch, m); target: (batch, n), shifted right."""
        return self.decode(target, *self.encode(source))
