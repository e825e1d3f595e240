"""FS-54 … FS-60: dice rolls. The roll waits on the stack; rerolls and modifiers change it there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from rules import stack
from rules.engine import Choice, Dice, Prompt, Rolled, Shown, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace

from .catalogue import monsters
from .change import numbered, ruled
from .effect import Effect, Target
from .moment import Happening
from .name import called, card_name, target_name
from .nature import at_face, trait
from .odds import coming, stake
from .stacked import Item
from .state import FourSouls
from .tell import tell
from .trigger import happens


def _throw(title: Text, rule: str, seat: int, stake: Text | None = None) -> Prompt:
    choice = Choice(Text("The die shows"), Template(Rolled(()), (Dice("faces"),)), role="usual")
    return Prompt((seat,), title, rule, (choice,), stake, Text("Die"))


def roll_prompt(s: FourSouls, why: str, seat: int, ref: int, name: str) -> Prompt:
    """Ask for one die: against the monster, for a card, or for a reward."""
    if why == "guard":
        title = Text("Roll one die: does it prevent the damage to {monster}?", monster=called(name))
        return _throw(title, "FS-54", seat, _guard_stake(s, ref))
    if why != "attack":
        what = called(name) or Text("the card")
        return _throw(Text("Roll one die for {what}", what=what), "FS-54", seat)
    monster = s.monster(ref)
    title = Text("Roll one die against {monster}", monster=target_name(s, Target("monster", ref)))
    return _throw(title, "FS-55", seat, stake(s, coming(s, seat), monster) if monster else None)


def _guard_stake(s: FourSouls, held: int) -> Text | None:
    faces = guards(s, held)
    return Text("prevented with {n} · {odds} %", n=faces[0], odds=round(100 * len(faces) / 6)) if faces else None


@asks("FS-54", "FS-55", "FS-56", prompt=roll_prompt)
def roll_die(s: FourSouls, event: Rolled, why: str, seat: int, ref: int, name: str) -> FourSouls:
    """The initial result goes on the stack; the active player gets priority."""
    s, id = numbered(s)
    target = Target(AIMS[why], ref) if why in AIMS else Target()
    added = s.players[seat].rolls
    changes = (added,) if added else ()
    times = 0 if why in AIMS else ref
    item = Item(id, "roll", seat, name, target, value=event.faces[0], changes=changes, amount=times, why=why)
    return _lies(replace(s, stack=stack.put(s.stack, item, s.active)), item)


@carries("FS-56")
def _lies(s: FourSouls, roll: Item) -> FourSouls:
    """What triggers by a number on the stack goes above it, and does nothing if that number has changed (FS-103)."""
    fight = roll.why == "attack"
    monster = roll.target.id if fight else 0
    return happens(s, Happening("rolled", roll.seat, monster, s.result(roll), fight=fight, roll=roll.id))


def reroll_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask for the die once more."""
    roll = cast(Item, s.item(id))
    was, monster = Text("it was {n}", n=s.result(roll)), s.monster(roll.target.id)
    if roll.why == "attack" and monster:
        was = Text("{was}; {what}", was=was, what=stake(s, roll, monster))
    return _throw(Text("Roll that die again"), "FS-57", roll.seat, was)


@asks("FS-57", "FS-58", prompt=reroll_prompt)
def reroll(s: FourSouls, event: Rolled, id: int) -> FourSouls:
    """A reroll only changes the value of the roll that is on the stack; what was added to it may stay (FS-A19)."""
    roll = cast(Item, s.item(id))
    s, how = ruled(s, "FS-A19", "FS-58") if roll.changes else (s, "kept")
    after = replace(roll, value=event.faces[0], changes=roll.changes if how == "kept" else ())
    return _lies(_now(s, "FS-58", roll, after), after)


@carries("FS-57")
def modify(s: FourSouls, id: int, by: int) -> FourSouls:
    """The change stays with the roll; the result never leaves 1 … 6."""
    roll = cast(Item, s.item(id))
    return _now(s, "FS-57", roll, replace(roll, changes=(*roll.changes, by)))


def _now(s: FourSouls, rule: str, roll: Item, after: Item) -> FourSouls:
    """The roll stands at another number; the line names the cap where it was what decided (FS-A20)."""
    capped = "FS-A20" if after.counts("each") != after.counts("sum") else ""
    s = note(s, rule, Text("The roll is now {n} (it was {m})", n=s.result(after), m=s.result(roll)), switch=capped)
    return replace(s, stack=stack.change(s.stack, after))


@carries("FS-59", "FS-60")
def resolve_roll(s: FourSouls, roll: Item) -> FourSouls:
    """The roll counts as it stands; what it leads to goes on the stack, what its number triggers above that."""
    fight = roll.why == "attack"
    monster = roll.target.id if fight else 0
    return happens(LEADS_TO[roll.why](s, roll), Happening("roll", roll.seat, monster, s.result(roll), fight=fight))


def _reward(s: FourSouls, roll: Item) -> FourSouls:
    amount = s.result(roll) * max(1, roll.amount)
    reward = Effect("cents" if roll.why == "cents" else "loot", Target("seat", roll.seat), amount)
    return _put(s, Item(0, "effect", roll.seat, roll.name, effects=(reward,)))


def _card_result(s: FourSouls, roll: Item) -> FourSouls:
    """What the card does with the number: known for a monster of the catalogue, else told."""
    card = monsters().get(roll.name)
    effects = at_face(s, card, roll.seat, s.result(roll)) if card else None
    if effects is None:
        return then(s, at(tell, roll.seat, roll.name, s.result(roll)))
    if not effects:
        return note(s, "FS-59", Text("A {n} does nothing", n=s.result(roll)))
    return _put(s, Item(0, "effect", roll.seat, roll.name, effects=effects, value=s.result(roll), card=card))


def _guard_result(s: FourSouls, roll: Item) -> FourSouls:
    """One of the faces prevents the damage that waits; any other lets it be taken."""
    if s.result(roll) not in guards(s, roll.target.id):
        return s
    s = note(s, "FS-59", Text("A {n} prevents the damage", n=s.result(roll)))
    return replace(s, stack=stack.drop(s.stack, roll.target.id))


def guards(s: FourSouls, held: int) -> tuple[int, ...]:
    """The faces that prevent the damage waiting on the stack."""
    item = s.item(held)
    monster = s.monster(item.target.id) if item else None
    nature = trait(monster.card, "guarded") if monster else None
    return nature.numbers if nature else ()


@carries("FS-71", "FS-72")
def _attack_result(s: FourSouls, roll: Item) -> FourSouls:
    """Below the evasion the monster hits, otherwise the player does."""
    monster = s.monster(roll.target.id)
    if monster is None or s.combat != monster.id:
        return note(s, "FS-81", Text("The fight is over: the roll counts for nothing"))
    damage = Item(0, "damage", roll.seat, value=s.result(roll))
    facts: dict[str, Shown] = {"n": s.result(roll), "monster": card_name(monster.card), "evasion": monster.evasion}
    if s.result(roll) < monster.evasion:
        s = note(s, "FS-71", Text("{n} misses {monster} (needs {evasion})", **facts))
        return _put(s, replace(damage, target=Target("seat", roll.seat), amount=monster.attack))
    s = note(s, "FS-72", Text("{n} hits {monster} (needs {evasion})", **facts))
    attack = s.players[roll.seat].attack
    return _put(s, replace(damage, target=roll.target, amount=attack))


def _put(s: FourSouls, item: Item) -> FourSouls:
    """The roll's effect or the combat damage takes its place on the stack."""
    s, id = numbered(s)
    return replace(s, stack=stack.put(s.stack, replace(item, id=id), s.active))


AIMS: dict[str, Literal["monster", "item"]] = {"attack": "monster", "guard": "item"}
"""What a roll is about: the monster attacked, the damage that it may prevent."""

LEADS_TO: dict[str, Callable[[FourSouls, Item], FourSouls]] = {
    "attack": _attack_result,
    "guard": _guard_result,
    "card": _card_result,
    "cents": _reward,
    "loot": _reward,
}
"""What each kind of roll does with its number."""
