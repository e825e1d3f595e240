"""Teaching of the card reader.

Decks, drawn cards, scenes with both, the finder and the judge of index corners.
"""
