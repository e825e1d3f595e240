"""The Binding of Isaac: Four Souls. Rule ids are those of the checklist (FS-01 … FS-122)."""
