"""What the plugin must know about the frameworks, beside what aikit's backends tell."""
