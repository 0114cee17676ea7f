"""What the claims of chapter 04 stand on."""

PAGE = "chapters/04-tensorflow.md"
AT_MOST = 23  # sentences that no entry quotes
CLAIMS = []
