"""What the sentences of the book stand on."""
