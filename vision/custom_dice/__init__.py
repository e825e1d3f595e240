"""Dice with faces of their own, learned from a few pictures."""
