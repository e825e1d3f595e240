"""Card picker of every game: search, numbers, typed form, and what a house remembers."""
