"""Retreat to Darkmoor: minions in hordes, the hero who follows them, and the havens they get away to."""
