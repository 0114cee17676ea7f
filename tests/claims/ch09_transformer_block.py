"""What the claims of chapter 09 stand on."""

PAGE = "chapters/09-transformer-block.md"
AT_MOST = 42  # sentences that no entry quotes
CLAIMS = []
