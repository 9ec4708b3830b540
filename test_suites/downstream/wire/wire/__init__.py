"""Arrays in the byte order of the network."""
