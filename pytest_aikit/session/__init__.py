"""What the plugin does in a run of pytest: which items there are, what they do, marks, assertions, and the summary."""
