"""Settings, phones, invitations and teaching dice."""
