"""Effects of rooms, bosses and spells, registered by card key."""

from ..cards import printed
from ..effects import told, when
from . import bosses, hidden, rooms, spells

__all__ = ["bosses", "hidden", "rooms", "spells"]

for _key, _card in printed().items():  # effects on hidden cards only are logged at their moment
    if _card.tells and _key != "beast_menagerie":
        when(_card.tells, _key)(told)  # type: ignore[arg-type]
