"""Home, setup and seats."""
