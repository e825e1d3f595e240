"""A table of each game for scenarios that read like play."""
