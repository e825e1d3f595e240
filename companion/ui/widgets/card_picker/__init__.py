"""Card picker of every game: search, numbers of a card, typed form, and what a house remembers."""
