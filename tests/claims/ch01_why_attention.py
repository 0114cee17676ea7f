"""What the claims of chapter 01 stand on."""

PAGE = "chapters/01-why-attention.md"
AT_MOST = 19  # sentences that no entry quotes
CLAIMS = []
