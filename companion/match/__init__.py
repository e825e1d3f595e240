"""One match: table, views, log, undo and replay."""
