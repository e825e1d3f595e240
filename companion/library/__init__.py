"""All matches of one process, and totals over finished ones."""
