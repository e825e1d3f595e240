"""The table, its memory and its screens."""
