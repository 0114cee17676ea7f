"""What the claims of chapter 05 stand on."""

PAGE = "chapters/05-pytorch.md"
AT_MOST = 43  # sentences that no entry quotes
CLAIMS = []
