"""Contact sheets of every screen of every game, photographed and measured in Chromium."""
