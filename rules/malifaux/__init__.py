"""Malifaux, second edition: the turn, the crews' numbers, the fate decks and the end of the encounter."""
