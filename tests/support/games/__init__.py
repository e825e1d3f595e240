"""A table of each game for scenarios."""
