"""Monsters that lie under an item until they come into a slot again (FS-94, FS-95)."""

from __future__ import annotations

from rules.engine import Text, carries, note
from rules.four_souls.board.slots import take_out_monster
from rules.four_souls.model.effect import Target
from rules.four_souls.model.state import FourSouls, set_owned
from rules.four_souls.vocabulary.card_names import card_name, owned_name
from rules.four_souls.vocabulary.state_changes import place_monster


@carries("FS-94")
def capture(s: FourSouls, id: int, target: Target) -> FourSouls:
    """Put a monster that is not attacked under an item, if nothing lies there.

    Its slot is refilled.
    """
    found, monster = s.find_owned_item(id), s.find_monster(target.id)
    if found is None or monster is None or found[1].under is not None:
        return s
    seat, item = found
    name, over = card_name(monster.card), owned_name(item)
    text = Text("{monster} lies under {item} now", monster=name, item=over)
    task = Text("put {monster} under {item}", monster=name, item=over)
    s = note(s, "FS-94", text, seat=seat, subject=name, task=task)
    return set_owned(take_out_monster(s, monster), id, under=monster.card)


@carries("FS-95")
def release(s: FourSouls, id: int, slot: int) -> FourSouls:
    """Put the monster from under an item into a slot that is not attacked."""
    found = s.find_owned_item(id)
    card = found[1].under if found else None
    if found is None or card is None:
        return s
    name = card_name(card)
    s = place_monster(set_owned(s, id, under=None), slot, card)
    task = Text("put {monster} from under {item} into slot {n}", monster=name, item=owned_name(found[1]), n=slot + 1)
    text = Text("{monster} is an active monster", monster=name)
    return note(s, "FS-95", text, seat=found[0], subject=name, task=task)
