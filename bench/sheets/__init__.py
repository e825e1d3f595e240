"""Every screen of every game in one look: photographed in Chromium, measured, and laid out as contact sheets."""
