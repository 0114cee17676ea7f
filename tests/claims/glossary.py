"""What the claims of the glossary stand on."""

PAGE = "glossary.md"
AT_MOST = 28  # sentences that no entry quotes
CLAIMS = []
