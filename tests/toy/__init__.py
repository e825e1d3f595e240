"""Games of the tests themselves."""
