"""What the claims of chapter 11 stand on."""

PAGE = "chapters/11-reading-attention.md"
AT_MOST = 37  # sentences that no entry quotes
CLAIMS = []
