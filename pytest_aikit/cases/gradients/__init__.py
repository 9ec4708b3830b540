"""What the checks of gradients compare: calls, losses of what they return, and differences of the references' losses."""
