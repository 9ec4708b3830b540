"""What aikit costs, one module for each question; see ``README.md`` beside it. Sides are timed in turns, in one process."""
