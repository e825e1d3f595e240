"""The moments of each game are noted once, at the event of which the rule text speaks.

Seats are given by name. Line numbers are those of the rule texts.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.match.moments import TITLES
from rules.boss_monster.model.events import Walked
from rules.engine import Note
from rules.four_souls.model.state import FourSouls
from tests.support.games import boss_monster, darkmoor, four_souls, king_of_tokyo, malifaux
from tests.support.games.boss_monster import plain
from tests.support.games.darkmoor import minion
from tests.support.games.table import GameTable, english

THROUGH = Walked(-1)
Told = tuple[str, str, str | None]
"""Kind, name and seat of a note."""


def kinds(t: GameTable[Any], notes: list[Note] | None = None) -> list[Told]:
    """The kinds of the latest notes that have one, each with its name and its seat."""
    found = [
        note
        for note in (t.notes if notes is None else notes)
        if note.kind in {*TITLES, "kill", "hero_end", "win", "hit", "miss"}
    ]
    names = [note.subject if isinstance(note.subject, str) else english(note.subject) for note in found]
    seats = [None if note.seat is None else t.s.seats[note.seat] for note in found]
    return [(note.kind, name, seat) for note, name, seat in zip(found, names, seats, strict=True)]


def played_out(t: four_souls.FourSoulsTable) -> list[Told]:
    """The kinds of all notes while nobody answers, until a card is to be turned up or the stack is empty."""
    found = kinds(t)
    while t.s.outcome is None and t.step == "priority" and t.stack:
        found += kinds(t.nobody())
    return found


# --- Four Souls --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-92")
def test_a_basic_monster_is_one_kill_and_no_soul() -> None:
    """L69: basic monsters leave no soul; the kill is its killer's, noted as the death resolves and not before."""
    t = four_souls.table()
    t.plays("Beto", t.to("fly", "kill"), kind="activated")
    assert kinds(t) == []
    t.nobody()
    assert (t.stack, kinds(t)) == (["monster_death"], [])
    assert played_out(t) == [("kill", "Fly", "Beto")]


@pytest.mark.rule("FS-94")
def test_a_boss_is_a_kill_and_then_a_soul_of_the_active_player() -> None:
    """L70: a boss that is defeated becomes a soul card of the active player."""
    t = four_souls.table(monsters=("monstro", "fly"))
    t.plays("Ana", t.to("monstro", "kill")).nobody()
    assert [told[:2] for told in played_out(t)] == [("kill", "Monstro"), ("soul", "Ana")]


@pytest.mark.rule("FS-82")
def test_a_player_dies_once_as_the_death_resolves() -> None:
    """L213: at 0 life the death goes on the stack; the player has died once that resolves."""
    t = four_souls.table()
    t.plays("Beto", t.to("Ana", "damage", 2), kind="activated").nobody()
    assert (t.stack, kinds(t)) == (["player_death"], [])
    assert played_out(t) == [("death", "Ana", "Ana")]


@pytest.mark.rule("FS-90")
def test_a_death_that_is_prevented_is_no_moment() -> None:
    """L232: a death whose life is put back does not happen."""
    t = four_souls.table()
    t.plays("Beto", t.to("Ana", "damage", 2), kind="activated").nobody()
    assert kinds(t.by_hand("Ana", "life", 1)) == []


@pytest.mark.rule("FS-109")
def test_the_fourth_soul_is_a_soul_and_the_win() -> None:
    """L299: a player wins as the fourth soul arrives."""
    t = four_souls.table()
    t.plays("Ana", t.to("Ana", "soul", 3)).nobody()
    t.plays("Ana", t.to("Ana", "soul", 1), card="Lost Soul").nobody()
    assert kinds(t) == [("soul", "Ana", "Ana"), ("win", "", None)]


@pytest.mark.rule("FS-108")
def test_a_stolen_soul_is_the_thiefs() -> None:
    """L297: a soul may be stolen; whoever loses it has no moment."""
    t: GameTable[FourSouls] = four_souls.table()
    t.plays("Ana", t.to("Ana", "soul", 1)).nobody()
    t.plays("Beto", t.to("Ana", "steal_soul"), kind="activated").nobody()
    assert kinds(t) == [("soul", "Beto", "Beto")]


# --- King of Tokyo -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-14")
def test_who_loses_the_last_heart_is_eliminated_once() -> None:
    """L66: whoever loses the last heart is eliminated; a heart that is left is none."""
    t = king_of_tokyo.three().has("Cira", hearts=2)
    assert on(t.copy().throws("11223s")) == []
    assert on(t.throws("1122ss")) == [("elimination", "Cira", "Cira")]
    assert t.monster("Cira").out


def on(t: king_of_tokyo.KingOfTokyoTable) -> list[Told]:
    """The kinds of all notes while the usual answers are given, until the next roll."""
    found = kinds(t)
    while t.outcome is None and t.asked.dice is None:
        found += kinds(t.usual())
    return found


@pytest.mark.rule("KT-01")
def test_the_last_one_standing_wins() -> None:
    """L20: the last monster that stands has won."""
    t = king_of_tokyo.three().has("Cira", hearts=1).loses(by="Ana", Beto=8)
    assert kinds(t) == [("elimination", "Beto", "Beto")]
    t.loses(by="Ana", Cira=1)
    assert [told[0] for told in kinds(t)] == ["elimination", "win"]


@pytest.mark.rule("KT-01")
@pytest.mark.parametrize(("points", "told"), [(18, []), (19, [("goal", "Ana", "Ana")])])
def test_who_reaches_the_points_to_win_has_them_at_once(points: int, told: list[Told]) -> None:
    """L20: twenty points are told as they are reached, before the turn ends with the win; nineteen are none."""
    t = king_of_tokyo.three().has("Ana", points=points)
    assert kinds(t.throws("111hhh"))[:1] == told


# --- Boss Monster ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-32", "BM-33")
@pytest.mark.parametrize(("damage", "says"), [(4, "Cleric 4 dies: 1 soul"), (3, "Cleric 4 survives: 1 wound")])
def test_a_hero_ends_once_dead_or_alive(damage: int, says: str) -> None:
    """L479, L480: a hero dies as he leaves a room with enough damage, or he survives."""
    t = boss_monster.table().dungeon(0, plain("", damage)).hero(0).at_phase("adventure")
    assert kinds(t) == []
    t.do(THROUGH)
    assert kinds(t) == [("hero_end", "Cleric 4", "Ana")]
    [note] = [note for note in t.notes if note.kind not in ("", "ruling")]
    assert english(note.text).startswith(says)


@pytest.mark.rule("BM-19")
def test_a_boss_levels_up_once_a_game() -> None:
    """L198: the ability to level up acts only once a game, with the fifth room."""
    t = boss_monster.table().dungeon(0, *(plain("c"),) * 5)
    assert kinds(t.builds(t.ids(0)[0])) == [("level_up", "Ana", "Ana")]
    assert kinds(t.builds(t.ids(0)[1])) == []


@pytest.mark.rule("BM-37")
def test_five_wounds_at_the_end_of_a_turn_eliminate() -> None:
    """L508: whoever ends a turn with five wounds has lost; four are none."""
    t = boss_monster.table(3).scored(0, wounds=4)
    assert kinds(t.copy().at_phase("end_turn")) == []
    assert kinds(t.scored(0, wounds=1).at_phase("end_turn")) == [("elimination", "Ana", "Ana")]


@pytest.mark.rule("BM-38")
def test_ten_souls_at_the_end_of_a_turn_win() -> None:
    """L509: whoever ends a turn with ten souls has won."""
    assert [told[0] for told in kinds(boss_monster.table().scored(0, souls=10).at_phase("end_turn"))] == ["win"]


# --- Darkmoor ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RD-20", "RD-22")
def test_a_minion_is_defeated_and_then_the_hero_goes_back_into_the_box() -> None:
    """L91: the hero card goes into the box, after the nearest minion was defeated."""
    t = darkmoor.seated(2).plays((0, minion("Imp")))
    assert kinds(t) == []
    t.plays((0, minion("Big", peril=5)))
    assert kinds(t) == [("kill", "Big (Bea)", "Bea"), ("hero_end", "Sir Test", None)]


@pytest.mark.rule("RD-31")
def test_the_sum_of_the_winner_says_how_it_was_won() -> None:
    """L17: whoever has the most points wins; of all sums, the winner's is marked."""
    t = darkmoor.seated(2).plays((1, minion("Imp", vp=3)), (2, minion("Rat")))
    t.goes_to("RD-28")
    [note] = [note for note in t.notes if note.kind == "win"]
    assert t.winners == (dict(note.text.args)["who"],)


# --- Malifaux ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-06")
def test_a_model_is_killed_with_its_last_wound_only() -> None:
    """The table counts wounds by hand: the last one is the death of the model, and a healed one none."""
    t = malifaux.MalifauxTable().sets_out(crews=({"Rasputina": 2}, {"Lynch": 5}))
    assert kinds(t.wounded("Rasputina", 1)) == []
    assert kinds(t.wounded("Rasputina", 1)) == [("kill", "Rasputina", "Ana")]
    assert kinds(t.wounded("Rasputina", -1)) == []


@pytest.mark.rule("MX-19")
@pytest.mark.parametrize(("card", "goes_on"), [("10", True), ("9", False)])
def test_the_final_flip_is_that_of_turn_5(card: str, goes_on: bool) -> None:
    """L90: in turn 5 the First Player flips; 10 or more brings another turn, and less ends the game."""
    t = malifaux.table().turns(4)
    assert kinds(t.no_more_points()) == []
    t.turns(5).no_more_points()
    t.flip(card)
    [(kind, _, who)] = kinds(t)
    assert (kind, who, t.s.phase != "end") == ("final_flip", "Ana", goes_on)


@pytest.mark.rule("MX-20")
def test_the_points_of_the_winner_say_how_it_was_won() -> None:
    """L92: the most victory points win; a draw has no such note."""
    t = malifaux.table().turns(5).no_more_points().stops()
    level = t.copy().no_more_points()
    assert [told[0] for told in kinds(level)] == []
    [note] = [note for note in t.scores("Beto").no_more_points().notes if note.kind not in ("", "ruling")]
    assert (note.kind, english(note.text)) == ("win", "Beto: 1 victory point")
