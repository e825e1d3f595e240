"""Malifaux, second edition: turns, crews, fate decks and the end of the encounter."""
