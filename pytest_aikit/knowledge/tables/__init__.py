"""What is known about functions, by aspect: tables whose keys are the names of functions."""
