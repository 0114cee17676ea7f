"""What the claims of chapter 14 stand on."""

PAGE = "chapters/14-real-model.md"
AT_MOST = 16  # sentences that no entry quotes
CLAIMS = []
