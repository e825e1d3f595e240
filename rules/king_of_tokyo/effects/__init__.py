"""The generic mechanism of active effects of King of Tokyo."""
