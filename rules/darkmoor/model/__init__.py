"""State, events, cards and hordes of Retreat to Darkmoor."""
