"""What every part of the table screen reads, and the actions that it calls."""
