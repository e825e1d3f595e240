"""Dice rolls on the stack, with rerolls and modifiers (FS-54 … FS-60)."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from rules import stack
from rules.engine import Choice, Dice, Displayable, Prompt, Rolled, Step, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.slots import turn_up_next
from rules.four_souls.combat.attackable import miss_rival
from rules.four_souls.model.catalogue import RULEBOOK, monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item_catalogue import find_card, item_cards
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.replacement import Replacement
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, as_seat
from rules.four_souls.triggers.card_question import tell
from rules.four_souls.triggers.lasting import fire_watched_roll, watch_roll
from rules.four_souls.triggers.targeting import put_on_stack
from rules.four_souls.triggers.trigger import fire_triggers
from rules.four_souls.vocabulary.card_names import card_key, card_name, display_name, target_name
from rules.four_souls.vocabulary.consequence_text import look_of_die, look_task, rolled_reward
from rules.four_souls.vocabulary.effect_memory import result_of_die, rolling_card
from rules.four_souls.vocabulary.hit_odds import added_to_roll, hit_stake_text, next_roll_boosts, upcoming_roll
from rules.four_souls.vocabulary.monster_triggers import (
    CROWD_PLAYERS,
    count_attack_roll,
    effects_of_face,
    find_trait,
    is_hit_by,
)
from rules.four_souls.vocabulary.state_changes import allocate_id


def _die_prompt(s: FourSouls, title: Text, rule: str, seat: int, stake: Text | None = None) -> Prompt:
    choice, several = (
        Choice(Text("The die shows"), Template(Rolled(()), (Dice("faces"),)), role="default"),
        _several_dice(s, seat),
    )
    if several:
        stake = Text("{was}; {what}", was=stake, what=several) if stake else several
    return Prompt((seat,), title, rule, (choice,), stake, Text("Die"))


def _several_dice(s: FourSouls, seat: int) -> Text | None:
    """Return who picks the die that counts, where a monster makes players roll several."""
    is_so = len(s.seats) >= CROWD_PLAYERS and any(find_trait(m.card, "several_dice") for m in s.monsters)
    left = s.seats[(seat + 1) % len(s.seats)]
    return Text("roll two or more dice; {who}, on the left, picks the one that counts", who=left) if is_so else None


def roll_prompt(s: FourSouls, why: str, seat: int, ref: int, name: str, carried: str = "") -> Prompt:
    """Ask for one die: an attack roll, a roll for a card, a reward or the prevention of damage."""
    if why == "guard":
        held = s.find_stack_item(ref)
        hurt = target_name(s, held.target) if held else display_name(name)
        title = Text("Roll one die: does it prevent the damage to {monster}?", monster=hurt)
        return _die_prompt(s, title, "FS-54", seat, _guard_stake(s, ref, name))
    if why != "attack":
        what = display_name(name) or Text("the card")
        return _die_prompt(s, Text("Roll one die for {what}", what=what), "FS-54", seat)
    monster = s.find_monster(ref)
    title = Text("Roll one die against {monster}", monster=target_name(s, Target("monster", ref)))
    return _die_prompt(s, title, "FS-55", seat, hit_stake_text(s, upcoming_roll(s, seat), monster) if monster else None)


def _guard_stake(s: FourSouls, held: int, name: str) -> Text | None:
    guard = _find_guard(s, held, name)
    faces = guard.faces if guard else ()
    if not guard or not faces:
        return None
    odds = round(100 * len(faces) / 6)
    if guard.amount:
        shown = f"{faces[0]}–{faces[-1]}" if faces[1:] else str(faces[0])
        return Text("{faces} prevents {n} damage · {odds} %", faces=shown, n=guard.amount, odds=odds)
    return Text("prevented with {n} · {odds} %", n=faces[0], odds=odds)


@asks("FS-54", "FS-55", "FS-56", prompt=roll_prompt)
def roll_die(s: FourSouls, event: Rolled, why: str, seat: int, ref: int, name: str, carried: str = "") -> FourSouls:
    """Put the initial result of a roll on the stack; the active player gets priority.

    ``carried``: see ``throw_die``.
    """
    s, id = allocate_id(s)
    target = Target(ROLL_TARGET_KINDS[why], ref) if why in ROLL_TARGET_KINDS else Target()
    added = added_to_roll(s, seat, is_attack=why == "attack")
    changes = (added,) if added else ()
    spent = next_roll_boosts(s, seat, is_attack=why == "attack")
    s = replace(s, boosts=tuple(boost for boost in s.boosts if boost not in spent)) if spent else s
    times = ref if why in ("cents", "loot") else 0
    item = Item(id, "roll", seat, name, target, value=event.faces[0], changes=changes, amount=times, why=why)
    item = _take_over(item, carried) if carried else item
    s = count_attack_roll(s, ref, seat) if why == "attack" else s
    s = watch_roll(_remember_first(s, seat, id, why), id)
    return _trigger_by_roll(replace(s, stack=stack.push(s.stack, item, s.active)), item)


def throw_die(s: FourSouls, item: Item, effect: Effect) -> FourSouls:
    """Ask for the die of a card.

    What was chosen for it, and the slot that is filled after it, go with it as words.
    """
    name = card_key(item.card) if item.card else item.name
    targets = (effect.target, effect.to) if effect.card else ()
    words = " ".join((str(item.slot), *(f"{target.kind} {target.id}" for target in targets)))
    plain = item.slot < 0 and not targets
    return then(s, at(roll_die, "card", item.seat, 0, name, *(() if plain else (words,))))


@carries("FS-26", "FS-95")
def _take_over(roll: Item, carried: str) -> Item:
    """Return the roll with what was chosen before it, and the slot that it fills."""
    slot, *words = carried.split()
    chosen = tuple(Target(kind, int(id)) for kind, id in zip(words[::2], words[1::2], strict=True))
    effects = (Effect("roll", chosen[0], card=roll.name, to=chosen[1]),) if chosen else ()
    return replace(roll, effects=effects, slot=int(slot))


def slot_after_die(step: Step) -> int:
    """Return the slot that is filled after the die that a step asks for; −1 for none."""
    return int(str(step.args[4]).split()[0]) if step.name == at(roll_die).name and step.args[4:] else -1


@carries("FS-14")
def _remember_first(s: FourSouls, seat: int, id: int, why: str) -> FourSouls:
    """Remember the first attack roll of the turn, and who has rolled in it."""
    rolled = s.rolled if seat in s.rolled else (*s.rolled, seat)
    is_first = why == "attack" and not s.first_attack_roll
    return replace(s, rolled=rolled, first_attack_roll=id if is_first else s.first_attack_roll)


@carries("FS-56")
def _trigger_by_roll(s: FourSouls, roll: Item) -> FourSouls:
    """Trigger what reacts to the number of a roll on the stack.

    It goes above the roll and does nothing if the number has changed (FS-103).
    """
    fight = roll.why == "attack"
    monster = roll.target.id if fight else 0
    return fire_triggers(s, GameMoment("rolled", roll.seat, monster, s.roll_result(roll), fight=fight, roll=roll.id))


def reroll_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask for the new result of a reroll."""
    roll = cast(Item, s.find_stack_item(id))
    was, monster = Text("it was {n}", n=s.roll_result(roll)), s.find_monster(roll.target.id)
    if roll.why == "attack" and monster:
        was = Text("{was}; {what}", was=was, what=hit_stake_text(s, roll, monster))
    return _die_prompt(s, Text("Reroll"), "FS-57", roll.seat, was)


@asks("FS-57", "FS-58", prompt=reroll_prompt)
def reroll(s: FourSouls, event: Rolled, id: int) -> FourSouls:
    """Change the value of a roll on the stack; its modifiers may stay (FS-A19)."""
    roll = cast(Item, s.find_stack_item(id))
    s, how = RULEBOOK.apply_ruling(s, "FS-A19", "FS-58") if roll.changes else (s, "kept")
    after = replace(roll, value=event.faces[0], changes=roll.changes if how == "kept" else ())
    return _trigger_by_roll(_change_roll(s, "FS-58", roll, after), after)


@carries("FS-57")
def modify_roll(s: FourSouls, id: int, by: int) -> FourSouls:
    """Add a modifier to a roll on the stack; the result stays within 1 … 6."""
    roll = cast(Item, s.find_stack_item(id))
    return _change_roll(s, "FS-57", roll, replace(roll, changes=(*roll.changes, by)))


def set_roll(s: FourSouls, id: int, number: int) -> FourSouls:
    """Turn a roll to a number, which a reroll replaces.

    One with modifiers is changed by the difference.
    """
    roll = s.find_stack_item(id)
    by = number - s.roll_result(roll) if roll else 0
    if roll is None or by == 0:
        return s
    return modify_roll(s, id, by) if roll.changes else _change_roll(s, "FS-57", roll, replace(roll, value=number))


def _change_roll(s: FourSouls, rule: str, roll: Item, after: Item) -> FourSouls:
    """Replace a roll by its changed version.

    The note names the cap if the cap decided the result (FS-A20).
    """
    capped = "FS-A20" if after.counted_value("each") != after.counted_value("sum") else ""
    s = note(
        s, rule, Text("The roll is now {n} (it was {m})", n=s.roll_result(after), m=s.roll_result(roll)), switch=capped
    )
    return replace(s, stack=stack.replace_item(s.stack, after))


@carries("FS-59", "FS-60")
def resolve_roll(s: FourSouls, roll: Item) -> FourSouls:
    """Resolve a roll: put its result on the stack and above it what the number triggers."""
    fight, face = roll.why == "attack", s.roll_result(roll)
    monster, shown = roll.target.id if fight else 0, (roll.seat, face)
    moment = GameMoment("roll", roll.seat, monster, face, fight=fight, is_repeated=s.last_roll == shown)
    resolved = fire_watched_roll(ROLL_RESOLVERS[roll.why](s, roll), roll)
    return fire_triggers(replace(resolved, last_roll=shown), moment)


def _reward_result(s: FourSouls, roll: Item) -> FourSouls:
    reward, value = rolled_reward(s, roll), s.roll_result(roll)
    return _put_result(s, Item(0, "effect", roll.seat, roll.name, effects=(reward,), value=value))


def _card_result(s: FourSouls, roll: Item) -> FourSouls:
    """Put the effects of the number on the stack, or ask for them if the card is not catalogued."""
    card = monsters().get(roll.name)
    effects = effects_of_face(s, card, roll.seat, s.roll_result(roll)) if card else None
    if effects is None:
        return _known_result(s, roll)
    if not effects:
        return note(s, "FS-59", Text("A {n} does nothing", n=s.roll_result(roll)))
    return _put_result(
        s, Item(0, "effect", roll.seat, roll.name, effects=effects, value=s.roll_result(roll), card=card)
    )


@carries("FS-59", "FS-114")
def _known_result(s: FourSouls, roll: Item) -> FourSouls:
    """Put what the number of an item or loot card does on the stack.

    It is asked for if the number is unknown.
    """
    face = s.roll_result(roll)
    ways = result_of_die(s, roll.seat, roll.name, face, roll.effects)
    if ways is None or len(ways) > 1:
        return then(s, at(tell, roll.seat, roll.name, face, *((roll.slot,) if roll.slot >= 0 else ())))
    if not any(ways):
        return turn_up_next(_note_untracked(s, roll, face, is_known=bool(ways)), roll.slot)
    source, _ = rolling_card(s, roll.seat, roll.name)
    s, id = allocate_id(s)
    result = Item(id, "effect", roll.seat, roll.name, effects=ways[0], value=face, slot=roll.slot, source=source)
    return put_on_stack(s, result)


@carries("FS-59")
def _note_untracked(s: FourSouls, roll: Item, face: int, *, is_known: bool) -> FourSouls:
    """Note that a number does nothing, nothing that is counted, or what the hands look at."""
    card = find_card(roll.name)
    found = look_of_die(s, roll.seat, card.id, face) if card else None
    if found is None:
        nothing, untracked = Text("A {n} does nothing", n=face), Text("A {n} does nothing the app tracks", n=face)
        return note(s, "FS-59", untracked if is_known else nothing)
    task = look_task(found[1], found[0])
    return note(s, "FS-59", Text("{who}: {what}", who=s.seats[roll.seat], what=task), seat=roll.seat, task=task)


def _guard_result(s: FourSouls, roll: Item) -> FourSouls:
    """Lower the waiting damage if the face prevents it, and remove it if none is left.

    Otherwise it is taken.
    """
    guard, held = _find_guard(s, roll.target.id, roll.name), s.find_stack_item(roll.target.id)
    if guard is None or held is None or s.roll_result(roll) not in guard.faces:
        return s
    left = max(0, held.amount - guard.amount) if guard.amount else 0
    if left:
        n = held.amount - left
        s = note(s, "FS-59", Text("A {face} prevents {n} damage", face=s.roll_result(roll), n=n))
        return replace(s, stack=stack.replace_item(s.stack, replace(held, amount=left)))
    s = note(s, "FS-59", Text("A {n} prevents the damage", n=s.roll_result(roll)))
    return replace(s, stack=stack.remove(s.stack, held.id))


def _find_guard(s: FourSouls, held: int, name: str) -> Replacement | None:
    """Return the roll that may prevent the damage that waits on the stack.

    Of a monster's card, or of that item.
    """
    item = s.find_stack_item(held)
    monster = s.find_monster(item.target.id) if item and item.target.kind == "monster" else None
    guarded = find_trait(monster.card, "guarded") if monster else None
    if guarded:
        return Replacement("damage", "roll", faces=guarded.numbers)
    card = item_cards().get(name)
    return next((one for one in card.does.replaces if one.change == "roll"), None) if item and card else None


@carries("FS-71", "FS-72")
def _attack_result(s: FourSouls, roll: Item) -> FourSouls:
    """Put the damage of an attack roll on the stack; below the evasion the monster hits."""
    monster = s.find_monster(roll.target.id)
    if monster is None or s.combat != monster.id:
        return note(s, "FS-81", Text("The fight is over: the roll counts for nothing"))
    damage = Item(0, "damage", roll.seat, value=s.roll_result(roll))
    facts: dict[str, Displayable] = {
        "n": s.roll_result(roll),
        "monster": card_name(monster.card),
        "evasion": s.evasion_of(monster),
    }
    brief = Text("against {monster}, needs {evasion} or more", **facts)
    by_faces = find_trait(monster.card, "hit_by") is not None
    brief = Text("against {monster}", **facts) if by_faces else brief
    if not is_hit_by(s, monster, s.roll_result(roll)):
        text = Text("{n} misses {monster} (needs {evasion})", **facts)
        text = Text("{n} misses {monster}", **facts) if by_faces else text
        s = note(s, "FS-71", text, kind="miss", face=s.roll_result(roll), brief=brief)
        if monster in s.rivals:
            return miss_rival(s, roll, monster)
        return _put_result(s, replace(damage, target=Target("seat", roll.seat), amount=monster.attack))
    text = Text("{n} hits {monster} (needs {evasion})", **facts)
    text = Text("{n} hits {monster}", **facts) if by_faces else text
    s = note(s, "FS-72", text, kind="hit", face=s.roll_result(roll), brief=brief)
    attack = s.players[roll.seat].attack
    return _put_result(s, replace(damage, target=as_seat(roll.target), amount=attack))


def _put_result(s: FourSouls, item: Item) -> FourSouls:
    s, id = allocate_id(s)
    return replace(s, stack=stack.push(s.stack, replace(item, id=id), s.active))


ROLL_TARGET_KINDS = {"attack": "monster", "guard": "item"}
"""Target kind of a roll by its purpose: the attacked monster, or the preventable damage."""

ROLL_RESOLVERS: dict[str, Callable[[FourSouls, Item], FourSouls]] = {
    "attack": _attack_result,
    "guard": _guard_result,
    "card": _card_result,
    "cents": _reward_result,
    "loot": _reward_result,
}
"""Resolver of each kind of roll."""
