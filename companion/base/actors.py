"""Actors of log entries who are no player: the stops, the host, a phone, the camera."""

from __future__ import annotations

STOPS_ACTOR = "stops"
"""Actor in the log for automatic answers."""

HOST_ACTOR = "host"
"""Actor in the log: the host's device while it speaks for no seat in particular."""
PHONE_ACTOR = "phone"
"""Actor in the log: another device in the middle of the table."""
CAMERA_ACTOR = "camera"
"""Actor in the log: the host's camera, which enters what it reads by itself."""
