"""What the claims of the front page stand on."""

PAGE = "index.md"
AT_MOST = 10  # sentences that no entry quotes
CLAIMS = []
