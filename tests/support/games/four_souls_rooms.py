"""Scenes with a room of Four Souls."""

from collections.abc import Callable

from rules.four_souls.model.events import Played, Told
from rules.four_souls.model.item_catalogue import item_cards
from tests.support.games.four_souls import FourSoulsTable

NAMES = ("Ana", "Beto", "Cira")


def in_room(id: str, **rulings: str) -> FourSoulsTable:
    """Ana's first action phase at a table of three with that room; Fatty and Clotty lie there."""
    t = FourSoulsTable(*NAMES, rooms="on", cards__r="on", **rulings).turns_up_room(item_cards()[id].name.en)
    t.chooses(Ana="isaac", Beto="maggy", Cira="judas").saddest("Ana").turns_up("fatty").turns_up("clotty")
    return until(t, lambda t: not t.stack) if t.step == "priority" else t


def until(t: FourSoulsTable, is_there: Callable[[FourSoulsTable], bool]) -> FourSoulsTable:
    """Pass, fill slots with Dips and keep the room until that is so."""
    for _ in range(60):
        if is_there(t):
            return t
        t.turns_up("dip") if t.step == "reveal" else t.keeps_room() if t.step == "change_room" else t.nobody()
    raise AssertionError(f"it does not come: {t.step}, {t.stack}")


def settled(t: FourSoulsTable) -> FourSoulsTable:
    """Let everything on the stack resolve."""
    return until(t, lambda t: not (t.step == "reveal" or (t.step == "priority" and t.stack)))


def turn_of(t: FourSoulsTable, name: str) -> FourSoulsTable:
    """Play on to that player's action phase."""
    return until(t, lambda t: t.s.seats[t.s.active] == name and t.s.phase == "action" and not t.stack)


def told(t: FourSoulsTable, *kinds: str) -> FourSoulsTable:
    """Answer that those effects happen; without a kind, that none does."""
    events = [choice.event for choice in t.asked.choices if isinstance(choice.event, Told)]
    return t.do(next(event for event in events if tuple(effect.kind for effect in event.effects) == kinds))


def pays(t: FourSoulsTable, *kinds: str) -> FourSoulsTable:
    """Ana pays for the use of the room with those effects."""
    return t.do(next(event for event in paid(t) if tuple(effect.kind for effect in event.effects) == kinds))


def paid(t: FourSoulsTable) -> list[Played]:
    """The uses of the room for a price that are offered."""
    found = [choice.event for choice in t.asked.choices if isinstance(choice.event, Played)]
    return [event for event in found if event.kind == "room" and event.cost]
