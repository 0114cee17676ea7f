"""What the claims of chapter 02 stand on."""

PAGE = "chapters/02-by-hand.md"
AT_MOST = 31  # sentences that no entry quotes
CLAIMS = []
