"""Power cards, by what they change."""
