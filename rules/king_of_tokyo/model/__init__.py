"""State, events and card facts of King of Tokyo."""
