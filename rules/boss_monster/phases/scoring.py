"""Deaths and survivals of heroes: souls, wounds, healing."""

from __future__ import annotations

from rules.boss_monster.effects.verbs import Case, happens
from rules.boss_monster.model.state import BossMonster, Hero, Scored, hero_name, set_keep, take_hero, tallied
from rules.engine import Shown, Step, Text, carries, note
from rules.engine.record import replace

WALK = "boss_monster.walk"
"""Name of the step that asks how far a hero goes; it is dropped with him."""


def withdraw(s: BossMonster) -> BossMonster:
    """Drop the walk steps from the agenda when no hero walks."""
    if s.walk is not None:
        return s
    kept: tuple[Step, ...] = tuple(step for step in s.agenda if step.name != WALK)
    return s if len(kept) == len(s.agenda) else replace(s, agenda=kept)


@carries("BM-32", "BM-66")
def die(s: BossMonster, id: int, seat: int, rule: str = "BM-32") -> BossMonster:
    """Kill a hero: he goes face down into the score area of the dungeon's owner.

    The owner scores him, whoever caused the death.
    """
    found = s.hero(id)
    if found is None:
        return s
    hero, room, before = found[1], s.walk.room if s.walk and s.walk.hero == id else 0, s
    s = _score(take_hero(s, id), hero, seat, wounds=False)
    s = set_keep(s, seat, soul=True)
    text = Text("{hero} dies: {n} soul for {who}", "{hero} dies: {n} souls for {who}", **_told(s, hero, seat))
    s = tallied(before, note(s, rule, text))
    return _where(s, seat, room, id)


@carries("BM-58")
def _where(s: BossMonster, seat: int, room: int, hero: int) -> BossMonster:
    """Trigger the effects of the room in which he died."""
    return happens(s, "died", Case(seat, room, hero)) if room else s


@carries("BM-33")
def survive(s: BossMonster, id: int, seat: int) -> BossMonster:
    """Score a hero who came through: face up into the score area."""
    found = s.hero(id)
    if found is None:
        return s
    before, s = s, _score(take_hero(s, id), found[1], seat, wounds=True)
    told = _told(s, found[1], seat)
    text = Text("{hero} survives: {n} wound for {who}", "{hero} survives: {n} wounds for {who}", **told)
    return tallied(before, note(s, "BM-33", text))


@carries("BM-12")
def _score(s: BossMonster, hero: Hero, seat: int, wounds: bool) -> BossMonster:
    """Add a hero to a score area; an epic one counts as two souls or wounds, else one."""
    whole = replace(hero, taken=0, more=0, mazes=())
    return set_keep(s, seat, score=(*s.keeps[seat].score, Scored(whole, wounds)))


def _told(s: BossMonster, hero: Hero, seat: int) -> dict[str, Shown]:
    return {"hero": hero_name(hero), "n": hero.worth, "who": s.seats[seat]}


@carries("BM-53")
def heal(s: BossMonster, id: int) -> BossMonster:
    """Turn a wounding hero over: his wounds become souls."""
    found = s.dead(id)
    if found is None or not found[1].wounds:
        return s
    seat, scored = found
    score = tuple(Scored(x.hero, False) if x.hero.id == id else x for x in s.keeps[seat].score)
    told = _told(s, scored.hero, seat)
    text = Text("{who} heals {hero}: {n} soul", "{who} heals {hero}: {n} souls", **told)
    return tallied(s, note(set_keep(s, seat, score=score), "BM-53", text))


def unscore(s: BossMonster, id: int) -> BossMonster:
    """Remove a hero from the score area in which he lies."""
    found = s.dead(id)
    if found is None:
        return s
    seat = found[0]
    return set_keep(s, seat, score=tuple(x for x in s.keeps[seat].score if x.hero.id != id))
