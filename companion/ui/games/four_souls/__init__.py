"""Scene of Four Souls: stack, monsters, and the items of each player."""
