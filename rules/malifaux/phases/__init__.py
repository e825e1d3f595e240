"""Set-up and phases of a turn of Malifaux."""
