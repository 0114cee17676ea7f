"""Chapter 01: how alike two words are, and how a query mixes values by likeness."""
