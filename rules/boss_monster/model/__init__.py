"""State, events and card facts of Boss Monster."""
