"""Flat things that are no dice, on a table seen from above: objects, prints, boards.

Every thing tells what a net could take for a die (`tile.Mark`): where it lies, how large it is and its kind.
"""
