"""State, events, crews and fate decks of Malifaux."""
