"""Situations: a moment of a game as a short text."""
