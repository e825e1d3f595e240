"""Game-specific parts of the table screen."""
