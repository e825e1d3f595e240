"""Retreat to Darkmoor: minions in hordes, the hero who attacks them, and their havens."""
