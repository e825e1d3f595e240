"""Virtual hands and who may see them."""
