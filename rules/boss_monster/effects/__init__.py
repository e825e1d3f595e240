"""The generic mechanism of active effects of Boss Monster."""
