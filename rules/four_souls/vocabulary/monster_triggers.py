"""Triggers of the active monsters' abilities at a game moment (FS-36, FS-61, FS-93)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.engine import carries
from rules.four_souls.model.catalogue import MonsterCard
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.moment import Happening
from rules.four_souls.model.monster_abilities import Deed, Nature, natures
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Monster

CROWD = 3
"""Number of players that some abilities require."""


@carries("FS-61")
def monsters_answer(s: FourSouls, now: Happening) -> tuple[Item, ...]:
    """Return the stack items that the active monsters trigger at this moment."""
    items = (_triggered(s, m.card, nature, now, m) for m in s.monsters for nature in _meant(s, m, now))
    return tuple(item for item in items if item.effects)


@carries("FS-93")
def as_it_dies(s: FourSouls, monster: Monster, when: str) -> tuple[Item, ...]:
    """Return the stack items that a monster triggers as it dies, or after its rewards."""
    now = Happening("monster_death", slayer(s, monster), monster.id)
    items = (_triggered(s, monster.card, n, now, monster) for n in natures(monster.card.id) if n.when == when)
    return tuple(item for item in items if item.effects)


def at_face(s: FourSouls, card: MonsterCard, seat: int, face: int) -> tuple[Effect, ...] | None:
    """Return a monster's effects for the face of its die; None for a card outside the catalogue."""
    known = [n for n in natures(card.id) if n.when == "face"]
    now = Happening("roll", seat, face=face)
    effects = tuple(e for n in known if n.at(face) for deed in n.does for e in _bound(s, deed, now, None))
    return effects if known else None


def trait(card: MonsterCard, when: str) -> Nature | None:
    """Return the monster's trait of that kind, if any: unhurt, unattackable, guarded, doubled."""
    return next((nature for nature in natures(card.id) if nature.when == when), None)


def unhurt_by(card: MonsterCard, face: int) -> bool:
    """Return whether an attack roll of that face deals the monster no combat damage."""
    nature = trait(card, "unhurt")
    return nature is not None and face in nature.numbers


def slayer(s: FourSouls, monster: Monster) -> int:
    """Return the seat that dealt the last damage; the active player if it was set by hand."""
    return monster.slayer if monster.slayer >= 0 else s.active


# --- conditions --------------------------------------------------------------------------------------------------


def _meant(s: FourSouls, monster: Monster, now: Happening) -> Iterator[Nature]:
    for nature in natures(monster.card.id):
        test = MOMENTS.get(nature.when)
        if test and test(s, monster, now) and nature.at(now.face) and (len(s.seats) >= CROWD or not nature.crowd):
            yield nature


def _it_is_hurt(s: FourSouls, m: Monster, now: Happening) -> bool:
    return now.what == "hurt" and now.seat < 0 and now.monster == m.id


MOMENTS: dict[str, Callable[[FourSouls, Monster, Happening], bool]] = {
    "other-dies": lambda s, m, now: now.what == "monster_death" and now.monster != m.id,
    "attack": lambda s, m, now: now.what == "roll" and now.fight and now.monster == m.id,
    "roll": lambda s, m, now: now.what == "roll",
    "active-roll": lambda s, m, now: now.what == "roll" and now.seat == s.active,
    "hurt": _it_is_hurt,
    "second-hurt": lambda s, m, now: _it_is_hurt(s, m, now) and m.hurts % 2 == 0,
    "hit": lambda s, m, now: _it_is_hurt(s, m, now) and now.fight,
    "deals": lambda s, m, now: now.what == "hurt" and now.seat >= 0 and now.fight and now.monster == m.id,
    "active-hurt": lambda s, m, now: now.what == "hurt" and now.seat == s.active,
    "declared": lambda s, m, now: now.what == "attack" and now.monster == m.id,
    "activation": lambda s, m, now: now.what == "activation",
    "attacker-activates": lambda s, m, now: now.what == "activation" and (now.monster, now.seat) == (m.id, s.active),
}
"""Condition of each moment; not of deaths, dice, traits and continuous effects."""


# --- targets -----------------------------------------------------------------------------------------------------


def _triggered(s: FourSouls, card: MonsterCard, nature: Nature, now: Happening, monster: Monster) -> Item:
    effects = tuple(effect for deed in nature.does for effect in _bound(s, deed, now, monster))
    seat = now.seat if nature.when == "roll" else s.active
    return Item(0, "triggered", seat, effects=effects, card=card, why=nature.when)


def _bound(s: FourSouls, deed: Deed, now: Happening, monster: Monster | None) -> Iterator[Effect]:
    """Yield the effect with its current target; nothing if there is none."""
    target = _whom(s, deed.whom, now, monster)
    if target is not None:
        yield Effect(deed.kind, target, now.amount if deed.same else deed.amount, deed.card)


def _whom(s: FourSouls, whom: str, now: Happening, monster: Monster | None) -> Target | None:
    match whom:
        case "who" | "slayer":
            return Target("seat", now.seat)
        case "active":
            return Target("seat", s.active)
        case "itself":
            return Target("monster", monster.id) if monster else None
        case "blow":
            return _blow(s)
    return MEANT.get(whom, Target())


MEANT: dict[str, Target] = {
    target.kind: target
    for target in (
        Target("chosen"),
        Target("body"),
        Target("may"),
        Target("everyone"),
        Target("others"),
        Target("left"),
        Target("right"),
        Target("monsters"),
    )
}
"""Target words of abilities that an effect uses too."""


def _blow(s: FourSouls) -> Target | None:
    """Return the monster's combat damage that a roll has just put on the stack, if any."""
    top = s.stack.top
    return Target("item", top.id) if top and top.kind == "damage" and top.target.kind == "seat" else None
