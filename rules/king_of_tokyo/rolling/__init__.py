"""Throwing dice, resolving them, and their odds."""
