"""Synthetic scenes: dice, lenses, light and clutter."""
