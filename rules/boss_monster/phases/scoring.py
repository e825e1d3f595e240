"""Deaths and survivals of heroes: souls, wounds, healing."""

from __future__ import annotations

from rules.boss_monster.effects.registry import DungeonCase, trigger_moment
from rules.boss_monster.model.state import (
    BossMonster,
    Hero,
    Scored,
    card_task,
    hero_name,
    hero_subject,
    note_score_changes,
    remove_hero,
    set_keep,
)
from rules.engine import Displayable, Step, Text, carries, note
from rules.engine.record import replace

WALK_STEP = "boss_monster.walk"
"""Name of the step that asks how far a hero goes; it is dropped with him."""


def drop_stale_walk(s: BossMonster) -> BossMonster:
    """Drop the walk steps from the agenda when no hero walks."""
    if s.walk is not None:
        return s
    kept: tuple[Step, ...] = tuple(step for step in s.agenda if step.name != WALK_STEP)
    return s if len(kept) == len(s.agenda) else replace(s, agenda=kept)


@carries("BM-32", "BM-66")
def kill_hero(s: BossMonster, id: int, seat: int, rule: str = "BM-32") -> BossMonster:
    """Kill a hero: he goes face down into the score area of the dungeon's owner.

    The owner scores him, whoever caused the death.
    """
    found = s.hero(id)
    if found is None:
        return s
    hero, room, before = found[1], s.walk.room if s.walk and s.walk.hero == id else 0, s
    s = _score(remove_hero(s, id), hero, seat, wounds=False)
    s = set_keep(s, seat, soul=True)
    text = Text("{hero} dies: {n} soul for {who}", "{hero} dies: {n} souls for {who}", **_score_values(s, hero, seat))
    s = note(s, rule, text, kind="hero_end", subject=hero_subject(hero), seat=seat, task=_soul_task(s, hero))
    s = note_score_changes(before, s)
    return _trigger_death(s, seat, room, id)


@carries("BM-58")
def _trigger_death(s: BossMonster, seat: int, room: int, hero: int) -> BossMonster:
    return trigger_moment(s, "died", DungeonCase(seat, room, hero)) if room else s


@carries("BM-33")
def score_survivor(s: BossMonster, id: int, seat: int) -> BossMonster:
    """Score a hero who came through: face up into the score area."""
    found = s.hero(id)
    if found is None:
        return s
    before, s = s, _score(remove_hero(s, id), found[1], seat, wounds=True)
    values, subject = _score_values(s, found[1], seat), hero_subject(found[1])
    text = Text("{hero} survives: {n} wound for {who}", "{hero} survives: {n} wounds for {who}", **values)
    task = card_task(s, Text("put {hero} face up with your wounds", hero=values["hero"]))
    s = note(s, "BM-33", text, kind="hero_end", subject=subject, seat=seat, task=task)
    return note_score_changes(before, s)


@carries("BM-12")
def _score(s: BossMonster, hero: Hero, seat: int, wounds: bool) -> BossMonster:
    """Add a hero to a score area; an epic one counts as two souls or wounds, else one."""
    whole = replace(hero, taken=0, more=0, mazes=())
    return set_keep(s, seat, score=(*s.keeps[seat].score, Scored(whole, wounds)))


def _soul_task(s: BossMonster, hero: Hero) -> Text | None:
    return card_task(s, Text("put {hero} face down with your souls", hero=hero_name(hero)))


def _score_values(s: BossMonster, hero: Hero, seat: int) -> dict[str, Displayable]:
    return {"hero": hero_name(hero), "n": hero.worth, "who": s.seats[seat]}


@carries("BM-53")
def heal_wound(s: BossMonster, id: int) -> BossMonster:
    """Turn a wounding hero over: his wounds become souls."""
    found = s.scored_hero(id)
    if found is None or not found[1].wounds:
        return s
    seat, scored = found
    score = tuple(Scored(x.hero, False) if x.hero.id == id else x for x in s.keeps[seat].score)
    values = _score_values(s, scored.hero, seat)
    text = Text("{who} heals {hero}: {n} soul", "{who} heals {hero}: {n} souls", **values)
    after, subject = set_keep(s, seat, score=score), hero_subject(scored.hero)
    return note_score_changes(
        s, note(after, "BM-53", text, subject=subject, seat=seat, task=_soul_task(s, scored.hero))
    )


def remove_from_score(s: BossMonster, id: int) -> BossMonster:
    """Remove a hero from the score area in which he lies."""
    found = s.scored_hero(id)
    if found is None:
        return s
    seat = found[0]
    return set_keep(s, seat, score=tuple(x for x in s.keeps[seat].score if x.hero.id != id))
