"""Laws of Boss Monster over random play: what is forecast as certain happens, and damage is told of its source."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.boss_monster.game import GAME
from rules.boss_monster.model.card_catalogue import card_name
from rules.boss_monster.model.events import Activated, AllWalked, Cast, Walked
from rules.boss_monster.model.state import TOWN, BossMonster, room_name
from rules.engine import Event, Note, Text, apply, examples, prompt, remarks
from tests.support.games.boss_monster import BossMonsterTable, plain, table
from tests.support.random_play import Seeded, filled

pytestmark = pytest.mark.landing

FATES = {"BM-32": "soul", "BM-66": "soul", "BM-33": "wound", "BM-29": "town", "BM-30": "waits"}
"""What becomes of a hero, by the rule of his forecast."""
ROOMS = ("golem_factory", "bottomless_pit", "boulder_ramp", "dark_altar", "goblin_armory", "minotaurs_maze")
SEEDS, STEPS = range(100), 16


def beginning(chance: Seeded) -> BossMonsterTable:
    """An adventure phase with rooms and heroes by chance."""
    t = table(chance.choose((2, 3)))
    for seat in range(len(t.s.seats)):
        rooms = [chance.choose((*ROOMS, plain("c", chance.number(0, 4), "trap"))) for _ in range(chance.number(1, 4))]
        t.dungeon(seat, *rooms).scored(seat, souls=chance.number(0, 2))
        for _ in range(chance.number(0, 2)):
            t.hero(seat, chance.choose("cfmt"), chance.number(2, 9))
    return t.at_phase("adventure")


def act(chance: Seeded, s: BossMonster) -> Event:
    """A spell, an ability or an answer by chance."""
    uses = [choice for choice in remarks(GAME, s) if isinstance(choice.event, (Cast, Activated))]
    if s.walk and s.walk.room and uses and chance.number(0, 1):
        used: Event = filled(chance, chance.choose(uses).template)
        return used
    asked = prompt(s)
    assert asked is not None
    given: Event = filled(chance, chance.choose(asked.choices).template)
    return given


@cache
def moments() -> tuple[tuple[BossMonster, Any, BossMonster], ...]:
    """Adventure phases played at random, spells and abilities included: state before, event, state after."""
    found = []
    for seed in SEEDS:
        chance = Seeded(seed)
        state = beginning(chance).s
        for _ in range(STEPS):
            event = act(chance, state)
            after = apply(GAME, state, event)
            found.append((state, event, after))
            state = after
            if state.turn != 1 or state.outcome is not None or state.phase != "adventure":
                break
    return tuple(found)


def silent(s: BossMonster, hero: int) -> BossMonster | None:
    """The state once that hero has met his fate and nobody has done anything; None where somebody must decide."""
    for _ in range(30):
        where = s.hero(hero)
        if where is None or where[0] == TOWN or s.turn != 1 or s.phase != "adventure":
            return s
        asked = prompt(s)
        declines = [choice for choice in asked.choices if choice.kind == "decline"] if asked else []
        if not declines:
            return None
        s = apply(GAME, s, next(examples(declines[0].template)))
    return None


def fate(s: BossMonster, hero: int) -> str:
    """What became of a hero."""
    found = s.scored_hero(hero)
    if found is not None:
        return "wound" if found[1].wounds else "soul"
    where = s.hero(hero)
    return "" if where is None else "town" if where[0] == TOWN else "waits"


@pytest.mark.rule("BM-32", "BM-33")
def test_what_is_certain_happens_if_nobody_does_anything() -> None:
    """Every forecast of a hero in a dungeon comes true where nobody does anything, also while spells wait."""
    compared = waited = 0
    for _, _, s in moments():
        heroes = [hero for keep in s.keeps for hero in keep.entrance]
        odds = GAME.odds(s)[: len(heroes)] if s.phase == "adventure" and s.turn == 1 else ()
        for hero, odd in zip(heroes, odds, strict=False):
            if s.walk is None or hero.id != s.walk.hero:
                continue  # another hero may walk otherwise, by what his predecessor does to the rooms
            end = silent(s, hero.id)
            if end is not None:
                assert fate(end, hero.id) == FATES[odd.rule], (odd, s)
                compared += 1
                waited += bool(s.declared)
    assert compared > 150
    assert waited > 20


def damage_notes(s: BossMonster) -> Iterator[tuple[Note, Any]]:
    """The notes that deal damage, each with the name that it gives as the source."""
    for note in s.notes:
        for change in note.changes:
            if change.key.startswith("hero.") and change.key.endswith(".taken") and change.after > change.before:
                yield note, dict(note.text.args).get("card")


@pytest.mark.rule("BM-31")
def test_damage_is_told_of_the_card_that_deals_it() -> None:
    """Damage on the way is a room's of that dungeon; in any other answer it is that of the card that took effect."""
    by_cards = 0
    for before, event, after in moments():
        if before.walk is None:
            continue
        rooms = {room_name(room) for _, _, room in before.rooms()}
        acting = {dict(n.text.args)["card"] for n in after.notes if "effect" in dict(n.text.args)}
        for note, source in damage_notes(after):
            if isinstance(event, (Walked, AllWalked)):
                assert source in rooms, (event, note)
            else:
                assert source in acting, (event, note, acting)
                by_cards += 1
    assert by_cards >= 5


def test_a_wrong_source_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second law fails where a spell's damage is told as that of the room in which the hero is."""
    t = table().dungeon(0, "golem_factory", "dark_altar").hero(0, "c", 20).at_phase("adventure").do(Walked(0))
    t.casts(0, "exhaustion", t.s.walk.hero)
    (told,) = (source for _, source in damage_notes(t.s))
    assert told == card_name("exhaustion")
    assert told not in {room_name(room) for _, _, room in t.s.rooms()}
    assert isinstance(t.notes[-1].text, Text)
