"""Synthetic scenes: dice, lenses, light and other things."""
