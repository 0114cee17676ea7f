"""The engine, shown by what it does; the key is ``toy_key``."""
