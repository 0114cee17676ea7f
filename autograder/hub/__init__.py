"""The page of a JupyterHub where students hand in and read their feedback."""
