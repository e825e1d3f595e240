"""Slots, decks, rooms, souls and items on the table."""
