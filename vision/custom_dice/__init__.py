"""Dice with faces of their own, learned from a few pictures."""

MAX_EXAMPLES = 5
"""Number of pictures of a face that is enough; here, as those who only count pictures do without OpenCV."""
