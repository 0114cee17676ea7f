"""Record what each expression of an answer gives, and find the first wrong number."""
