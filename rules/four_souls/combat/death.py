"""Death of players and monsters, penalty and rewards (FS-82 … FS-88, FS-92 … FS-94)."""

from __future__ import annotations

from rules import stack
from rules.engine import Displayable, Text, at, auto, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.item_loss import lose_item
from rules.four_souls.board.solo import tick_after_death
from rules.four_souls.model.catalogue import RULEBOOK, MonsterCard
from rules.four_souls.model.effect import Target
from rules.four_souls.model.item_catalogue import find_room, item_cards
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import REFILL_KINDS, Item
from rules.four_souls.model.state import FourSouls, Monster, SoulCard, set_monster, set_player
from rules.four_souls.triggers.item_triggers import own_triggers
from rules.four_souls.triggers.replaced import lose, receive
from rules.four_souls.triggers.targeting import put_on_stack
from rules.four_souls.triggers.trigger import fire_triggers
from rules.four_souls.vocabulary.card_names import card_key, card_name
from rules.four_souls.vocabulary.measures import passive_total
from rules.four_souls.vocabulary.monster_triggers import death_triggers, find_trait, killer_of, slayer_of
from rules.four_souls.vocabulary.state_changes import allocate_id, gain_soul, vacate_slot

from .attack import leave_combat
from .attackable import decide_defeated
from .dice import roll_die


def _put_new(s: FourSouls, item: Item) -> FourSouls:
    s, id = allocate_id(s)
    return put_on_stack(s, replace(item, id=id))


# --- death of a player -------------------------------------------------------------------------------------------


@carries("FS-83", "FS-84", "FS-85")
def resolve_player_death(s: FourSouls, item: Item) -> FourSouls:
    """Discard the player's curses, end their fight (FS-69) and put the penalty on the stack.

    Players can respond to the penalty there.
    """
    who = s.seats[item.seat]
    s = note(s, "FS-82", Text("{who} dies", who=who), kind="death", subject=who, seat=item.seat)
    curses = s.players[item.seat].curses
    s = _drop_curses(set_player(s, item.seat, doom="dead"), item.seat)
    if item.seat == s.active:
        s = leave_combat(s)
    if s.ruling("FS-A16") == "may_not":
        s = RULEBOOK.note_ruling(s, "FS-A16", "FS-28")
    s = _put_new(tick_after_death(s, item.seat), Item(0, "penalty", item.seat))
    s = set_player(s, item.seat, curses=curses)  # they react to the death that discards them
    s = set_player(fire_triggers(s, GameMoment("death", item.seat)), item.seat, curses=())
    slayer = s.players[item.seat].slayer
    return fire_triggers(s, GameMoment("kills", slayer)) if slayer not in (-1, item.seat) else s


def _drop_curses(s: FourSouls, seat: int) -> FourSouls:
    if all(map(_moves_on, s.players[seat].curses)):
        return set_player(s, seat, curses=())
    text = Text("{who} discards their curses", who=s.seats[seat])
    return note(set_player(s, seat, curses=()), "FS-83", text, seat=seat, task=Text("discard your curses"))


def _moves_on(curse: str) -> bool:
    """Return whether a curse goes to another player as its bearer dies."""
    card = item_cards().get(curse)
    triggers = card.does.triggers if card else ()
    ways = (way for trigger in triggers for way in trigger.ways)
    return any(effect.kind == "curse" for way in ways for effect in way)


@carries("FS-86")
def resolve_penalty(s: FourSouls, item: Item) -> FourSouls:
    """Queue the parts of the penalty in their order (FS-A7); what cannot be paid is skipped."""
    player, how = s.players[item.seat], s.ruling("FS-A7")
    if player.treasures and (player.loot or player.cents):
        s, how = RULEBOOK.apply_ruling(s, "FS-A7", "FS-86")
    parts = (*PENALTY_STEPS[how], deactivate, end_own_turn, after_penalty)
    return then(s, *(at(part, item.seat) for part in parts))


@auto("FS-86")
def discard_loot(s: FourSouls, seat: int) -> FourSouls:
    """Discard one loot card."""
    return _pay(s, seat, "loot")


@auto("FS-86")
def lose_cent(s: FourSouls, seat: int) -> FourSouls:
    """Lose one cent."""
    return _pay(s, seat, "cents")


@carries("FS-14")
def penalty_taker(s: FourSouls, seat: int) -> int:
    """Return who gains what a player pays for a death, by an item; −1 if nobody does."""
    others = (k for k in s.seats_from(s.active) if k != seat)
    return next((k for k in others if passive_total(s, k, "takes_penalty")), -1)


def _pay(s: FourSouls, seat: int, what: str) -> FourSouls:
    """Take one of a number from a dead player, unless an item keeps it.

    Whoever an item lets gain it does.
    """
    if passive_total(s, seat, "keeps_purse"):
        return s
    s, lost = lose(s, "FS-86", seat, what, 1)
    taker = penalty_taker(s, seat) if lost else -1
    return receive(s, "FS-14", taker, what, lost) if taker >= 0 else s


@auto("FS-86")
def destroy_item(s: FourSouls, seat: int) -> FourSouls:
    """Destroy one item that is not eternal; if some are named, ask which one."""
    spoils = next((b.seat for b in s.boosts if (b.what, b.target) == ("spoils", Target("seat", seat))), -1)
    if spoils >= 0:
        return lose_item(s, "FS-86", seat, spoils, seat)
    return lose_item(s, "FS-86", seat, -1, penalty_taker(s, seat))


PENALTY_STEPS = {"listed": (discard_loot, lose_cent, destroy_item), "official": (destroy_item, discard_loot, lose_cent)}
"""Steps of the penalty, in the order of the rules text and in the official one (FS-A7)."""


@auto("FS-86")
def deactivate(s: FourSouls, seat: int) -> FourSouls:
    """Turn the character and the active items sideways."""
    player = s.players[seat]
    is_upright = player.ready or any(item.ready and item.activated for item in player.items)
    task = Text("turn character and active items sideways") if is_upright else None
    text = Text("{who} turns character and active items sideways", who=s.seats[seat])
    s = note(s, "FS-86", text, seat=seat, task=task)
    items = tuple(replace(item, ready=item.ready and not item.activated) for item in s.players[seat].items)
    return set_player(s, seat, ready=False, items=items)


@auto("FS-87")
def end_own_turn(s: FourSouls, seat: int) -> FourSouls:
    """End the turn of the active player who died."""
    return end_turn(s, "FS-87") if seat == s.active else s


@auto("FS-86")
def after_penalty(s: FourSouls, seat: int) -> FourSouls:
    """Trigger what reacts to the paid penalty."""
    return fire_triggers(s, GameMoment("penalty", seat))


@carries("FS-53")
def end_turn(s: FourSouls, rule: str) -> FourSouls:
    """Cancel the fight and end the turn: once the stack is empty, the end phase begins.

    In the end phase this has no effect.
    """
    if s.ending or s.phase == "end":
        return s
    s = note(leave_combat(s), rule, Text("{who}'s turn ends", who=s.seats[s.active]))
    return _defer_refills(replace(s, ending=True))


@carries("FS-91")
def _defer_refills(s: FourSouls) -> FourSouls:
    """Resolve refills before the end phase, or queue them until it opens (FS-A23)."""
    refills = tuple(item for item in s.stack.items if item.kind in REFILL_KINDS)
    if not refills:
        return s
    s, how = RULEBOOK.apply_ruling(s, "FS-A23", "FS-91")
    if how == "before":
        return s
    rest = stack.filter_items(s.stack, lambda item: item not in refills)
    return replace(s, stack=rest, waiting=(*s.waiting, *refills))


# --- death of a monster ------------------------------------------------------------------------------------------


@carries("FS-93")
def resolve_monster_death(s: FourSouls, item: Item) -> FourSouls:
    """Put the monster's card, rewards and death triggers on the stack; end its fight."""
    monster = s.find_monster(item.target.id)
    if monster is None:  # if it is covered, it dies once it is uncovered
        return note(set_monster(s, item.target.id, doom="none"), "FS-102", Text("The monster is no longer there"))
    if monster in s.beside:
        return _defeat_item(s, monster)
    card, slot = monster.card, s.slots.index(monster)
    name, slayer = card_name(card), slayer_of(s, monster)
    text = Text("{monster} dies", monster=name)
    s = note(s, "FS-92", text, kind="kill", subject=name, seat=slayer, killer=killer_of(s, monster))
    s = replace(s, killed=s.killed + 1)
    s = vacate_slot(leave_combat(s) if s.combat == monster.id else s, slot)
    slot = slot if s.slots[slot] is None else -1  # one that lay under it needs no refill, and its death has its own
    taker = slayer if find_trait(card, "rewards_slayer") else s.active
    gains = Item(0, "rewards", taker, card=card, amount=_reward_factor(s, monster))
    s = _put_card_and_rewards(s, monster, Item(0, "monster_card", s.active, card=card, slot=slot), gains)
    s = _share_rewards(s, monster, gains)
    for trigger in death_triggers(s, monster, "death"):
        s = _put_new(s, trigger)
    return fire_triggers(s, GameMoment("monster_death", slayer_of(s, monster), monster.id))


@carries("FS-74")
def _share_rewards(s: FourSouls, monster: Monster, gains: Item) -> FourSouls:
    """Give the rewards to those who share them too, or tell the hands to divide them."""
    for boost in s.boosts:
        if (boost.what, boost.target.id) != ("share_rewards", monster.id):
            continue
        if boost.by == WHOLE:
            s = _put_new(s, replace(gains, seat=boost.seat))
        else:
            who = s.seats[boost.seat]
            task = Text("divide the rewards with {who}", who=who)
            s = note(s, "FS-74", Text("{who} shares the rewards", who=who), seat=gains.seat, task=task)
    return s


WHOLE = 1
"""Amount of shared rewards that each gains whole; others are divided by hand."""


@carries("FS-92")
def _defeat_item(s: FourSouls, monster: Monster) -> FourSouls:
    """Give the rewards of an item or room that was attacked and has no life left.

    Its card says what becomes of it.
    """
    name, slayer = card_name(monster.card), slayer_of(s, monster)
    s = note(s, "FS-92", Text("{item} has no life left", item=name), seat=slayer)
    s = set_monster(leave_combat(s) if s.combat == monster.id else s, monster.id, doom="dead")
    s = _put_new(s, Item(0, "rewards", s.active, card=monster.card, amount=_reward_factor(s, monster)))
    owned = ((k, o) for k, player in enumerate(s.players) for o in player.items if o.card == monster.card.id)
    room = find_room(monster.card.id)
    seat, card = next(owned, (s.active, room.owned if room else None))
    triggers = own_triggers(s, seat, card, "defeated") if card else ()
    for trigger in triggers:
        s = _put_new(s, trigger)
    turns_over = any(effect.kind == "flip_character" for trigger in triggers for effect in trigger.effects)
    return s if turns_over else then(s, at(decide_defeated, monster.id))


def _put_card_and_rewards(s: FourSouls, monster: Monster, card: Item, rewards: Item) -> FourSouls:
    """Put the card and the rewards on the stack, or take them at once (FS-A21)."""
    s, how = RULEBOOK.apply_ruling(s, "FS-A21", "FS-93")
    late = death_triggers(s, monster, "after-rewards")
    direct = how == "direct"
    s = resolve_monster_card(resolve_rewards(s, rewards), card) if direct else _put_new(s, card)
    for item in late:
        s = _put_new(s, item)
    return s if direct else _put_new(s, rewards)


def _reward_factor(s: FourSouls, monster: Monster) -> int:
    """Return the factor by which the rewards are multiplied.

    By its card, and by effects of this turn.
    """
    nature = find_trait(monster.card, "doubled")
    own = 2 if nature and monster.face in nature.numbers else 1
    doubled = sum(boost.what == "double_rewards" for boost in s.boosts)
    return own << (doubled + passive_total(s, s.active, "double_rewards"))


@carries("FS-18", "FS-74", "FS-75")
def resolve_rewards(s: FourSouls, item: Item) -> FourSouls:
    """Give the rewards to the active player, whoever killed the monster."""
    card, times = item.card, max(1, item.amount)
    if card is None:
        return s
    for what, amount in (("cents", card.cents), ("loot", card.loot), ("treasures", card.treasure)):
        s = receive(s, "FS-74", item.seat, what, amount * times)
    return then(s, at(roll_die, card.roll, item.seat, times, card_key(card))) if card.roll else s


@carries("FS-19", "FS-94", "FS-110")
def resolve_monster_card(s: FourSouls, item: Item) -> FourSouls:
    """Turn a boss into a soul card of the active player; discard a basic monster."""
    if item.card is None:
        return s
    if item.amount:
        return put_into_deck(s, card_name(item.card), item.amount)
    if item.card.souls:
        return gain_soul(s, "FS-94", item.seat, SoulCard(card_key(item.card), item.card.souls, "monsters"))
    name = card_name(item.card)
    text = Text("{monster} goes on the monster discard", monster=name)
    task = Text("put {monster} on the monster discard", monster=name)
    return note(s, "FS-94", text, seat=item.seat, subject=name, task=task)


def put_into_deck(s: FourSouls, name: Displayable, place: int) -> FourSouls:
    """Note that a card goes into the monster deck, at that place from the top."""
    text, task = (
        Text("{monster} goes into the monster deck, card {n} from the top", monster=name, n=place),
        Text("put {monster} into the monster deck as card {n} from the top", monster=name, n=place),
    )
    if place == 1:
        text = Text("{monster} goes on top of the monster deck", monster=name)
        task = Text("put {monster} on top of the monster deck", monster=name)
    return note(s, "FS-93", text, seat=s.active, subject=name, task=task)


@carries("FS-93")
def return_to_deck(s: FourSouls, card: MonsterCard | None, place: int) -> FourSouls:
    """Return a dead monster's card to the deck instead of making it a soul or a discard.

    The card is still on the stack; where it was taken at once (FS-A21), it is given back.
    """
    card_item = next(
        (item for item in reversed(s.stack.items) if item.kind == "monster_card" and item.card == card), None
    )
    if card_item:
        return replace(s, stack=stack.replace_item(s.stack, replace(card_item, amount=place)))
    if card is None or s.ruling("FS-A21") != "direct":
        return s
    souls = tuple(soul for soul in s.players[s.active].souls if soul.name != card_key(card))
    return put_into_deck(set_player(s, s.active, souls=souls), card_name(card), place)


def player_death_item(seat: int) -> Item:
    """Return the stack item of a player's death (FS-82)."""
    return Item(0, "player_death", seat, target=Target("seat", seat))


def monster_death_item(monster: int, active: int) -> Item:
    """Return the stack item of a monster's death (FS-92)."""
    return Item(0, "monster_death", active, target=Target("monster", monster))
