"""The host's camera and the tray that it watches."""
