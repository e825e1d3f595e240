"""Names, sentences and number changes that the rules of Four Souls share."""
