"""What rooms, bosses and spells do, hung on the one mechanism of effects under their keys."""

from ..cards import printed
from ..effects import told, when
from . import bosses, hidden, rooms, spells

__all__ = ["bosses", "hidden", "rooms", "spells"]

for _key, _card in printed().items():  # what concerns hidden cards alone is told at its moment
    if _card.tells and _key != "beast_menagerie":
        when(_card.tells, _key)(told)  # type: ignore[arg-type]
