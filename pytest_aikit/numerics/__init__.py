"""Numbers and dtypes: how dtypes promote, which values matter, how values are compared, and the type to compute in."""
