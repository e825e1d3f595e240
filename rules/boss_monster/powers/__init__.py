"""Effects of rooms, bosses and spells, registered by card key."""

from rules.boss_monster.effects.verbs import told, when
from rules.boss_monster.model.card_catalogue import printed

from . import bosses, hidden, rooms, spells

__all__ = ["bosses", "hidden", "rooms", "spells"]

for _key, _card in printed().items():  # effects on hidden cards only are logged at their moment
    if _card.tells and _key != "beast_menagerie":
        when(_card.tells, _key)(told)  # type: ignore[arg-type]
