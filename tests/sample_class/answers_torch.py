"""What the students of the sample class wrote in chapter 05."""

MODULE = """\
class SelfAttention(nn.Module):
    def __init__(self, embed_size: int) -> None:
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)

"""

DISTANCE = """\
class DistanceAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))

"""

RIGHT = {
    "scaled_dot_product_attention": """\
contexts, shares = [], []
for i in range(q.shape[-2]):
    query = q[..., i : i + 1, :]
    scores = torch.sum(query * k, dim=-1) * k.size(-1) ** -0.5
    weights = F.softmax(scores, dim=-1)
    shares.append(weights)
    contexts.append((weights.unsqueeze(-1) * v).sum(-2))
return torch.stack(contexts, -2), torch.stack(shares, -2)
""",
    "self_attention_module": MODULE
    + """\
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        results = []
        for sequence in x:
            q, k, v = (f(sequence) for f in (self.query, self.key, self.value))
            results.append(scaled_dot_product_attention(q, k, v)[0])
        return torch.stack(results)
""",
    "predict_key_bias": 'prediction = "c"',
    # The mean of each row found from the output, as FlashAttention does it.
    "attention_backward": """\
import math

def attention_backward(q, k, v, grad_output):
    root = math.sqrt(q.shape[-1])
    output, weights = scaled_dot_product_attention(q, k, v)
    mean = torch.einsum("...id,...id->...i", grad_output, output).unsqueeze(-1)
    of_weights = torch.einsum("...id,...jd->...ij", grad_output, v)
    of_scores = weights * (of_weights - mean) / root
    grad_v = torch.einsum("...ij,...id->...jd", weights, grad_output)
    return of_scores @ k, of_scores.transpose(-2, -1) @ q, grad_v
""",
    "distance_attention": DISTANCE
    + """\
    def forward(self, x):
        n, width = x.shape[1:]
        far = torch.tensor([[abs(i - j) for j in range(n)] for i in range(n)])
        scores = torch.einsum("bid,bjd->bij", self.query(x), self.key(x)) / width**0.5
        return F.softmax(scores - self.slope * far, dim=-1) @ self.value(x)
""",
    "why_cut": """\
What comes back are numbers that remember nothing. The queries' and the keys' matrix can
only be reached through them. The values' matrix is multiplied afterwards and still learns,
so the loss can go down.
""",
}

STUDENTS = {
    "tomas-herrera": {
        **RIGHT,
        "scaled_dot_product_attention": """\
turned = k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
weights = torch.softmax(q @ turned / q.shape[-1] ** 0.5, dim=-1)
return weights @ v, weights
""",
        "self_attention_module": MODULE
        + """\
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():  # "saves memory"
            q, k = self.query(x), self.key(x)
            weights = torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, dim=-1)
        return weights @ self.value(x)
""",
        "predict_key_bias": 'prediction = "a"',
        "attention_backward": """\
scale = q.shape[-1] ** 0.5
weights = torch.softmax(q @ k.mT / scale, dim=-1)
grad_scores = weights * (grad_output @ v.mT)
return grad_scores @ k / scale, grad_scores.mT @ q / scale, weights.mT @ grad_output
""",
        # The error is gone, and the slope learns nothing.
        "distance_attention": DISTANCE
        + """\
    def forward(self, x):
        places = torch.arange(x.shape[1])
        penalty = self.slope.detach() * (places[:, None] - places).abs()
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        return torch.softmax(scores - penalty, dim=-1) @ self.value(x)
""",
    },
    "ingrid-solberg": {
        **RIGHT,
        "scaled_dot_product_attention": """\
import math

def scaled_dot_product_attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    weights = F.softmax(scores, dim=1)
    return weights @ v, weights
""",
        "self_attention_module": MODULE
        + """\
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = self.query(x), self.query(x), self.value(x)
        scores = q @ k.transpose(1, 2) / x.shape[2] ** 0.5
        return torch.softmax(scores, dim=2) @ v
""",
        "predict_key_bias": 'prediction = "d"',
        "attention_backward": """\
weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
grad_weights = grad_output @ v.mT
rows = (weights * grad_weights).sum(-1, keepdim=True)
grad_scores = weights * grad_weights - weights * rows
return grad_scores @ k, grad_scores.mT @ q, weights.mT @ grad_output
""",
        "why_cut": "W_Q and W_K have no gradient: the graph is cut.",
    },
    "zoe-papadaki": {
        "scaled_dot_product_attention": RIGHT["scaled_dot_product_attention"],
        "self_attention_module": """\
class SelfAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.layers = [nn.Linear(embed_size, embed_size) for _ in range(3)]

    def forward(self, x):
        q, k, v = [layer(x) for layer in self.layers]
        return scaled_dot_product_attention(q, k, v)[0]
""",
        "predict_key_bias": 'prediction = "b"',
    },
}
