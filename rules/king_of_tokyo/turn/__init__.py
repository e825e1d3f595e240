"""Set-up, turn, manual overrides and screen view of King of Tokyo."""
