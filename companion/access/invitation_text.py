"""Texts of the host's invitation, for the terminal and the page of the phones."""

from __future__ import annotations

from rules.engine import Text

NO_NETWORK_TEXT = Text("This computer is in no network: join the Wi-Fi, and look at the invitation again.")
PLAIN_HTTP_TEXT = Text(
    "Over plain http a phone has no live camera, does not stay awake by itself and copies nothing: "
    "a photo and the address in letters work. sobremesa --tls brings all three."
)
INSTALL_CERTIFICATE_TEXT = Text(
    "A phone's first time: it scans this code and learns to trust this table. It takes a minute, once."
)
HOST_CODE_TEXT = Text(
    "The host's own phone comes in with this code, or under one of these addresses: it may do everything."
)
GUEST_CODE_TEXT = Text("The players' code is each table's own: in its menu, under “Phones”.")
NOBODY_JOINED_TEXT = Text("No phone has come yet. What to look for:")
