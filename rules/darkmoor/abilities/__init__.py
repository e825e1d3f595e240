"""Card abilities and the minions they affect."""
