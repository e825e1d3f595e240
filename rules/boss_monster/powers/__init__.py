"""Effects of rooms, bosses and spells, registered by card key."""

from rules.boss_monster.effects.verbs import announce_effect, register_handler
from rules.boss_monster.model.card_catalogue import card_texts

from . import bosses, hidden, rooms, spells

__all__ = ["bosses", "hidden", "rooms", "spells"]

for _key, _card in card_texts().items():  # effects on hidden cards only are logged at their moment
    if _card.announced_at and _key != "beast_menagerie":
        register_handler(_card.announced_at, _key)(announce_effect)  # type: ignore[arg-type]
