"""Set-up, turn, manual overrides and screen view of Four Souls."""
