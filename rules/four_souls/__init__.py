"""The Binding of Isaac: Four Souls; rule ids as in the checklist (FS-01 … FS-122)."""
