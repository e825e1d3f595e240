"""Actions of every kind of effect, applied to each of its targets."""

from __future__ import annotations

from itertools import groupby

from rules import stack
from rules.engine import Displayable, Text, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.decks import discard_played
from rules.four_souls.board.item_gain import deactivate_item, gain_trinket, put_counters, recharge_items
from rules.four_souls.board.item_loss import become_soul, destroy, give, lose_item, steal
from rules.four_souls.board.slots import add_slot, summon_monster
from rules.four_souls.board.souls import lose_soul
from rules.four_souls.board.temporary import add_lasting, apply_boost, force_attack
from rules.four_souls.combat.attack import cancel_attack, leave_combat
from rules.four_souls.combat.damage import DamageSource, deal_damage, kill
from rules.four_souls.combat.death import end_turn, return_to_deck
from rules.four_souls.combat.dice import modify_roll, reroll, set_roll, throw_die
from rules.four_souls.model.catalogue import RULEBOOK, monster_effect_texts
from rules.four_souls.model.effect import CURSES_A_SEAT, Effect, Target
from rules.four_souls.model.item_catalogue import find_card, find_played
from rules.four_souls.model.stack_item import REST, USED_AS, Item
from rules.four_souls.model.state import DiscardPile, FourSouls, SoulCard, set_player
from rules.four_souls.triggers.card_question import RESOLVE_TOP, tell
from rules.four_souls.triggers.replaced import lose, receive
from rules.four_souls.triggers.targeting import declare_ways
from rules.four_souls.vocabulary.card_names import display_name, item_name, target_name
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.consequence_text import ANY_NUMBER, loot_play_text
from rules.four_souls.vocabulary.measures import conditions_hold, count_of, limited_change
from rules.four_souls.vocabulary.monster_triggers import NOBODYS_FACE
from rules.four_souls.vocabulary.state_changes import (
    allocate_id,
    change_monster_life,
    gain,
    gain_soul,
    heal,
    losable_items,
)
from rules.four_souls.vocabulary.target_choice import DECLARED_KINDS, is_cancelled, is_open, is_target_gone

from .asked_amount import ask_amount, is_asked
from .character_change import change_character
from .copies import become_copy, copy_treasure, gild
from .place_actions import PLACE_ACTIONS, EffectAction


@carries("FS-102")
def apply_effects(s: FourSouls, item: Item) -> FourSouls:
    """Apply the item's effects in the order in which they were declared.

    If one of its targets is gone, all of it is cancelled, or only what was aimed there (FS-A28).
    """
    gone = sum(is_target_gone(s, item, effect) for effect in item.effects)
    if 0 < gone < len(item.effects):
        s = RULEBOOK.note_ruling(s, "FS-A28", "FS-102")
    if is_cancelled(s, item):
        return _note_target_gone(s, item)
    return _apply_in_order(s, item, item.effects)


def _apply_in_order(s: FourSouls, item: Item, effects: tuple[Effect, ...]) -> FourSouls:
    """Apply the effects; one under a condition, and the rest, may wait for its target."""
    for conditions, group in groupby(effects, key=lambda effect: effect.only_if):
        found = tuple(group)
        effects = effects[len(found) :]
        holds = not conditions or conditions_hold(s, item.seat, conditions, item.source)
        due = tuple(effect for effect in found if holds != effect.otherwise)
        for k, effect in enumerate(due):
            if is_open(effect):
                return _aim_rest(s, item, (*(replace(e, only_if=(), otherwise=False) for e in due[k:]), *effects))
            if is_asked(effect):
                return ask_amount(s, item, (*due[k:], *effects))
            s = apply_effect(s, item, effect)
    return s


@carries("FS-26", "FS-103")
def _aim_rest(s: FourSouls, item: Item, rest: tuple[Effect, ...]) -> FourSouls:
    """Resolve the rest of an item at once, after its targets have been chosen."""
    s, id = allocate_id(s)
    s = replace(s, stack=stack.push(s.stack, replace(item, id=id, kind="effect", effects=rest, why=REST), s.active))
    return then(s, RESOLVE_TOP)


def apply_effect(s: FourSouls, item: Item, effect: Effect) -> FourSouls:
    """Apply one effect to each of its targets; without its target it does nothing."""
    if is_target_gone(s, item, effect):
        return _note_target_gone(s, item)
    for target in expand_target(s, item.seat, effect.target):
        acting = replace(item, effects=(effect,))
        amount = limited_change(s, effect, target, count_of(s, item.seat, item.source, effect, target))
        of = expand_target(s, item.seat, effect.to)[0] if effect.count and effect.to != Target() else target
        s = EFFECT_ACTIONS[effect.kind](s, acting, of, amount) if amount or not effect.count else s
    return s


def _note_target_gone(s: FourSouls, item: Item) -> FourSouls:
    declared = "FS-A1" if item.kind in DECLARED_KINDS and s.ruling("FS-A1") == "play" else ""
    return note(s, "FS-102", Text("{item}: its target is gone", item=item_name(s, item)), switch=declared)


def expand_target(s: FourSouls, seat: int, target: Target) -> tuple[Target, ...]:
    """Return each target that a group means, seen from the seat of the effect."""

    def seats(*of: int) -> tuple[Target, ...]:
        return tuple(Target("seat", k % len(s.seats)) for k in of)

    match target.kind:
        case "me":
            return seats(seat)
        case "everyone":
            return seats(*s.seats_from(s.active))
        case "bystanders":
            return seats(*(k for k in s.seats_from(s.active) if k not in (seat, target.id)))
        case "others":
            return seats(*(k for k in s.seats_from(s.active) if k != seat))
        case "left":
            return seats(s.active + 1)
        case "my_left":
            return seats(seat + 1)
        case "right":
            return seats(s.active - 1)
        case "monsters":
            return tuple(Target("monster", monster.id) for monster in s.monsters)
        case "other_monsters":
            return tuple(Target("monster", monster.id) for monster in s.monsters if monster.id != target.id)
        case "own_items":
            player = s.players[seat]
            named = tuple(Target("owned", owned.id) for owned in losable_items(s, seat))
            return named + (Target("seat", seat),) * player.unnamed_item_count
        case "idle_monsters":
            return tuple(Target("monster", monster.id) for monster in s.monsters if monster.id != s.combat)
    return (target,)


def _cents(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return receive(s, "FS-34", target.id, "cents", by, item.source)


@carries("FS-15", "FS-16")
def change_loot(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Make a player draw or discard loot cards; only that player knows which."""
    return receive(s, "FS-16" if by > 0 else "FS-34", target.id, "loot", by, item.source)


def _treasure(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return receive(s, "FS-34", target.id, "treasures", by, item.source)


def _boost(what: str) -> EffectAction:
    return lambda s, item, target, by: apply_boost(s, "FS-50", target, what, by)


def _lasting(what: str) -> EffectAction:
    return lambda s, item, target, by: add_lasting(s, "FS-50", target, what, by, item.name)


def _soul(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if by > 0:
        pile: DiscardPile = "loot" if item.kind == "loot" else "monsters" if item.kind == "non_monster" else ""
        return gain_soul(s, "FS-107", target.id, SoulCard(item.name, by, pile))
    return lose_soul(s, target.id, -1, -by)


def _source(item: Item, target: Target) -> DamageSource:
    """Return the source of an effect's damage.

    What a monster's card does to a player is no player's.
    """
    return DamageSource(-1 if item.card and target.kind == "seat" else item.seat, face=_face_of_source(item))


def _face_of_source(item: Item) -> int:
    """Return the number that marks what an event or a monster does as nobody's deed."""
    card = find_card(item.name)
    is_event = item.kind == "non_monster" or (card is not None and card.kind == "event")
    return NOBODYS_FACE if item.card or is_event else 0


def _kill(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return kill(s, "FS-82" if target.kind == "seat" else "FS-92", target, item.seat, _face_of_source(item))


def _attack_again(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if target.kind == "seat" and target.id != s.active:
        return note(s, "FS-78", Text("{who} does not have the turn and makes no attack", who=s.seats[target.id]))
    text = Text("Any number of attacks this turn") if by >= ANY_NUMBER else Text("One more attack this turn")
    return note(replace(s, attacks=s.attacks + max(1, by)), "FS-78", text)


def _attack_deck(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    more = replace(s, deck_attacks=s.deck_attacks + 1)
    return note(more, "FS-78", Text("One more attack this turn, on the monster deck"))


def _must_attack(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if target.kind == "slot":  # the monster that has just been put there
        monster = s.slots[target.id]
        target = Target("monster", monster.id) if monster else Target()
    return _note_forced(force_attack(s, target), target)


def _note_forced(s: FourSouls, target: Target) -> FourSouls:
    """Note how many attacks on that target are due, in place of what was noted about it before."""
    who = s.seats[s.active]
    if target == Target():
        about: Displayable = Text("any monster")
        n = s.forced - len(s.forced_on)
        text = Text("{who} must attack once more", "{who} must attack {n} times", who=who, n=n)
    else:
        about, n = target_name(s, target), s.forced_on.count(target)
        text = Text("{who} must attack {target}", "{who} must attack {target} {n} times", who=who, target=about, n=n)
    if target.kind == "deck":
        text = Text("{who} must attack the monster deck", "{who} must attack the monster deck {n} times", who=who, n=n)
    kept = tuple(one for one in s.notes if (one.rule, one.subject) != ("FS-77", about))
    return note(replace(s, notes=kept), "FS-77", text, subject=about)


@carries("FS-11")
def _give(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    (receiver,) = expand_target(s, item.seat, item.effects[0].to)
    return give(s, target, receiver.id)


def _steal_loot(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s, taken = lose(s, "FS-34", target.id, "loot", by)
    return gain(s, "FS-34", item.seat, "loot", taken)


def _steal_cents(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Take ¢ of a player, as many as that player has at most."""
    s, taken = lose(s, "FS-34", target.id, "cents", by)
    return gain(s, "FS-34", item.seat, "cents", taken)


def _loot_play(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = set_player(s, target.id, plays=s.players[target.id].plays + by)
    return note(s, "FS-34", loot_play_text(s.seats[target.id], by))


def _printed_text(item: Item) -> Displayable:
    return monster_effect_texts()[item.card.id] if item.card else item.name


def _skip_turn(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = set_player(s, target.id, skips=s.players[target.id].skips + 1)
    return note(s, "FS-34", Text("{who} skips their next turn", who=s.seats[target.id]))


@carries("FS-21")
def curse(s: FourSouls, seat: int, name: str) -> FourSouls:
    """Put a curse by a character until that player dies; the active player chose whom."""
    s = set_player(s, seat, curses=(*s.players[seat].curses, name))
    who, title, does = s.seats[seat], display_name(name), known_card_text(name)
    text = Text("{who} is cursed: {name}", who=who, name=title) if name else Text("{who} is cursed", who=who)
    if does:
        text = Text("{who}: {curse} ({does})", who=who, curse=title, does=does)
    curse_name = title or Text("the curse")
    task = Text("put {card} beside your character", card=curse_name)
    return note(s, "FS-21", text, seat=seat, subject=curse_name, task=task)


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


@carries("FS-15")
def _to_hand(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = gain(s, "FS-15", target.id, "loot", by)
    what = display_name(item.name) or Text("the card")
    text = Text("{who} takes {card} in hand", who=s.seats[target.id], card=what)
    return note(s, "FS-34", text, seat=target.id, subject=what, task=Text("take {card} in hand", card=what))


def _look(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Tell what a monster's card lets its player look at, as a task: nobody tracks hidden cards."""
    text = Text("{effect}", effect=_printed_text(item))
    return note(s, "FS-34", text, seat=item.seat, task=text)


@carries("FS-21")
def _destroy_curse(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    seat, place = divmod(target.id, CURSES_A_SEAT)
    name, curses = target_name(s, target), s.players[seat].curses
    s = set_player(s, seat, curses=(*curses[:place], *curses[place + 1 :]))
    text, task = Text("{curse} is discarded", curse=name), Text("discard the curse")
    return note(s, "FS-21", text, seat=seat, subject=name, task=task)


@carries("FS-90")
def prevent_death(s: FourSouls, id: int) -> FourSouls:
    """Restore the life from before the lethal loss.

    The death leaves the stack when the state settles.
    """
    item = s.find_stack_item(id)
    if item is None:
        return s
    if item.target.kind == "seat":
        return gain(s, "FS-90", item.target.id, "life", max(1, s.players[item.target.id].before))
    monster = s.find_monster(item.target.id)
    return change_monster_life(s, "FS-90", item.target.id, max(1, monster.before if monster else 0))


@carries("FS-61")
def change_damage(s: FourSouls, id: int, by: int) -> FourSouls:
    """Raise or lower combat damage on the stack, never below 0."""
    item = s.find_stack_item(id)
    if item is None:
        return s
    after = replace(item, amount=max(0, item.amount + by))
    s = note(s, "FS-61", Text("Combat damage {m} → {n}", m=item.amount, n=after.amount))
    return replace(s, stack=stack.replace_item(s.stack, after))


def multiply_damage(s: FourSouls, id: int, factor: int) -> FourSouls:
    """Multiply combat damage on the stack."""
    item = s.find_stack_item(id)
    return change_damage(s, id, item.amount * (factor - 1)) if item else s


@carries("FS-100", "FS-101")
def cancel_item(s: FourSouls, id: int) -> FourSouls:
    """Remove an item from the stack without resolving it; nothing else is removed.

    A destroyed item cancels nothing.
    """
    item = s.find_stack_item(id)
    if item is None:
        return s
    s = note(s, "FS-100", Text("{item} is cancelled", item=item_name(s, item)))
    s = discard_played(replace(s, stack=stack.remove(s.stack, id)), "FS-100", item)
    if item.kind == "purchase":
        return replace(s, purchases=s.purchases + 1)
    return cancel_attack(s, item) if item.kind == "attack" else s


LASTING_KINDS = ("player_death", "monster_death", "refill")
"""Kinds of items that would be put on the stack again at once.

A life is still at 0, or a slot is still empty.
"""


@carries("FS-53", "FS-100")
def cancel_all(s: FourSouls) -> FourSouls:
    """Cancel everything on the stack except the lasting kinds, the top first."""
    for item in reversed(s.stack.items):
        s = s if item.kind in LASTING_KINDS else cancel_item(s, item.id)
    return replace(s, waiting=tuple(item for item in s.waiting if item.kind in LASTING_KINDS))


def _slots(of: str) -> EffectAction:
    def add(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
        for _ in range(max(1, by)):
            s = add_slot(s, of)
        return s

    return add


EFFECT_ACTIONS: dict[str, EffectAction] = {
    "cents": _cents,
    "loot": change_loot,
    "treasure": _treasure,
    "soul": _soul,
    "steal_soul": lambda s, item, target, by: lose_soul(s, target.id, item.seat, 1),
    "damage": lambda s, item, target, by: deal_damage(s, "FS-34", target, by, _source(item, target)),
    "heal": lambda s, item, target, by: heal(s, "FS-34", target, by),
    "kill": _kill,
    "prevent": lambda s, item, target, by: prevent_death(s, target.id),
    "modify": lambda s, item, target, by: modify_roll(s, target.id, by),
    "reroll": lambda s, item, target, by: then(s, at(reroll, target.id)),
    "more_damage": lambda s, item, target, by: change_damage(s, target.id, by),
    "cancel": lambda s, item, target, by: cancel_item(s, target.id),
    "leave": lambda s, item, target, by: leave_combat(s),
    "destroy_curse": _destroy_curse,
    "curse": lambda s, item, target, by: curse(s, target.id, item.name),
    "roll": lambda s, item, target, by: throw_die(s, item, item.effects[0]),
    "recharge": lambda s, item, target, by: recharge_items(s, target, item.source),
    "deactivate": lambda s, item, target, by: deactivate_item(s, target),
    "destroy": lambda s, item, target, by: destroy(s, target),
    "steal": lambda s, item, target, by: steal(s, target, item.seat),
    "trinket": lambda s, item, target, by: gain_trinket(s, target.id, item.name),
    "attack_again": _attack_again,
    "attack_deck": _attack_deck,
    "must_attack": _must_attack,
    "monster_slot": _slots("monster"),
    "shop_slot": _slots("shop"),
    "room_slot": _slots("room"),
    "skip_turn": _skip_turn,
    "end_turn": lambda s, item, target, by: end_turn(s, "FS-53"),
    "counter": lambda s, item, target, by: put_counters(s, target, by),
    "become_soul": lambda s, item, target, by: become_soul(s, target),
    "steal_loot": _steal_loot,
    "steal_cents": _steal_cents,
    "set_roll": lambda s, item, target, by: set_roll(s, target.id, by),
    "loot_play": _loot_play,
    "discard_hand": lambda s, item, target, by: lose(s, "FS-34", target.id, "loot", s.players[target.id].loot)[0],
    "times_damage": lambda s, item, target, by: multiply_damage(s, target.id, by),
    "cancel_all": lambda s, item, target, by: cancel_all(s),
    "to_deck": lambda s, item, target, by: return_to_deck(s, item.card, by),
    "summon": lambda s, item, target, by: summon_monster(s, item.effects[0].card),
    "copy": _copy,
    "gild": lambda s, item, target, by: gild(s, target),
    "change_character": lambda s, item, target, by: change_character(s, target.id),
    "use_as": _use_as,
    "use_loot": _use_loot,
    "copy_loot": lambda s, item, target, by: add_lasting(s, "FS-50", Target(), "copy_loot", by, item.name, item.seat),
    "lasting": lambda s, item, target, by: add_lasting(
        s, "FS-50", target, "lasting", by, item.effects[0].card, item.seat
    ),
    "lose_item": lambda s, item, target, by: lose_item(s, "FS-34", target.id, -1),
    "give": _give,
    "to_hand": _to_hand,
    **{kind: _lasting(kind) for kind in ("shield_once", "cap_damage", "more_loot", "next_death", "eternal")},
    **{kind: _boost(kind) for kind in ("shield", "attack", "evasion", "rolls", "health")},
    **PLACE_ACTIONS,
    "look": _look,
}
"""Action of each kind of effect on one seat, monster or item."""
