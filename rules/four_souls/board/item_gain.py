"""Items gained, turned sideways and turned upright (FS-11 … FS-14, FS-17)."""

from __future__ import annotations

from rules.engine import Change, Choice, Displayable, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import changed, replace
from rules.four_souls.model.catalogue import characters
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Aimed
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import abilities_of_item, make_item, passive_sum
from rules.four_souls.model.state import FourSouls, set_owned, set_player
from rules.four_souls.vocabulary.card_names import owned_name
from rules.four_souls.vocabulary.state_changes import NUMBER_NAMES, allocate_id, gain

# --- upright and sideways ----------------------------------------------------------------------------------------


@carries("FS-12", "FS-41")
def recharge_items(s: FourSouls, target: Target, source: int = 0) -> FourSouls:
    """Turn an item, or all items of a player, upright.

    ``source`` is the id of the item whose effect it is.
    """
    found = s.find_owned_item(target.id) if target.kind == "owned" else None
    if found and found[1].id != source and passive_sum(found[1], "no_recharge"):
        return note(s, "FS-14", Text("{item} stays sideways", item=_title(s, target)))
    if target.kind == "owned":
        return _turn(s, target, Text("{item} is recharged", item=_title(s, target)), is_ready=True)
    items = s.players[target.id].items
    text = Text("{who} recharges their items", who=s.seats[target.id])
    task = Text("recharge your items") if any(o.activated and not o.ready for o in items) else None
    s = set_player(s, target.id, items=recharged(items))
    return note(s, "FS-12", text, seat=target.id, task=task)


def recharged(items: tuple[Owned, ...]) -> tuple[Owned, ...]:
    """Return the items upright, but for those that nothing else recharges."""
    return tuple(o if passive_sum(o, "no_recharge") else changed(o, ready=True) for o in items)


@carries("FS-41")
def recharge_single(s: FourSouls) -> FourSouls:
    """Turn one item of the active player upright; ask which where there is a choice."""
    turned = _turned_items(s)
    if len(turned) + bool(s.players[s.active].unnamed_item_count) > 1:
        return then(s, at(recharge_chosen))
    return recharge_items(s, Target("owned", turned[0].id)) if turned else s


def _turned_items(s: FourSouls) -> tuple[Owned, ...]:
    items = s.players[s.active].items
    return tuple(o for o in items if o.activated and not o.ready and not passive_sum(o, "no_recharge"))


def recharge_prompt(s: FourSouls) -> Prompt:
    """Ask which one item the active player recharges."""
    targets = (Target("owned", o.id) for o in _turned_items(s))
    named = (Choice(Text("{item}", item=_title(s, one)), Template(Aimed(one)), role="default") for one in targets)
    none = Choice(Text("An item without a name"), Template(Aimed(Target())), role="option")
    title = Text("{who} recharges only one item: which?", who=s.seats[s.active])
    return Prompt((s.active,), title, "FS-41", (*named, none), phase=Text("Start of turn"))


@asks("FS-41", prompt=recharge_prompt)
def recharge_chosen(s: FourSouls, event: Aimed) -> FourSouls:
    """Turn the chosen item upright; one without a name is not tracked."""
    return recharge_items(s, event.target) if event.target.kind == "owned" else s


@carries("FS-12")
def deactivate_item(s: FourSouls, target: Target) -> FourSouls:
    """Turn an item, or all items of a player, sideways, used or not."""
    if target.kind == "seat":
        return _deactivate_all(s, target.id)
    return _turn(s, target, Text("{item} is turned sideways", item=_title(s, target)), is_ready=False)


def _deactivate_all(s: FourSouls, seat: int) -> FourSouls:
    items = s.players[seat].items
    text = Text("{who} turns their items sideways", who=s.seats[seat])
    task = Text("turn your items sideways") if any(o.activated and o.ready for o in items) else None
    s = set_player(s, seat, items=tuple(replace(o, ready=o.ready and not o.activated) for o in items))
    return note(s, "FS-12", text, seat=seat, task=task)


def _turn(s: FourSouls, target: Target, text: Text, *, is_ready: bool) -> FourSouls:
    """Turn an item upright or sideways; there is nothing to do where it lies so already."""
    found, name = s.find_owned_item(target.id), _title(s, target)
    task = Text("recharge {item}", item=name) if is_ready else Text("turn {item} sideways", item=name)
    is_turned = found is not None and found[1].ready != is_ready
    s = set_owned(s, target.id, ready=is_ready)
    return note(s, "FS-12", text, seat=found[0] if found else None, subject=name, task=task if is_turned else None)


def _title(s: FourSouls, target: Target) -> Displayable:
    return item_title(s, target.id)


def put_counters(s: FourSouls, target: Target, by: int, rule: str = "FS-34") -> FourSouls:
    """Put counters on an item, or take them off with a negative number."""
    found = s.find_owned_item(target.id) if target.kind == "owned" else None
    if found is None:
        return s
    before = found[1].counters
    after = max(0, before + by)
    s = set_owned(s, target.id, counters=after)
    name = item_title(s, target.id)
    change = (
        Change(f"owned.{target.id}.counters", name, NUMBER_NAMES["counters"], before, after)
        if after != before
        else None
    )
    text = Text("{item}: {n} counter", "{item}: {n} counters", item=name, n=after)
    return note(s, rule, text, change, seat=found[0])


def item_title(s: FourSouls, id: int) -> Displayable:
    """Return the name of the item with that id."""
    found = s.find_owned_item(id)
    return owned_name(found[1]) if found else Text("an item")


# --- gained items ------------------------------------------------------------------------------------------------


@carries("FS-11")
def gain_treasure(s: FourSouls, rule: str, seat: int, n: int, name: str = "") -> FourSouls:
    """Give a player treasures from the deck or the shop; a name makes it a named item."""
    s = gain(s, rule, seat, "treasures", n)
    if not name:
        return set_player(s, seat, fresh=s.players[seat].fresh + max(0, n))
    item = make_item(name)
    s = gain(s, "FS-22", seat, "treasures", -n) if item.eternal else s
    return add_item(s, seat, entering(item))


def entering(item: Owned) -> Owned:
    """Return the item as it comes into play, marked if that triggers something of its own."""
    acts = any(ability.when == "enters" for ability in abilities_of_item(item).triggers)
    return replace(item, is_entering=True) if acts else item


@carries("FS-17")
def gain_trinket(s: FourSouls, seat: int, name: str) -> FourSouls:
    """Turn a trinket into an item of its player."""
    return gain_treasure(s, "FS-17", seat, 1, name)


def add_item(s: FourSouls, seat: int, item: Owned) -> FourSouls:
    """Add a named item to a player; without an id it gets a new one."""
    if not item.id:
        s, id = allocate_id(s)
        item = replace(item, id=id)
    return set_player(s, seat, items=(*s.players[seat].items, item))


def starting_item_id(seat: int) -> int:
    """Return the item id of a seat's starting item.

    No other item, monster or stack item ever has that id.
    """
    return -1 - seat


def has_unnamed_starting_item(s: FourSouls, seat: int) -> bool:
    """Return whether the player's starting item is named neither by the data nor the table."""
    player = s.players[seat]
    card = characters().get(player.character)
    return not (card and card.item) and all(item.id != starting_item_id(seat) for item in player.items)
