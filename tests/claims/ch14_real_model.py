"""What the claims of chapter 14 stand on."""

from tests.claims.register import Claim, Measured

PAGE = "chapters/14-real-model.md"
AT_MOST = 16  # sentences that no entry quotes
CLAIMS = [
    Claim(
        "So it does not *say* what it does not know, but its probabilities do, mostly.",
        Measured(
            "assert 19 <= len(right) <= 25 and 0.8 < told < 0.97",
        ),
    ),
    Claim(
        "*Istanbul* is written as surely as the right answers are.",
        Measured(
            'assert "Istanbul" in surest[1]',
        ),
    ),
    Claim(
        "It got better at dates, and on all five a little worse at English, on one much",
        Measured(
            "assert 0 < min(dearer) and max(dearer) > 1",
        ),
    ),
]
