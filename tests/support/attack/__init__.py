"""An attacker's own client: HTTP, WebSocket and MessagePack by hand; imports neither the product nor Flet."""
