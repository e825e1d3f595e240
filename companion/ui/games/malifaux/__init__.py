"""Malifaux's part of the table screen: crews, fate decks, phases of the turn."""
