"""The sheets over the table that fill a choice."""
