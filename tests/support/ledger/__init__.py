"""Double-entry ledgers of physical things, computed from the log and the rule text alone."""
