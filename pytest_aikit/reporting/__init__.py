"""What a run says, from what its items found: source that shows a failure, failures by cause, tables."""
