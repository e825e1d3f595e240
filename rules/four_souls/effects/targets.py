"""Every kind of target: known by its id, a group, or still to be chosen."""

from __future__ import annotations

from collections.abc import Callable, Container

from rules.engine import Displayable, Text
from rules.four_souls.model.effect import CURSES_A_SEAT, EFFECT_KINDS, Effect, Target, TargetChoice, TargetKind
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import abilities_of_item
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Player
from rules.four_souls.vocabulary.card_names import card_name, display_name, item_name, owned_name, treasure_name
from rules.four_souls.vocabulary.monster_triggers import coverable_slots
from rules.four_souls.vocabulary.shop import UNTRACKED_SHOP, filled_shop_slots, is_shop_followed
from rules.four_souls.vocabulary.state_changes import has_losable_unnamed, losable_items
from rules.four_souls.vocabulary.target_choice import NO_TARGET, open_target

# --- by their ids --------------------------------------------------------------------------------------------------


def _monster_name(s: FourSouls, id: int) -> Displayable:
    monster = s.find_monster(id)
    return card_name(monster.card) if monster else Text("a monster that has gone")


def _owned_name(s: FourSouls, id: int) -> Displayable:
    found = s.find_owned_item(id)
    if found is None:
        return Text("an item")
    seat, item = found
    alike = [
        o.id for o in s.players[seat].items if (o.name, o.card, o.own_card) == (item.name, item.card, item.own_card)
    ]
    name, place = owned_name(item), alike.index(id) + 1
    return Text("{item} ({n})", item=name, n=place) if place > 1 else name


def _stack_item_name(s: FourSouls, id: int) -> Displayable:
    item = s.find_stack_item(id)
    return item_name(s, item) if item else Text("nothing")


def _curse_name(s: FourSouls, id: int) -> Displayable:
    seat, place = divmod(id, CURSES_A_SEAT)
    name = display_name(s.players[seat].curses[place]) or Text("a curse")
    return Text("{curse} of {who}", curse=name, who=s.seats[seat])


def _slot_name(s: FourSouls, slot: int) -> Displayable:
    monster = s.slots[slot]
    return Text("the empty slot") if monster is None else Text("over {monster}", monster=card_name(monster.card))


def _find_shop_item(s: FourSouls, slot: int) -> bool | None:
    return True if slot < 0 or slot in filled_shop_slots(s) else None


KNOWN: dict[str, TargetKind] = {
    "table": TargetKind(Text("whoever is chosen"), ("",), name_of=_stack_item_name),
    "seat": TargetKind(Text("a player"), name_of=lambda s, id: s.seats[id]),
    "monster": TargetKind(Text("the monster"), ("fought",), name_of=_monster_name, find=FourSouls.find_monster),
    "item": TargetKind(
        Text("roll"), ("roll", "stack", "loot"), name_of=_stack_item_name, find=FourSouls.find_stack_item
    ),
    "owned": TargetKind(Text("this item"), ("this",), name_of=_owned_name, find=FourSouls.find_owned_item),
    "curse": TargetKind(  # by 100 times the seat and its place
        Text("a curse"), name_of=_curse_name, find=lambda s, id: True if Target("curse", id) in _curses(s) else None
    ),
    "slot": TargetKind(
        Text("a monster slot"), name_of=_slot_name, find=lambda s, slot: True if slot in s.idle_slots else None
    ),
    "shop": TargetKind(  # −1: one of a shop that nobody tracks
        Text("a treasure of the shop"), name_of=treasure_name, find=_find_shop_item
    ),
    "room": TargetKind(
        Text("the room"),
        name_of=lambda s, slot: s.rooms[slot] or Text("the room"),
        find=lambda s, slot: s.rooms[slot] if slot < len(s.rooms) else None,
    ),
}
"""What is known by its id as an effect happens; the table is no target at all."""

# --- groups --------------------------------------------------------------------------------------------------------


def _seats(s: FourSouls, *of: int) -> tuple[Target, ...]:
    return tuple(Target("seat", k % len(s.seats)) for k in of)


def _all_but(s: FourSouls, *spared: int) -> tuple[Target, ...]:
    """Return the other players in turn order."""
    return _seats(s, *(k for k in s.seats_from(s.active) if k not in spared))


def _monsters_but(s: FourSouls, spared: int = 0) -> tuple[Target, ...]:
    return tuple(Target("monster", monster.id) for monster in s.monsters if monster.id != spared)


def _all_with_most(count: Callable[[Player], int]) -> Callable[[FourSouls, int, Target], tuple[Target, ...]]:
    """Return the group of the players who have the most of something, on a tie all of them."""

    def expand(s: FourSouls, seat: int, target: Target) -> tuple[Target, ...]:
        most = max(map(count, s.players))
        return tuple(one for one in _all_but(s) if count(s.players[one.id]) == most)

    return expand


def _own_items(s: FourSouls, seat: int, target: Target) -> tuple[Target, ...]:
    named = tuple(Target("owned", owned.id) for owned in losable_items(s, seat))
    return named + (Target("seat", seat),) * s.players[seat].unnamed_item_count


def _later(s: FourSouls, seat: int, target: Target) -> tuple[Target, ...]:
    """Return the group itself: what it is shows as the effect happens."""
    return (target,)


GROUPS: dict[str, TargetKind] = {
    "me": TargetKind(Text("whoever plays it"), ("me",), expand=lambda s, seat, target: _seats(s, seat)),
    "everyone": TargetKind(Text("each player"), ("everyone",), expand=lambda s, seat, target: _all_but(s)),
    "others": TargetKind(Text("each other player"), ("others",), expand=lambda s, seat, target: _all_but(s, seat)),
    "bystanders": TargetKind(
        Text("each other player but that one"),
        ("bystanders",),
        expand=lambda s, seat, target: _all_but(s, seat, target.id),
        of_moment=lambda moment: Target("bystanders", moment.seat),
    ),
    "all_most_souls": TargetKind(
        Text("each player with the most souls"), ("all_most_souls",), expand=_all_with_most(lambda p: p.soul_count)
    ),
    "all_most_items": TargetKind(
        Text("each player with the most items"), ("all_most_items",), expand=_all_with_most(lambda p: p.item_count)
    ),
    "left": TargetKind(Text("the player on the left"), expand=lambda s, seat, target: _seats(s, s.active + 1)),
    "right": TargetKind(Text("the player on the right"), expand=lambda s, seat, target: _seats(s, s.active - 1)),
    "my_left": TargetKind(
        Text("the player on the left"), ("left",), expand=lambda s, seat, target: _seats(s, seat + 1)
    ),
    "monsters": TargetKind(Text("each monster"), ("monsters",), expand=lambda s, seat, target: _monsters_but(s)),
    "other_monsters": TargetKind(
        Text("each other monster"),
        ("other_monsters",),
        expand=lambda s, seat, target: _monsters_but(s, target.id),
        of_moment=lambda moment: Target("other_monsters", moment.monster),
    ),
    "idle_monsters": TargetKind(
        Text("each monster that is not attacked"), ("idle_monsters",), expand=lambda s, seat, target: _idle_monsters(s)
    ),
    "own_items": TargetKind(Text("all one's items"), ("each_own_item",), expand=_own_items),
    "attacked": TargetKind(Text("the attacked monster"), ("attacked",), expand=_later),  # now or later in the turn
    "whole_shop": TargetKind(Text("all treasures of the shop"), ("whole_shop",), expand=_later),
    "some_shop": TargetKind(Text("treasures of the shop"), ("some_shop",), expand=_later),  # said as it happens
    "deck": TargetKind(Text("the top of the monster deck"), ("monster_deck",)),
    "gilded": TargetKind(Text("items with gold counters"), ("items_with_gold",)),
    "death": TargetKind(Text("death"), ("death",)),  # that of the player, on the stack
    "blow": TargetKind(Text("the combat damage"), ("blow",)),  # on top of the stack
    "its_player": TargetKind(Text("its player"), ("its_player",)),  # of the item that was chosen before
    "roller": TargetKind(Text("whoever rolled"), ("roller",), of_moment=lambda moment: Target("seat", moment.seat)),
}
"""Groups, and what follows from the moment or the state."""

# --- players and monsters ------------------------------------------------------------------------------------------


def _players(
    *,
    is_other: bool = False,
    is_bystander: bool = False,
    is_drawn: bool = False,
    most: Callable[[Player], int] | None = None,
) -> TargetChoice:
    """Return the choice among players.

    Others only, those without the turn, any that is drawn, or those with the most of something.
    """

    def choice(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
        seats = tuple(k for k in s.seats_from(s.active) if is_drawn or _can_be_chosen(s, seat, k, effect))
        if is_other or is_bystander:
            seats = tuple(k for k in seats if k != (seat if is_other else s.active))
        if most:
            best = max((most(s.players[k]) for k in seats), default=0)
            seats = tuple(k for k in seats if most(s.players[k]) == best)
        named_items = EFFECT_KINDS[effect.kind].targets.named_items
        return (*(named_items(s, seat) if named_items else ()), *(Target("seat", k) for k in seats))

    return choice


def _can_be_chosen(s: FourSouls, chooser: int, seat: int, effect: Effect) -> bool:
    """Return whether a player can be chosen.

    The dead cannot for harm, nor can those who do not have what is to be lost.
    """
    can_be_chosen = EFFECT_KINDS[effect.kind].targets.can_be_chosen
    return can_be_chosen is None or can_be_chosen(s, chooser, seat)


def _bodies(*, is_other: bool = False) -> TargetChoice:
    """Return the choice among players and monsters, or among the others.

    Those are the other players, and the monsters that are not attacked.
    """
    players = _players(is_other=is_other)

    def choice(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
        monsters = (target for target in _living(s) if not is_other or target.id != s.combat)
        return (*players(s, seat, effect, own_id), *monsters)

    return choice


def _living(s: FourSouls, ids: Container[str] | None = None) -> tuple[Target, ...]:
    """Return the monsters that live, or those of them with such cards."""
    return tuple(Target("monster", m.id) for m in s.monsters if m.life and (ids is None or m.card.id in ids))


def _optional(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
    """Return the own items that lie sideways, to recharge one; else the players."""
    if effect.kind == "recharge":
        return tuple(Target("owned", o.id) for o in s.players[seat].items if not o.ready)
    return _players()(s, seat, effect, own_id)


def _another_player(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
    """Return the other players at whom the same item does not aim yet."""
    item = s.find_stack_item(own_id)
    taken = {one.target for one in item.effects} if item else set()
    return tuple(target for target in _players(is_other=True)(s, seat, effect, own_id) if target not in taken)


def _own_death_question(item: Displayable) -> Text:
    return Text("{item}: does its card count its own death too?", item=item)


def _another_body(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
    """Return the players and monsters at which the same item does not aim yet."""
    item = s.find_stack_item(own_id)
    taken = {one.target for one in item.effects} if item else set()
    return tuple(target for target in _bodies()(s, seat, effect, own_id) if target not in taken)


BODIES: dict[str, TargetKind] = {
    "another_player": TargetKind(
        Text("another player, or none"),
        ("another_player",),
        choices=_another_player,
        is_dependent=True,
        is_declinable=True,
    ),
    "own_death": TargetKind(  # the active player, where the sources do not say whether its own death counts
        Text("the active player"),
        choices=lambda s, seat, effect, own_id: _seats(s, s.active),
        is_declinable=True,
        question=_own_death_question,
    ),
    "own_death_random": TargetKind(
        Text("a player, at random"),
        choices=_players(is_drawn=True),
        is_declinable=True,
        question=lambda item: Text(
            "{item}: if its card counts its own death too, draw a player. Who is it?", item=item
        ),
    ),
    "another_body": TargetKind(
        Text("another player or monster, or none"),
        ("another_body",),
        choices=_another_body,
        is_dependent=True,
        is_declinable=True,
    ),
    "chosen": TargetKind(Text("a player"), ("player",), choices=_players()),
    "other": TargetKind(Text("another player"), ("other",), choices=_players(is_other=True)),
    "bystander": TargetKind(
        Text("a player who does not have the turn"), ("bystander",), choices=_players(is_bystander=True)
    ),
    "body": TargetKind(Text("a player or a monster"), ("body",), choices=_bodies()),
    "other_body": TargetKind(Text("another player or monster"), ("other_body",), choices=_bodies(is_other=True)),
    "most_souls": TargetKind(
        Text("a player with the most souls"), ("most_souls",), choices=_players(most=lambda player: player.soul_count)
    ),
    "most_cents": TargetKind(
        Text("a player with the most ¢"), ("most_cents",), choices=_players(most=lambda player: player.cents)
    ),
    "random_other": TargetKind(
        Text("another player, at random"),
        choices=_players(is_other=True),
        question=lambda item: Text("{item}: draw another player at random. Who is it?", item=item),
    ),
    "random_player": TargetKind(
        Text("a player, at random"),
        choices=_players(is_drawn=True),
        question=lambda item: Text("{item}: draw a player at random. Who is it?", item=item),
    ),
    "bidder": TargetKind(
        Text("whoever wins"),
        ("winner",),
        choices=_players(is_other=True),
        is_dependent=True,
        is_late=True,
        is_declinable=True,
        question=lambda item: Text("{item}: who wins the auction?", item=item),
    ),
    "may": TargetKind(Text("an item"), choices=_optional, is_dependent=True, is_declinable=True),
    "same": TargetKind(Text("the same player"), ("same",), is_dependent=True),  # that of the effect before it
}
"""Players, and players or monsters."""

# --- the stack -----------------------------------------------------------------------------------------------------


def _on_stack(*kinds: str, is_at_own: bool = False) -> TargetChoice:
    """Return the choice among other items of those kinds, or those that aim at one's own."""

    def choice(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
        fitting = (item for item in s.stack.items if item.kind in kinds and item.id != own_id)
        return tuple(Target("item", item.id) for item in fitting if not is_at_own or _aims_at_own(s, seat, item))

    return choice


def _aims_at_own(s: FourSouls, seat: int, item: Item) -> bool:
    """Return whether something on the stack aims at an item or a roll of that player.

    An item without a name too.
    """
    for effect in item.effects:
        owned = s.find_owned_item(effect.target.id) if effect.target.kind == "owned" else None
        roll = s.find_stack_item(effect.target.id) if effect.target.kind == "item" else None
        is_unnamed = EFFECT_KINDS[effect.kind].targets.is_loss and effect.target == Target("seat", seat)
        if is_unnamed or (owned and owned[0] == seat) or (roll and (roll.kind, roll.seat) == ("roll", seat)):
            return True
    return False


ON_STACK: dict[str, TargetKind] = {
    "used": TargetKind(
        Text("an effect of an item on the stack"),
        ("activated,paid",),
        choices=_on_stack("activated", "paid"),
        is_on_stack=True,
    ),
    "played": TargetKind(
        Text("an effect of an item or a loot card on the stack"),
        ("activated,paid,loot",),
        choices=_on_stack("activated", "paid", "loot"),
        is_on_stack=True,
    ),
    "played_at_me": TargetKind(
        Text("an effect of an item or a loot card that aims at an item or roll of one's own"),
        choices=_on_stack("activated", "paid", "loot", is_at_own=True),
        is_on_stack=True,
    ),
}
"""Activated or paid effects, and loot cards."""

# --- slots ---------------------------------------------------------------------------------------------------------


def _in_state(find: Callable[[FourSouls], tuple[Target, ...]]) -> TargetChoice:
    """Return the choice that depends neither on the player nor on the effect."""
    return lambda s, seat, effect, own_id: find(s)


def _idle_monsters(s: FourSouls) -> tuple[Target, ...]:
    return _monsters_but(s, s.combat)


def _idle_slots(s: FourSouls) -> tuple[Target, ...]:
    return tuple(Target("slot", slot) for slot in coverable_slots(s, s.idle_slots))


def _rooms(s: FourSouls) -> tuple[Target, ...]:
    return tuple(Target("room", slot) for slot, room in enumerate(s.rooms) if room is not None)


def _shop_items(s: FourSouls) -> tuple[Target, ...]:
    """Return the treasures of the shop; where they are not tracked, one for all of them."""
    return tuple(Target("shop", k) for k in filled_shop_slots(s)) if is_shop_followed(s) else (UNTRACKED_SHOP,)


def _curses(s: FourSouls) -> tuple[Target, ...]:
    return tuple(
        Target("curse", seat * CURSES_A_SEAT + place)
        for seat, player in enumerate(s.players)
        for place in range(len(player.curses))
    )


def _attacks(*, is_own: bool = False, is_others: bool = False) -> TargetChoice:
    """Return the attack on a monster: declared on the stack, or the fight that it has become."""

    def choice(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
        if (is_own and seat != s.active) or (is_others and seat == s.active):
            return ()
        declared = (item for item in s.stack.items if (item.kind, item.target.kind) == ("attack", "monster"))
        fought = (Target("monster", monster.id) for monster in s.monsters if monster.id == s.combat)
        return (*(Target("item", item.id) for item in declared), *fought)

    return choice


def _idle_in_own_fight(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
    return _idle_monsters(s) if s.combat and seat == s.active else ()


PLACES: dict[str, TargetKind] = {
    "attack": TargetKind(Text("an attack on a monster"), ("attack",), choices=_attacks()),
    "own_attack": TargetKind(Text("one's own attack on a monster"), ("own_attack",), choices=_attacks(is_own=True)),
    "their_attack": TargetKind(
        Text("another player's attack on a monster"), ("their_attack",), choices=_attacks(is_others=True)
    ),
    "idle_in_fight": TargetKind(
        Text("another monster, in one's own fight"), ("idle_in_fight",), choices=_idle_in_own_fight
    ),
    "any_monster": TargetKind(Text("a monster"), ("monster",), choices=_in_state(_living)),
    "named_monster": TargetKind(  # with one of the ids in the card of the effect
        Text("one of those monsters"), choices=lambda s, seat, effect, own_id: _living(s, effect.card.split())
    ),
    "idle_monster": TargetKind(
        Text("a monster that is not attacked"), ("idle_monster",), choices=_in_state(_idle_monsters)
    ),
    "idle_card": TargetKind(
        Text("a monster or room that is not attacked"),
        ("idle_card",),
        choices=_in_state(lambda s: (*_idle_monsters(s), *_rooms(s))),
    ),
    "idle_slot": TargetKind(Text("a slot that is not attacked"), ("idle_slot",), choices=_in_state(_idle_slots)),
    "calm_slot": TargetKind(  # while nobody attacks
        Text("a monster slot"), ("calm_slot",), choices=_in_state(lambda s: () if s.combat else _idle_slots(s))
    ),
    "calm_room": TargetKind(Text("a room"), ("calm_room",), choices=_in_state(lambda s: () if s.combat else _rooms(s))),
    "shop_item": TargetKind(
        Text("a treasure of the shop"), ("shop_item",), choices=_in_state(_shop_items), never_lacks=True
    ),
    "any_curse": TargetKind(Text("a curse"), ("curse",), choices=_in_state(_curses)),
}
"""Monsters, slots of monsters and rooms, treasures of the shop, curses."""

# --- items in play -------------------------------------------------------------------------------------------------


def _items(*, is_own: bool = False, is_other: bool = False, is_another: bool = False) -> TargetChoice:
    """Return the choice among items of anybody, oneself or others, or all but the card itself.

    Those without a name are meant as their player, or as no target at all (``NO_TARGET``).
    """

    def choice(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
        owners = tuple(k for k in s.seats_from(s.active) if not (is_own or is_other) or (k == seat) == is_own)
        return _items_of(s, owners, effect, own_id, is_another=is_another)

    return choice


def _items_of(
    s: FourSouls, owners: tuple[int, ...], effect: Effect, own_id: int, *, is_another: bool = False
) -> tuple[Target, ...]:
    aims = EFFECT_KINDS[effect.kind].targets
    using = s.find_stack_item(own_id) if is_another or aims.spares_source else None
    named = tuple(o for k in owners for o in s.players[k].items if using is None or o.id != using.source)
    if aims.is_loss:
        losable = tuple(Target("owned", o.id) for k in owners for o in losable_items(s, k) if o in named)
        return (*losable, *(Target("seat", k) for k in owners if has_losable_unnamed(s, k)))
    fitting = aims.fitting(named, effect) if aims.fitting else named
    found = tuple(Target("owned", o.id) for o in fitting)
    return (*found, NO_TARGET) if not found or any(s.players[k].unnamed_item_count for k in owners) else found


def _item_of(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
    return _items_of(s, (open_target(effect).id,), effect, own_id)


def _copied(fits: Callable[[Owned], bool], *, is_own: bool = False) -> TargetChoice:
    """Return the choice among the other items in play, or those of the player, that fit."""

    def choice(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
        using = s.find_stack_item(own_id)
        seats = s.seats_from(s.active) if not is_own else (seat,)
        every = (o for k in seats for o in s.players[k].items)
        return tuple(Target("owned", o.id) for o in every if fits(o) and (using is None or o.id != using.source))

    return choice


ITEMS: dict[str, TargetKind] = {
    "any_item": TargetKind(Text("an item"), ("item",), choices=_items()),
    "own_item": TargetKind(Text("an item of one's own"), ("own_item",), choices=_items(is_own=True)),
    "other_item": TargetKind(Text("an item of another player"), ("other_item",), choices=_items(is_other=True)),
    "another_item": TargetKind(Text("another item"), ("another_item",), choices=_items(is_another=True)),
    "item_of": TargetKind(  # of the seat that is its id
        Text("an item of theirs"),
        ("roller_item", "their_item"),
        of_moment=lambda moment: Target("item_of", moment.seat),
        choices=_item_of,
        is_dependent=True,
    ),
    "copied_item": TargetKind(Text("an item that is not eternal"), choices=_copied(lambda item: not item.eternal)),
    "copied_passive": TargetKind(
        Text("a passive item that is not eternal"),
        choices=_copied(lambda item: not (item.eternal or item.activated or item.cost >= 0)),
    ),
    "copied_active": TargetKind(  # turned sideways to be used
        Text("an activated item that is not eternal"),
        choices=_copied(lambda item: not item.eternal and any(abilities_of_item(item).activations)),
    ),
    "own_eternal": TargetKind(
        Text("an eternal item of one's own"), choices=_copied(lambda item: item.eternal, is_own=True)
    ),
}
"""Items in play, and those that may be copied."""

KINDS = {**KNOWN, **GROUPS, **BODIES, **ON_STACK, **PLACES, **ITEMS}
