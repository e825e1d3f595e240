"""From a picture of a table to the dice that lie on it: one stage a file."""
