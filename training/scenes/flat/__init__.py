"""Flat things that are no dice, drawn on the picture of a table from above: objects, prints and boards.

Every thing tells what a net could take for a die (`tile.Mark`): where it lies, how large it is and its kind.
"""
