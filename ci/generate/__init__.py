"""Write what follows from the declarations of the public functions."""
