"""Lookahead: forecasts of answers, chances of dice results, and odds."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.boss_monster.game import GAME as BOSS
from rules.boss_monster.model.state import TOWN
from rules.darkmoor.game import GAME as DARKMOOR
from rules.engine import Choice, Dice, Event, Game, Pick, Tracker, apply, examples, prompt
from rules.four_souls.assist.fight_odds import model_fight, win_chance
from rules.four_souls.game import GAME as FOUR_SOULS
from rules.four_souls.model.state import set_monster, set_player
from rules.king_of_tokyo.game import GAME as TOKYO
from rules.king_of_tokyo.rolling.probability import odds_of_face
from rules.lookahead import (
    Consequence,
    Forecast,
    change_chances,
    dice_results,
    forecasts,
    is_aside,
    is_predictable,
)
from rules.malifaux.game import GAME as MALIFAUX
from rules.registry import GAMES
from tests.support.examples import law_settings
from tests.support.games.boss_monster import plain, table
from tests.support.games.darkmoor import minion, seated
from tests.support.games.four_souls import table as fighting
from tests.support.games.king_of_tokyo import three
from tests.support.games.malifaux import MalifauxTable
from tests.support.happenings import give
from tests.support.random_play import Drawn, Seeded, move, sit_down, usual
from tests.support.secret_walks import hidden, walk
from tests.toy import counting

pytestmark = pytest.mark.landing

LAW = law_settings(12)


def each_game(test: Any) -> Any:
    return pytest.mark.parametrize("game", [counting.GAME, *GAMES.values()], ids=lambda game: game.key)(test)


def sat(chance: Any, game: Game[Any]) -> Any:
    """A state in the middle of random play."""
    state = sit_down(chance, game)
    for _ in range(chance.choose((0, 6, 12))):
        state = apply(game, state, usual(state, chance)) if state.outcome is None else state
    for _ in range(chance.number(0, 12)):
        state = apply(game, state, move(chance, game, state))
    return state


def taken(game: Game[Any], state: Any, event: Event, questions: int) -> tuple[Counter[str], set[int], Any]:
    """Give an answer, then what nobody decides: trackers that rose, seats that fell, outcome and losses."""
    happening = give(game, state, event, questions=questions)
    before, after = numbers(game.trackers(state)), numbers(game.trackers(happening.trail[-1]))
    moved = Counter({key: after[key] - before[key] for key in after if key in before})
    fallen = {seat for one, other in pairwise(happening.trail) for seat in out(game, other) - out(game, one)}
    fallen |= {death.seat for _, death in game.deaths(happening.trail) if death.is_player}
    fallen |= {state.seats.index(name) for name in happening.fate.players}
    return +moved + Counter(), fallen, (happening.trail[-1].outcome, +Counter({k: -n for k, n in moved.items()}))


def numbers(trackers: tuple[Tracker, ...]) -> dict[str, int]:
    return {tracker.key: tracker.value for tracker in trackers}


def out(game: Game[Any], state: Any) -> set[int]:
    return {line.seat for line in getattr(game.view(state), "players", ()) if line.dead}


def foretold(end: Consequence) -> tuple[Counter[str], set[int], Any]:
    moved = {one.key: one.by for one in end.changes}
    down = +Counter({key: -by for key, by in moved.items()})
    return +Counter(moved), set(end.eliminated_seats), (end.outcome, down)


def answered(choice: Choice, path: Forecast, roll: tuple[int, ...]) -> Event:
    """The event for a choice with the forecast's option or that roll."""
    given = {hole.name: path.option for hole in choice.template.holes if isinstance(hole, Pick)}
    given |= {hole.name: roll for hole in choice.template.holes if isinstance(hole, Dice)}
    event: Event = replace(next(examples(choice.template)), **given)
    return event


@each_game
@LAW
@given(data=st.data())
def test_what_is_foretold_is_what_happens(game: Game[Any], data: st.DataObject) -> None:
    """One of the forecast's ends occurs, for any answer with any option or roll.

    The chances of an end add up to 1, and forecasting does not change the state.
    """
    chance = Drawn(data)
    state = sat(chance, game)
    asked = prompt(state)
    choices = [choice for choice in asked.choices if is_predictable(choice)] if asked else []
    if not choices:
        return
    choice = chance.choose(choices)
    dice = choice.template.hole(Dice)
    if dice and dice.count > 3:
        return
    roll = tuple(chance.number(1, dice.sides) for _ in range(dice.count)) if dice else ()
    before = repr(state)
    found = forecasts(game, state, choice)
    assert repr(state) == before
    for path in found:
        assert sum(fall.chance for fall in path.branches) == 1
        assert len({fall.consequence.comparison_key for fall in path.branches}) == len(path.branches)
        ends = [foretold(fall.consequence) for fall in path.branches]
        assert taken(game, state, answered(choice, path, roll), 0 if is_aside(choice) else 3) in ends
        assert dice or path.only_consequence


@each_game
@LAW
@given(data=st.data())
def test_a_phone_that_does_not_see_everything_is_told_no_less_and_nothing_wrong(
    game: Game[Any], data: st.DataObject
) -> None:
    """A concealed state has the same forecasts and odds as the whole state.

    Only the change of another seat's number is left out, where a hidden card decides it; who dies and wins is not.
    """
    chance = Drawn(data)
    state = sat(chance, game)
    asked = prompt(state)
    if asked is None:
        return
    viewer = chance.number(0, len(state.seats) - 1)
    seen = game.conceal(state, frozenset((viewer,)))
    choices = [c for c in asked.choices if is_predictable(c) and c.template.hole(Dice) is None]
    for choice in choices[:4]:
        ends = {path.option: path.only_consequence for path in forecasts(game, state, choice)}
        told = {path.option: path.only_consequence for path in forecasts(game, seen, choice)}
        assert told.keys() == ends.keys()
        for one, end in ((told[option], ends[option]) for option in ends):
            assert one is not None
            assert end is not None
            assert one.comparison_key[1:] == end.comparison_key[1:]
            assert set(one.changes) <= set(end.changes)
            left_out = [change.key for change in end.changes if change not in one.changes]
            assert seen != state or not left_out
            assert all(re.match(rf"seat\.(?!{viewer}\.)\d+\.", key) for key in left_out)
    assert game.odds(seen) == game.odds(state)


@LAW
@given(data=st.data())
def test_what_lies_ahead_tells_no_secret(data: st.DataObject) -> None:
    """Forecasts for a phone do not contain another seat's secret number."""
    for _, _, s in walk(Drawn(data), data.draw(st.integers(5, 25))):
        asked = prompt(s)
        for seat in range(3):
            seen = counting.GAME.conceal(s, frozenset((seat,)))
            told = repr([forecasts(counting.GAME, seen, choice) for choice in (asked.choices if asked else ())])
            assert not any(secret in told for secret in hidden(s, frozenset((seat,))))


@each_game
def test_odds_are_chances_of_rules_that_there_are(game: Game[Any]) -> None:
    """Odds are exact fractions between 0 and 1, with a rule of the rulebook and a valid seat."""
    found = 0
    for seed in range(8):
        chance = Seeded(seed)
        state = sit_down(chance, game)
        for _ in range(50):
            for odd in game.odds(state):
                found += 1
                assert isinstance(odd.chance, Fraction)
                assert 0 <= odd.chance <= 1
                assert odd.rule in game.rulebook
                assert odd.seat is None or 0 <= odd.seat < len(state.seats)
            ends = state.outcome is not None or not chance.number(0, 2)
            state = apply(game, state, move(chance, game, state) if ends else usual(state, chance))
    assert bool(found) == (game.odds is not Game.odds)


# --- dice results ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_throws_are_counted_as_they_fall(count: int) -> None:
    """Dice results have the same chances as an enumeration of all throws in order."""
    every = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    assert dict(dice_results(Dice("faces", count))) == {faces: Fraction(n, 6**count) for faces, n in every.items()}


def test_what_cannot_be_known_is_not_said() -> None:
    """Dice that may be rethrown are not predictable and have no forecast."""
    asked = prompt(three().s)
    assert asked is not None
    shown = next(choice for choice in asked.choices if choice.template.hole(Dice) is not None)
    assert not is_predictable(shown)
    assert forecasts(TOKYO, three().s, shown) == ()


# --- examples of each game ---------------------------------------------------------------------------------------


def usual_path(game: Game[Any], state: Any, label: str) -> Forecast:
    """The forecast of the choice with that label."""
    asked = prompt(state)
    assert asked is not None
    choice = next(choice for choice in asked.choices if choice.label.key == label)
    (path,) = forecasts(game, state, choice)
    return path


def moves(end: Consequence | None) -> dict[str, int]:
    assert end is not None
    return {one.key: one.by for one in end.changes}


def test_a_hit_ends_the_fly_and_pays_if_nobody_answers() -> None:
    """Forecast of an attack roll: 2 to 6 kill the Fly for a cent, a 1 costs Ana a life.

    Both ends assume that everybody passes.
    """
    t = fighting().attacks("fly")
    path = usual_path(FOUR_SOULS, t.s, "The die shows")
    assert [fall.chance for fall in path.branches] == [Fraction(5, 6), Fraction(1, 6)]
    hit, miss = (moves(fall.consequence) for fall in path.branches)
    assert miss == {"seat.0.life": -1}
    assert hit == {"seat.0.cents": 1}
    assert all(fall.consequence.has_passed_window for fall in path.branches)


@pytest.mark.rule("FS-68", "FS-75")
def test_who_falls_first_is_a_sum_of_rolls() -> None:
    """Odds of a fight are those of a series of rolls.

    Isaac has two lives. Fly: one hit of 5/6 before two misses. Clotty: two hits of 2/3 before two misses.
    """
    t = fighting()
    odds = {odd.label.args[0][1].en: odd.chance for odd in FOUR_SOULS.odds(t.s)}
    assert odds == {"Fly": Fraction(35, 36), "Clotty": Fraction(20, 27)}
    t.attacks("clotty")
    hit, falls = FOUR_SOULS.odds(t.s)
    assert (hit.chance, falls.chance) == (Fraction(2, 3), Fraction(20, 27))
    t.rolls(6)
    assert FOUR_SOULS.odds(t.s)[0].chance == Fraction(8, 9)  # one more hit of 2/3 before two misses
    back = fighting().attacks("clotty").rolls(1)
    assert FOUR_SOULS.odds(back.s)[0].chance == Fraction(4, 9)


def test_what_spares_a_monster_is_in_its_odds() -> None:
    """Abilities that prevent damage are in the odds.

    Hopper takes nothing from a 6: three faces of six hit, two miss. The Duke of Flies dodges a hit with a 1 in 6.
    """
    t = fighting(monsters=("hopper", "the-duke-of-flies"))
    hopper, duke = (model_fight(t.s, t.monster(card)) for card in ("hopper", "the-duke-of-flies"))
    assert (hopper.hit_chance, hopper.miss_chance) == (Fraction(1, 2), Fraction(1, 3))
    assert (duke.hit_chance, duke.miss_chance) == (Fraction(2, 3) * Fraction(5, 6), Fraction(1, 3))
    h = Fraction(3, 5)
    assert win_chance(hopper) == h * h * (1 + 2 * (1 - h))
    assert win_chance(replace(hopper, player_attack=0)) == 0
    assert win_chance(replace(hopper, monster_attack=0)) == 1


def test_the_odds_of_a_fight_are_those_of_the_rules() -> None:
    """Odds of a fight equal the enumeration of all its rolls by the rules.

    The fight is with Clotty; states are grouped by the lives of both.
    """
    t = fighting(monsters=("fly", "clotty")).attacks("clotty")
    known: dict[tuple[int, int], Fraction] = {}

    def falls(s: Any) -> Fraction:
        monster = s.find_monster(s.combat)
        if monster is None or not monster.life or not s.players[0].life:
            return Fraction(s.players[0].life > 0)
        lives = monster.life, s.players[0].life
        if lives not in known:
            known[lives] = Fraction(0)
            known[lives] = sum((falls(after(s, face)) for face in range(1, 7)), Fraction()) / 6
        return known[lives]

    def after(s: Any, face: int) -> Any:
        t.s = s
        t.rolls(face)
        while t.s.combat and t.step != "roll_die" and t.s.players[0].life and t.s.find_monster(t.s.combat).life:
            t.nobody()
        return t.s

    assert falls(t.s) == Fraction(20, 27)


def test_shields_and_strength_are_in_the_odds() -> None:
    """Shields and attack are in the odds.

    With a shield of one Isaac dies at the third miss; with attack 2 Clotty dies at the first hit.
    """
    t = fighting()
    clotty, h = t.monster("clotty"), Fraction(2, 3)
    shielded = set_player(t.s, 0, shield=1)
    assert win_chance(model_fight(shielded, clotty)) == h * h * (1 + 2 * (1 - h) + 3 * (1 - h) ** 2)
    strong = set_player(t.s, 0, attack=2)
    assert win_chance(model_fight(strong, clotty)) == h * (1 + (1 - h))
    harmless = set_monster(t.s, clotty.id, attack=0)
    assert win_chance(model_fight(harmless, harmless.find_monster(clotty.id))) == 1


def test_in_tokyo_claws_and_energy_are_told_as_they_lie() -> None:
    """Forecast of stopping: what the dice on the table give, and who is eliminated."""
    t = three().by_throws().throws("eee1ss")
    assert moves(usual_path(TOKYO, t.s, "Stop here").only_consequence) == {
        "seat.0.energy": 3,
        "seat.2.hearts": -2,
    }
    end = usual_path(TOKYO, t.has("Cira", hearts=2).s, "Stop here").only_consequence
    assert end is not None
    assert (end.eliminated_seats, moves(end)["seat.2.hearts"]) == ((2,), -2)


def test_the_last_throw_tells_every_number_it_may_move() -> None:
    """Forecast of the last throw: the chance of each change.

    Five dice are kept, and one of six faces is thrown.
    """
    t = three().by_throws().throws("112233").keeps(0, 1, 2, 3, 4).throws("1")
    ways = {
        (one.key, one.by): share for one, share in change_chances(usual_path(TOKYO, t.s, "Roll the other one").branches)
    }
    assert ways == {
        ("seat.0.hearts", 1): Fraction(1, 6),
        ("seat.0.energy", 1): Fraction(1, 6),
        ("seat.2.hearts", -1): Fraction(1, 6),
        ("seat.0.points", 1): Fraction(1, 6),
        ("seat.0.points", 2): Fraction(1, 6),
    }


@pytest.mark.rule("KT-12")
def test_a_kill_in_tokyo_is_among_the_odds() -> None:
    """Elimination odds in Tokyo: three hearts need three smashes, 62 % with six dice and throws."""
    kill, *_ = TOKYO.odds(three().has("Cira", hearts=3).s)
    assert (kill.label.key, kill.seat, dict(kill.label.args)["n"]) == ("{who} is out with {n} claw", 2, 3)
    assert kill.chance == odds_of_face(3, 6, 3)


@pytest.mark.rule("KT-01")
def test_odds_that_leave_out_a_card_of_ones_own_say_so() -> None:
    """Herd Culler turns a die to a 1 after the last throw, which the odds to win do not count: they note it."""
    t = three().has("Ana", points=17)
    assert not any(odd.ignores_cards for odd in TOKYO.odds(t.s))
    t.holds("Ana", "herd_culler")
    assert all(odd.ignores_cards for odd in TOKYO.odds(t.s))


@pytest.mark.rule("MX-09")
def test_before_the_flips_the_initiative_is_anybodys() -> None:
    """Initiative odds with two full decks: 210 of 2916 pairs are tied, the rest is halved.

    A deck has 13 numbers four times and two jokers.
    """
    t = MalifauxTable().sets_out()
    assert [odd.chance for odd in MALIFAUX.odds(t.s)] == [Fraction(451, 972), Fraction(451, 972), Fraction(35, 486)]
    t.flip("13")
    ana, beto, level = MALIFAUX.odds(t.s)
    assert (ana.chance, beto.chance, level.chance) == (Fraction(49, 54), Fraction(1, 54), Fraction(4, 54))


@pytest.mark.rule("MX-10", "MX-19")
def test_what_a_soulstone_and_the_last_flip_may_bring() -> None:
    """Odds of a soulstone and of the last flip.

    Against a 12 five cards of 54 are higher; in turn 5 seventeen are 10 or more.
    """
    t = MalifauxTable().sets_out((1, 1)).keep().flip("12", "3")
    assert {odd.seat: odd.chance for odd in MALIFAUX.odds(t.s)}[1] == Fraction(5, 54)
    end = MalifauxTable().sets_out().turns(5).no_more_points()
    assert [odd.chance for odd in MALIFAUX.odds(end.s)] == [Fraction(17, 54)]


@pytest.mark.rule("RD-18", "RD-20")
def test_the_hero_meets_the_hindmost_and_so_much_peril_is_missing() -> None:
    """Darkmoor's odds state the missing peril; whoever brings it lies at the back and falls.

    Peril 2 and 3 against a threshold of 6: one is missing; against 5 the Ogre would fall.
    """
    t = seated().plays((0, minion("Imp", peril=2)), (0, minion("Ogre", peril=3)))
    (odd,) = DARKMOOR.odds(t.s)
    facts = dict(odd.label.args)
    assert odd.label.key == "{place}: with {n} more peril the hero attacks, and whoever is last falls"
    assert (facts["n"], odd.chance, odd.seat) == (1, 1, None)
    (odd,) = DARKMOOR.odds(t.adjust("hero.threshold", -1).s)
    assert (odd.label.key, odd.chance, odd.seat) == ("{place}: {minion} would fall", 1, 1)
    assert dict(dict(odd.label.args)["minion"].args)["minion"] == "Ogre"


@pytest.mark.rule("BM-26", "BM-32", "BM-33")
def test_each_hero_has_a_dungeon_and_a_fate() -> None:
    """Boss Monster's odds state for each hero in town where he goes, and whether he dies.

    Ana's room of 4 kills the fighter, Bea's room of 1 does not kill the mage, and the cleric stays in town.
    """
    t = table().dungeon(0, plain("f", 4)).dungeon(1, plain("m", 1))
    t.hero(TOWN, "f", 4).hero(TOWN, "m", 6).hero(TOWN, "c", 2)
    told = {odd.label.key: odd.seat for odd in BOSS.odds(t.s)}
    assert told["{hero} dies in {room}, of {who}"] == 0
    assert told["{hero} survives the dungeon of {who}"] == 1
    assert told["{hero} stays in town"] is None
    assert all(odd.chance == 1 for odd in BOSS.odds(t.s))
