"""Every change is told, by weight: what the lines after an answer say of what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.match.latest import by_weight, told_notes
from rules.boss_monster.model.state import BossMonster, hero_name
from rules.darkmoor.model.state import Darkmoor, minion_name
from rules.engine import Adjusted, FactSet, Game, Note, Ruled, WentTo, apply, describe, player_views
from rules.engine.game import no_deaths, no_view
from rules.engine.record import replace
from rules.king_of_tokyo.model.state import Tokyo
from rules.registry import GAMES
from tests.support.happenings import SPANISH
from tests.support.random_play import Seeded, move, sit_down, usual
from tests.support.walks import COUNTED

pytestmark = pytest.mark.landing

BY_HAND = Adjusted, FactSet, WentTo, Ruled
GAMES_PLAYED, MOVES = 10, 90
"""Random matches of each game, and the moves of each, two of three of them the usual answer."""
UNTOLD_FACTS = (
    *("model.activation", "seat.flip", "seat.schemes", "model.condition.turns"),
    *("hero.room", "hero.place", "room.place", "room.used"),
    *("seat.shut", "seat.doubled", "seat.soul", "seat.no_building"),
)
"""Facts that the answer itself states; what counts down, closes up or ends with the turn by itself."""
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@cache
def moments(key: str) -> tuple[tuple[Any, Any, Any], ...]:
    """State before, event, state after, of random matches without corrections by hand."""
    found = []
    for seed in range(GAMES_PLAYED):
        chance, game = Seeded(1000 + seed), GAMES[key]
        state = weakened(sit_down(chance, game)) if seed % 2 else sit_down(chance, game)
        for _ in range(MOVES):
            if state.outcome is not None:
                break
            event = usual(state, chance) if chance.number(0, 2) else move(chance, game, state)
            after = apply(game, state, event)
            if not isinstance(event, (*BY_HAND, *game.remark_events)):
                found.append((state, event, after))
            state = after
    return tuple(found)


def weakened(state: Any) -> Any:
    """The same match with little life, so that somebody dies soon."""
    return (
        replace(state, monsters=tuple(replace(one, hearts=2) for one in state.monsters))
        if isinstance(state, Tokyo)
        else state
    )


def read(notes: tuple[Note, ...]) -> str:
    return " | ".join(SPANISH(note.text) for note in notes)


@pytest.mark.rule("X-05")
@each_game
def test_every_number_that_moved_is_in_a_line_that_is_told(game: Game[Any]) -> None:
    """Whatever else its line says, such as a house rule."""
    counted = COUNTED.get(game.key)
    for state, event, after in moments(game.key):
        before = {tracker.key: tracker.value for tracker in game.trackers(state)}
        told = {change.key for note in told_notes(after.notes) for change in note.changes}
        moved = {t.key for t in game.trackers(after) if t.value != before.get(t.key, t.value)}
        silent = {key for key in moved - told if not (counted and counted.fullmatch(key))}
        assert not silent, (silent, event, read(after.notes))


@pytest.mark.rule("X-05")
@each_game
def test_every_death_is_told_and_names_who_died(game: Game[Any]) -> None:
    """A player or a piece that dies has a line with a kind of death, and so has who is out of the game."""
    found = 0
    for state, event, after in moments(game.key):
        told = [note for note in told_notes(after.notes) if note.kind in ("kill", "death", "elimination", "hero_end")]
        names = {SPANISH(note.subject) for note in told}
        for _, death in game.deaths((state, after)):
            if after.outcome is not None:
                continue  # the end says who won
            found += 1
            assert SPANISH(death.name) in names, (event, SPANISH(death.name), read(after.notes))
        for seat in out(game, after) - out(game, state):
            found += 1
            assert any(note.seat == seat for note in told) or after.seats[seat] in names, (event, read(after.notes))
    can_die = game.deaths is not no_deaths or game.view is not no_view
    assert found or not can_die or game.key == "malifaux"  # its models die by hand only


def out(game: Game[Any], state: Any) -> set[int]:
    return {player.seat for player in player_views(game.view(state)) if player.dead}


@each_game
def test_every_place_that_changed_is_told(game: Game[Any]) -> None:
    """Of a fact or a piece that is elsewhere a line says whose it is or where it is now, or the answer did."""
    found, has_places = 0, False
    for state, event, after in moments(game.key):
        has_places = has_places or bool(game.facts(after) or pieces(after))
        told = f"{read(told_notes(after.notes))} | {SPANISH(describe(game, state, event))}"
        for names in moved_things(game, state, after):
            found += 1
            assert any(name.lower() in told.lower() for name in names), (event, names, told)
    assert found or not has_places or game.key == "four_souls"


def moved_things(game: Game[Any], state: Any, after: Any) -> Iterator[tuple[str, ...]]:
    """Yield, for each fact or piece that is elsewhere, the names of which a line has one."""
    before = {fact.key: fact for fact in game.facts(state)}
    for fact in game.facts(after):
        kind = ".".join(part for part in fact.key.split(".") if not part.isdigit())
        earlier = before.get(fact.key)
        if earlier is not None and earlier.value != fact.value and kind not in UNTOLD_FACTS:
            owner = () if fact.seat is None else (after.seats[fact.seat],)
            yield tuple(filter(None, (*owner, SPANISH(fact.value), SPANISH(fact.label).partition(",")[0])))
    places = {key: place for key, (_, place) in pieces(state).items()}
    for key, (name, place) in pieces(after).items():
        if places.get(key, place) != place:
            yield (name,)


def pieces(state: Any) -> dict[int, tuple[str, Any]]:
    """Name and place of each hero or minion in play."""
    match state:
        case BossMonster():
            town = {hero.id: (SPANISH(hero_name(hero)), -1) for hero in state.town}
            keeps = enumerate(state.keeps)
            return town | {hero.id: (SPANISH(hero_name(hero)), seat) for seat, keep in keeps for hero in keep.entrance}
        case Darkmoor():
            return {one.id: (SPANISH(minion_name(state, one)), place) for place, _, one in state.horde_minions()}
    return {}


@each_game
def test_what_weighs_most_comes_first_and_the_rest_in_its_order(game: Game[Any]) -> None:
    for _, _, after in moments(game.key):
        notes = by_weight(told_notes(after.notes), game.weights)
        weighed = [min(game.weights.of_note(note), 5) for note in notes]
        assert weighed == sorted(weighed), read(notes)
        rest = [note for note in notes if game.weights.of_note(note) == 5]
        assert rest == [note for note in after.notes if note in rest], read(notes)


@each_game
def test_every_kind_of_note_has_a_weight_in_its_game(game: Game[Any]) -> None:
    """A game declares what each outcome weighs that it can note."""
    kinds = {note.kind for _, _, after in moments(game.key) for note in after.notes} - {"", "restated", "ruling"}
    assert bool(kinds) == bool(game.weights.kinds)
    assert kinds <= set(game.weights.kinds)
