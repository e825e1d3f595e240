"""An attacker's client: HTTP, WebSocket and MessagePack by hand, without product or Flet."""
