"""Setup, the turn, the attack and the final scoring."""
