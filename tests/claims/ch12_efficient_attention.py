"""What the claims of chapter 12 stand on."""

PAGE = "chapters/12-efficient-attention.md"
AT_MOST = 49  # sentences that no entry quotes
CLAIMS = []
