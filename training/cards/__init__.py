"""Teaching of the card reader: decks, drawn cards, scenes with both, the finder and the judge of index corners."""
