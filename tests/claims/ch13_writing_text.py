"""What the claims of chapter 13 stand on."""

PAGE = "chapters/13-writing-text.md"
AT_MOST = 38  # sentences that no entry quotes
CLAIMS = []
