"""What Four Souls shows of itself: its stack, its monsters, what lies in front of a player."""
