"""Tokyo, yielding, damage and the cards in front of a monster."""
