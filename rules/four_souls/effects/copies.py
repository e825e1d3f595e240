"""Effects that copy cards, and what items with gold counters do (FS-14, FS-50)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules import stack
from rules.engine import Displayable, Prompt, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.temporary import add_lasting
from rules.four_souls.model.cards_beside import index_players
from rules.four_souls.model.effect import Effect, EffectKind, EffectTargets, Lasting, Target
from rules.four_souls.model.events import Copied
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import find_played, item_cards, make_item, passive_effects
from rules.four_souls.model.stack_item import USED_AS, Item
from rules.four_souls.model.state import FourSouls, set_owned, set_player
from rules.four_souls.triggers.card_question import RESOLVE_TOP, tell
from rules.four_souls.triggers.targeting import declare_ways
from rules.four_souls.vocabulary.card_names import display_name, item_name, join_texts, owned_name
from rules.four_souls.vocabulary.card_sets import treasure_names
from rules.four_souls.vocabulary.effect_templates import name_choices
from rules.four_souls.vocabulary.state_changes import allocate_id

# --- copies of one item --------------------------------------------------------------------------------------------


@carries("FS-14")
def become_copy(s: FourSouls, id: int, target: Target, *, ends: bool) -> FourSouls:
    """Make an item a copy of another, for good or until the turn ends.

    It lies as it lay, with its counters, and is eternal only if it was; as a copy it does not come into play.
    """
    model = s.find_owned_item(target.id)
    return _become(s, id, replace(model[1], is_copy_ending=ends, copy_until=-1)) if model and id != target.id else s


def _become(s: FourSouls, id: int, model: Owned) -> FourSouls:
    """Make an item a copy of another, for as long as that says."""
    found = s.find_owned_item(id)
    if found is None:
        return s
    own = found[1]
    copy = replace(model, id=id, ready=own.ready, eternal=own.eternal, counters=own.counters, used=False, spent=())
    copy = replace(
        copy, is_entering=False, own_card=own.own_card or own.card, gold=own.gold, gilded=(), under=own.under
    )
    s = _put(s, found[0], copy)
    return note(s, "FS-14", Text("{item} becomes a copy of {other}", item=owned_name(own), other=owned_name(model)))


@carries("FS-50")
def end_copies(s: FourSouls) -> FourSouls:
    """Turn items that were copies until the turn ends into themselves again."""
    return _end(s, [item.id for player in s.players for item in player.items if item.is_copy_ending])


@carries("FS-38")
def end_copies_of_turn(s: FourSouls) -> FourSouls:
    """Turn items that were copies until the turn that begins into themselves again."""
    return _end(s, [item.id for player in s.players for item in player.items if item.copy_until == s.active])


def _end(s: FourSouls, copies: list[int]) -> FourSouls:
    for id in copies:
        found = s.find_owned_item(id)
        if found is None:
            continue
        seat, item = found
        own = item_cards()[item.own_card].owned
        own = replace(own, id=item.id, ready=item.ready, counters=item.counters, eternal=item.eternal)
        own = replace(own, gold=item.gold, under=item.under)
        s = note(_put(s, seat, own), "FS-50", Text("{item} is itself again", item=owned_name(own)))
    return s


def _put(s: FourSouls, seat: int, item: Owned) -> FourSouls:
    return set_player(s, seat, items=tuple(item if o.id == item.id else o for o in s.players[seat].items))


# --- copies of a treasure of the shop --------------------------------------------------------------------------------


def copy_treasure(s: FourSouls, id: int, seat: int, slot: int) -> FourSouls:
    """Make an item a copy of a treasure of the shop until that player's next turn.

    Without a name in the list of the shop it is asked for.
    """
    name = s.shop[slot] if slot >= 0 else ""
    return _copy_named(s, id, seat, name) if name else then(s, at(name_copied, id, seat))


@carries("FS-14")
def _copy_named(s: FourSouls, id: int, seat: int, name: str) -> FourSouls:
    return _become(s, id, replace(make_item(name), is_copy_ending=False, copy_until=seat))


def copied_prompt(s: FourSouls, id: int, seat: int) -> Prompt:
    """Ask of which treasure the item becomes a copy; without a name nothing of it is tracked."""
    found = s.find_owned_item(id)
    title = Text("{item}: which treasure of the shop is copied?", item=owned_name(found[1]) if found else "")
    choices = name_choices(Copied(), treasure_names(s, is_in_shop=True))
    return Prompt((seat,), title, "FS-14", choices, phase=Text("Effect"))


@asks("FS-14", prompt=copied_prompt)
def name_copied(s: FourSouls, event: Copied, id: int, seat: int) -> FourSouls:
    """Make the item a copy of the treasure with that name."""
    return _copy_named(s, id, seat, event.name) if event.name else s


# --- gold counters ---------------------------------------------------------------------------------------------------


@carries("FS-34")
def gild(s: FourSouls, target: Target) -> FourSouls:
    """Put a gold counter on an item."""
    found = s.find_owned_item(target.id) if target.kind == "owned" else None
    if found is None:
        return s
    seat, item = found
    name = owned_name(item)
    text, task = Text("{item} gets a gold counter", item=name), Text("put a gold counter on {item}", item=name)
    return note(set_owned(s, item.id, gold=item.gold + 1), "FS-34", text, seat=seat, task=task)


@carries("FS-14")
def copy_gilded_items(s: FourSouls) -> FourSouls:
    """Update the abilities that items have because of gold on others."""
    if not index_players(s.players).has_gold:
        return s
    items = [(seat, item) for seat, player in enumerate(s.players) for item in player.items]
    for seat, item in items:
        cards = tuple(_gold_cards(items, item)) if _copies_gold(item) else ()
        if cards != item.gilded:
            s = note(_put(s, seat, _gilded(item, cards)), "FS-14", _gilded_text(item, cards))
    return s


def _copies_gold(item: Owned) -> bool:
    return any(effect.kind == "copies_gold" for effect in passive_effects(item))


def _gold_cards(items: list[tuple[int, Owned]], own: Owned) -> Iterator[str]:
    yield from dict.fromkeys(item.card for _, item in items if item.gold and item.id != own.id and item.card)


def _gilded(item: Owned, cards: tuple[str, ...]) -> Owned:
    """Return the item with the abilities of those cards.

    What is printed on them for their use comes with them.
    """
    printed = [item_cards()[card].owned for card in (item.card, *cards)]
    paid = next((one for one in printed if one.cost >= 0), printed[0])
    is_activated = any(one.activated for one in printed)
    return replace(item, gilded=cards, spent=(), activated=is_activated, cost=paid.cost, pays=paid.pays)


def _gilded_text(item: Owned, cards: tuple[str, ...]) -> Text:
    if not cards:
        return Text("{item} does nothing of other items any more", item=owned_name(item))
    names = join_texts([item_cards()[card].name for card in cards])
    return Text("{item} does what these do: {items}", item=owned_name(item), items=names)


# --- kinds of effects ------------------------------------------------------------------------------------------------


def _copy(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if target.kind == "shop":
        return copy_treasure(s, item.source, item.seat, target.id)
    return become_copy(s, item.source, target, ends=by > 0)


@carries("FS-14", "FS-26")
def _use_as(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Do what another item does as it is turned sideways, with targets of its own."""
    found = s.find_owned_item(target.id)
    return _do_copied(s, item, found[1].card) if found else s


@carries("FS-14", "FS-26")
def _use_loot(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Do what a loot card on the stack does; for one in no list the player says what that is."""
    played = s.find_stack_item(target.id)
    if played is None:
        return s
    card = find_played(played.name)
    return _do_copied(s, item, card.id) if card else then(s, at(tell, item.seat, played.name, 0))


def _do_copied(s: FourSouls, item: Item, card: str) -> FourSouls:
    s, id = allocate_id(s)
    copied = replace(item, id=id, kind="effect", name=card, effects=(), why=USED_AS)
    s = note(s, "FS-14", Text("{item} copies {card}", item=item_name(s, item), card=display_name(card)))
    s = then(replace(s, stack=stack.push(s.stack, copied, s.active)), RESOLVE_TOP)
    return declare_ways(s, id)


COPY_TEXTS: tuple[Callable[[Displayable], Text], ...] = (
    lambda item: Text("becomes a copy of {item}", item=item),
    lambda item: Text("becomes a copy of {item} until the turn ends", item=item),
    lambda item: Text("becomes a copy of {item} until its owner's next turn", item=item),
)
"""Text of a copy, by how long it lasts: for good, until the turn ends, until the next turn."""
KINDS: dict[str, EffectKind] = {
    "copy": EffectKind(
        lambda on, n, by: COPY_TEXTS[n](on),
        _copy,
        forms={
            ("copy", "item", "not eternal, for good"): Effect("copy", Target("copied_item")),
            ("copy", "item", "passive, not eternal, until end"): Effect("copy", Target("copied_passive"), 1),
            ("copy", "own_item", "eternal, without being it, for good"): Effect("copy", Target("own_eternal")),
            ("copy", "shop_item", "until your next turn"): Effect("copy", Target("shop_item"), 2),
        },
    ),
    "use_as": EffectKind(
        lambda on, n, by: Text("does what this does: {item}", item=on),
        _use_as,
        forms={("copy", "item", "its tap effect, not eternal"): Effect("use_as", Target("copied_active"))},
    ),
    "copy_loot": EffectKind(
        lambda on, n, by: Text("copies the next loot card played this turn"),
        lambda s, item, target, by: add_lasting(s, "FS-50", Target(), "copy_loot", by, item.name, item.seat),
        forms={("copy", "next_loot_played", "no trinket, no ambush, this turn"): Effect("copy_loot")},
        lasting=Lasting(lambda boost: Text("copies the next loot card played this turn")),
    ),
    "use_loot": EffectKind(  # as it is played
        lambda on, n, by: Text("does what this does: {item}", item=on), _use_loot
    ),
    "gild": EffectKind(
        lambda on, n, by: Text("{what}: a gold counter", what=on),
        lambda s, item, target, by: gild(s, target),
        targets=EffectTargets(spares_source=True),
        forms={("counter", "own_item", "gold"): Effect("gild", Target("own_item"), 1)},
    ),
    "copies_gold": EffectKind(
        lambda on, n, by: Text("does what these do: {items}", items=on),
        None,
        in_play=(("copy", "items_with_gold", ""),),
        is_plain=True,
    ),
}
"""Kinds of effects that copy cards."""
