"""What the claims of chapter 08 stand on."""

PAGE = "chapters/08-multi-head.md"
AT_MOST = 29  # sentences that no entry quotes
CLAIMS = []
