"""What the claims of chapter 10 stand on."""

PAGE = "chapters/10-translation.md"
AT_MOST = 50  # sentences that no entry quotes
CLAIMS = []
