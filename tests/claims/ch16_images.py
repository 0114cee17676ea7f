"""What the claims of chapter 16 stand on."""

PAGE = "chapters/16-images.md"
AT_MOST = 16  # sentences that no entry quotes
CLAIMS = []
