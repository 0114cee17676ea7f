"""Make what students get: notebooks, examples, and the tools that check them."""
