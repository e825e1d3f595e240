"""Setup, the turn, manual overrides and what a screen shows."""
