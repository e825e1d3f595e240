"""FS-11 … FS-14, FS-17, FS-22: items come, are turned sideways and upright, and go."""

from __future__ import annotations

from rules.engine import Shown, Text, carries
from rules.engine.record import replace

from .change import gain, note, numbered
from .effect import Target
from .moment import Happening
from .owned import Owned
from .state import FourSouls, Item, set_owned, set_player


@carries("FS-12", "FS-41")
def recharge(s: FourSouls, target: Target) -> FourSouls:
    """An item, or all items of a player, are turned upright."""
    if target.kind == "owned":
        return note(
            set_owned(s, target.id, ready=True), "FS-12", Text("{item} is recharged", item=called(s, target.id))
        )
    items = tuple(replace(o, ready=True) for o in s.players[target.id].items)
    s = set_player(s, target.id, items=items)
    return note(s, "FS-12", Text("{who} recharges their items", who=s.seats[target.id]))


@carries("FS-12")
def deactivate_item(s: FourSouls, target: Target) -> FourSouls:
    """An item is turned sideways without being used."""
    if target.kind != "owned":
        return s
    s = set_owned(s, target.id, ready=False)
    return note(s, "FS-12", Text("{item} is turned sideways", item=called(s, target.id)))


@carries("FS-22", "FS-114")
def destroy(s: FourSouls, target: Target) -> FourSouls:
    """An item leaves its owner for its discard; an eternal one stays."""
    found = s.owned(target.id) if target.kind == "owned" else None
    if target.kind == "seat":
        return gain(s, "FS-34", target.id, "treasures", -1)
    if found is None:
        return s
    seat, item = found
    if item.eternal:
        return note(s, "FS-22", Text("{item} is eternal and stays", item=item.name))
    s = note(_without(s, seat, item), "FS-34", Text("{item} is destroyed", item=item.name))
    return gain(s, "FS-34", seat, "treasures", -1)


def steal(s: FourSouls, target: Target, thief: int) -> FourSouls:
    """An item that is not eternal goes to another player."""
    found = s.owned(target.id) if target.kind == "owned" else None
    if target.kind == "seat" and s.players[target.id].treasures:
        return gain(gain(s, "FS-34", target.id, "treasures", -1), "FS-34", thief, "treasures", 1)
    if found is None or found[1].eternal:
        return s
    seat, item = found
    s = gain(_without(s, seat, item), "FS-34", seat, "treasures", -1)
    s = gain(s, "FS-34", thief, "treasures", 1)
    return set_player(s, thief, items=(*s.players[thief].items, item))


@carries("FS-17")
def trinket(s: FourSouls, seat: int, name: str) -> FourSouls:
    """A trinket becomes an item of its player."""
    s = gain(s, "FS-17", seat, "treasures", 1)
    return own(s, seat, Owned(0, name)) if name else s


def own(s: FourSouls, seat: int, item: Owned) -> FourSouls:
    """A player has an item with a name; it gets a number of its own."""
    s, id = numbered(s)
    return set_player(s, seat, items=(*s.players[seat].items, replace(item, id=id)))


def called(s: FourSouls, id: int) -> Shown:
    """The name of an item in play."""
    found = s.owned(id)
    return found[1].name if found else Text("an item")


def _without(s: FourSouls, seat: int, item: Owned) -> FourSouls:
    return set_player(s, seat, items=tuple(o for o in s.players[seat].items if o.id != item.id))


def items_answer(s: FourSouls, now: Happening) -> tuple[Item, ...]:
    """What the players' named items put on the stack at this moment, in turn order from the active player."""
    return ()
