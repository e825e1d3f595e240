"""The table of large tiles with − and +, where only numbers are kept."""
