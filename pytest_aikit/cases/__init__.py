"""Cases: which cells there are, the samples of each, how a function is called there, and what it must give."""
