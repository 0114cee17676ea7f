"""What the claims of chapter 15 stand on."""

PAGE = "chapters/15-inside-a-model.md"
AT_MOST = 38  # sentences that no entry quotes
CLAIMS = []
