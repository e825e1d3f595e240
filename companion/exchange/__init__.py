"""Export and import of matches, cards and archives."""
