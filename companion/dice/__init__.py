"""Rolls, kinds of dice, custom sets, captures and reader corrections."""
