"""King of Tokyo: the turn in the rulebook's order, cards as data."""
