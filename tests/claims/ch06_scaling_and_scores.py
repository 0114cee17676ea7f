"""What the claims of chapter 06 stand on."""

PAGE = "chapters/06-scaling-and-scores.md"
AT_MOST = 55  # sentences that no entry quotes
CLAIMS = []
