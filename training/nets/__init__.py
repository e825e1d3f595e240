"""The nets, their targets, training and export."""
