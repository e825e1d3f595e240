"""The screen of a table, and of one that was put away."""
