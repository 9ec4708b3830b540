"""References of more than a few lines, in the file of their function's category, written with NumPy and mpmath."""
