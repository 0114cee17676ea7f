"""What the claims of chapter 10 stand on."""

from tests.claims.register import Claim, Measured, Sourced

PAGE = "chapters/10-translation.md"
AT_MOST = 50  # sentences that no entry quotes
CLAIMS = [
    Claim(
        "A model that has learnt its training text perfectly gives that other "
        "answer. Then about 36 are wrong rather than 20, and it is the split "
        "that does it.",
        Measured(
            "assert sum(learnt) == 36",
        ),
    ),
    Claim(
        "There have been ways round it: "
        "[CVE-2025-32434](https://nvd.nist.gov/vuln/detail/CVE-2025-32434) "
        "before PyTorch 2.6",
        Sourced(
            "https://nvd.nist.gov/vuln/detail/CVE-2025-32434",
            "description: torch.load with weights_only=True",
        ),
    ),
]
