"""Statistics of matches, players and dice."""
