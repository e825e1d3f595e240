"""State, events and card facts of Four Souls."""
