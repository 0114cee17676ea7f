"""What the claims of chapter 05 stand on."""

PAGE = "chapters/05-pytorch.md"
AT_MOST = 40  # sentences that no entry quotes
CLAIMS = []
