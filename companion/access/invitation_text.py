"""The host's invitation as printed in a terminal."""

from __future__ import annotations

from rules.engine import Text

NO_NETWORK = Text("This computer is in no network: join the Wi-Fi, and look at the invitation again.")
PLAIN = Text(
    "Over plain http a phone has no live camera, does not stay awake by itself and copies nothing: "
    "a photo and the address in letters work. sobremesa --tls brings all three."
)
TRUST = Text("A phone's first time: it scans this code and learns to trust this table. It takes a minute, once.")
HOSTS = Text("The host's own phone comes in with this code, or under one of these addresses: it may do everything.")
GUESTS = Text("The players' code is each table's own: in its menu, under “Phones”.")
NOBODY = Text("No phone has come yet. What to look for:")
