"""Dice rolls, damage, attacks and death."""
