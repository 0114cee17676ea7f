"""What the claims of chapter 03 stand on."""

PAGE = "chapters/03-numpy.md"
AT_MOST = 42  # sentences that no entry quotes
CLAIMS = []
