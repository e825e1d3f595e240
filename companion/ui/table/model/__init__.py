"""Model of the table screen: what a device shows, as plain data."""
