"""What the claims of chapter 07 stand on."""

PAGE = "chapters/07-masking.md"
AT_MOST = 38  # sentences that no entry quotes
CLAIMS = []
