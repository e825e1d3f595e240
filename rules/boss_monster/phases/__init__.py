"""Setup and the phases of the turn."""
