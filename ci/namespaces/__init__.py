"""Namespaces that others wrote, judged one after the other, each in a process of its own; and the table of the verdicts."""
