"""What the table sees: small components that know prompts, trackers and a game's picture, and no rules."""
