"""The shop of power cards."""
