"""Drawn dice, suits and playing cards."""
