"""What hands must do after an answer (play findings, "Telling what happened"): from the seeds' sentences."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.latest import NOTHING_DONE, HandMark, hand_lines
from companion.match.log import LogLine
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import StaleAnswerError, Table
from companion.storage.records import Entry
from rules.engine import Change, Event, Note, Refused, Rolled, Text, examples
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Revealed
from rules.king_of_tokyo.model.events import Began
from rules.registry import GAMES
from tests.support.device_seats import BEA
from tests.support.moments import kill_first_monster, loot, plays
from tests.support.ui.headless import action_phase, say

ES = translator("es")
ANA, BETO = Target("seat", 0), Target("seat", 1)
DISCARDED = "pon la carta jugada en el descarte de botín"
REWARD = "Ana: coge 1 ¢ · pon Mosca en el descarte de monstruos"
PENALTY = "descarta 1 botín · paga 1 ¢ · gira personaje y objetos activables"


@pytest.fixture
def table(library: Library) -> Table:
    """Ana of three has 3 ¢ and 3 loot, her action phase has begun, and what began her turn is done."""
    table = action_phase(library)
    for line in table.hand_lines():
        table.tick(line.marks)
    return table


def told(table: Table, role: DeviceRole = HOST_ROLE) -> list[str]:
    """The lines that stand, as they are read in Spanish, without the discard of the loot card that ``plays`` plays."""
    lines = (ES(line.text(table.match.seats)) for line in table.hand_lines(role))
    left = (re.sub(rf"(: ){DISCARDED} · | · {DISCARDED}", r"\1", line) for line in lines)
    return [line for line in left if not line.endswith(f": {DISCARDED}")]


def usual(table: Table) -> Event:
    """The usual answer to the present question."""
    assert table.prompt is not None
    return next(c.event for c in table.prompt.choices if c.role in ("default", "exit"))


# --- Four Souls --------------------------------------------------------------------------------------------------


def test_the_turn_begins_with_a_card(library: Library) -> None:
    """Seed: the active player recharges, then loots 1."""
    assert any(line.endswith("roba 1 botín") for line in told(action_phase(library)))


def test_a_death_tells_what_is_paid(table: Table) -> None:
    """Seed, "Muerte del jugador": a loot card, 1 ¢, a non-eternal item, active items and character turned.

    Beto has no item that can be destroyed, so that nothing says he destroys one.
    """
    plays(table, Effect("kill", BETO))
    assert told(table) == [f"Beto: {PENALTY}"]


def test_the_death_of_whoever_plays_is_not_forgotten_with_the_turn(table: Table) -> None:
    """Her turn ends with it, but what she pays is still to be done, and her D6 is recharged by its own text."""
    plays(table, Effect("kill", ANA))
    assert table.state.turn == 2
    assert f"Ana: {PENALTY} · recarga El D6" in told(table)


def test_a_trinket_that_stays_takes_no_treasure(table: Table) -> None:
    """Seed: a trinket is loot that becomes an item; it lies there already, and nobody takes a treasure for it."""
    say(table, replace(loot(table), name="swallowed-penny"))
    while table.state.stack.items:
        say(table, usual(table))
    assert [item.card for item in table.state.players[0].items][-1:] == ["swallowed-penny"]
    assert not any("tesoro" in line for line in told(table))


def test_a_death_takes_an_item_of_whoever_has_one(table: Table) -> None:
    plays(table, Effect("treasure", ANA, 1))
    assert "Ana: coge 1 tesoro" in told(table)
    table.adjust("seat.0.cents", -3)
    say(table, Attacked(table.state.slots[1].id))
    while table.state.turn == 1:
        say(table, Rolled((1,)) if table.state.agenda[0].name.endswith("roll_die") else usual(table))
    line = next(line for line in told(table) if "destruye" in line)
    assert line.startswith("Ana: descarta 1 botín · destruye 1 objeto")
    assert "¢" not in line  # she has none left


def test_what_is_not_there_is_not_paid(table: Table) -> None:
    """Who has neither loot nor ¢ discards and pays nothing."""
    table.adjust("seat.1.cents", -3)
    table.adjust("seat.1.loot", -3)
    plays(table, Effect("kill", BETO))
    assert "Beto: gira personaje y objetos activables" in told(table)
    assert not any(line.startswith("Beto: ") and ("descarta" in line or "paga" in line) for line in told(table))


def test_a_reward_is_taken(table: Table) -> None:
    """Fly is worth 1 ¢, and its card is discarded (L242)."""
    kill_first_monster(table)
    assert REWARD in told(table)


def test_a_loot_card_that_was_played_is_discarded(table: Table) -> None:
    """Seed L271: a card that leaves the stack goes on its discard."""
    plays(table, Effect("damage", BETO, 1))
    lines = [ES(line.text(table.match.seats)) for line in table.hand_lines()]
    assert lines == [f"Ana: {DISCARDED}"]


def test_one_player_takes_from_another() -> None:
    """What one loses to another is given, not discarded and drawn; who gives two in one go gives two."""
    game, after = GAMES["four_souls"], (1, 0)
    notes = (
        Note("FS-34", Text("x"), Change("seat.1.loot", "Beto", Text("loot cards"), 3, 1)),
        Note("FS-34", Text("x"), Change("seat.0.loot", "Ana", Text("loot cards"), 3, 5)),
        Note("FS-34", Text("x"), Change("seat.2.cents", "Cira", Text("¢"), 3, 2)),
    )
    line = LogLine(Entry(1, 0.0, "host", 1, None, Rolled((1,))), Text("x"), notes, turn=after)
    lines = [ES(one.text(("Ana", "Beto", "Cira"))) for one in hand_lines(game, [line], ("Ana", "Beto", "Cira"))]
    assert lines == ["Beto: da 2 cartas de botín a Ana", "Cira: paga 1 ¢"]


def told_after(*notes: Note, done: frozenset[HandMark] = NOTHING_DONE) -> list[str]:
    """The lines after one answer with each of those notes in a game of Four Souls."""
    lines = [
        LogLine(Entry(seq, 0.0, "host", seq, None, Rolled((1,))), Text("x"), (note,), turn=(1, 0))
        for seq, note in enumerate(notes, 1)
    ]
    names = "Ana", "Beto", "Cira"
    return [ES(one.text(names)) for one in hand_lines(GAMES["four_souls"], lines, names, done)]


def number(key: str, before: int, after: int, owner: str = "Ana") -> Note:
    return Note("FS-34", Text("x"), Change(key, owner, Text("¢"), before, after))


def test_what_is_paid_and_taken_of_coins_is_one_move() -> None:
    """Three purchases and a reward: 5, 7 and 2 paid, 4 taken, are 10 to be paid; what is even is no move."""
    coins = [number("seat.0.cents", *pair) for pair in ((20, 15), (15, 8), (8, 6), (6, 10))]
    assert told_after(*coins) == ["Ana: paga 10 ¢"]
    assert told_after(number("seat.0.cents", 3, 5), number("seat.0.cents", 5, 3)) == []


def test_cards_that_are_drawn_and_discarded_are_two_moves() -> None:
    loot = number("seat.0.loot", 3, 4), number("seat.0.loot", 4, 2), number("seat.0.loot", 2, 3)
    assert told_after(*loot) == ["Ana: roba 2 cartas de botín · descarta 2 cartas de botín"]


def test_what_was_ticked_does_not_count_any_more() -> None:
    """Ana has paid the 5 of the first purchase: 7 are left to be paid."""
    coins = number("seat.0.cents", 20, 15), number("seat.0.cents", 15, 8)
    assert told_after(*coins, done=frozenset({(1, 0)})) == ["Ana: paga 7 ¢"]


def test_a_later_task_for_a_thing_takes_the_place_of_the_earlier_one() -> None:
    """A card that goes on from one place to another has one task, whoever does it; one player's tasks are no thing."""

    def task(text: str, subject: str, seat: int) -> Note:
        return Note("FS-34", Text("x"), subject=subject, seat=seat, task=Text(text))

    assert told_after(task("a", "Cleric", 0), task("b", "Mage", 0), task("c", "Cleric", 1)) == ["Ana: b", "Beto: c"]
    assert told_after(task("a", "Ana", 0), task("b", "Ana", 0)) == ["Ana: a · b"]


def test_what_is_counted_by_nobody_is_told_to_nobody(library: Library) -> None:
    """A table that does not count ¢ is told nothing of them."""
    table = action_phase(library)
    table.set_ruling("follow.cents", "off")
    kill_first_monster(table)
    assert not any("¢" in line for line in told(table))


def test_what_hands_have_done_already_is_no_task(table: Table) -> None:
    """A number set by hand and a loot card that was played lie there already; life is a number alone."""
    table.adjust("seat.0.cents", 2)
    table.adjust("seat.1.loot", 1)
    plays(table, Effect("damage", BETO, 1))
    assert told(table) == []


# --- ticking -----------------------------------------------------------------------------------------------------


def test_a_tick_is_for_all_devices(table: Table) -> None:
    kill_first_monster(table)
    (line,) = table.hand_lines(BEA)
    redrawn = list[int]()
    stop = table.subscribe(lambda: redrawn.append(1))
    table.tick(line.marks, BEA)
    stop()
    assert redrawn
    assert told(table) == told(table, BEA) == []
    with pytest.raises(StaleAnswerError):
        table.tick(line.marks)


def test_who_watches_ticks_nothing(table: Table) -> None:
    kill_first_monster(table)
    with pytest.raises(Refused):
        table.tick(table.hand_lines()[0].marks, DeviceRole(is_spectator=True))
    assert told(table) == [REWARD]


def test_an_undo_takes_its_lines_back_and_a_redo_brings_them_unticked(table: Table) -> None:
    """What was undone did not happen; who has put it back does it again after the redo."""
    kill_first_monster(table)
    table.tick(table.hand_lines()[0].marks)
    table.undo()
    assert told(table) == []
    table.redo()
    assert told(table) == [REWARD]


def test_lines_of_a_turn_end_with_it(table: Table) -> None:
    """When the next player's turn is under way, what was left of the turn before is forgotten."""
    kill_first_monster(table)
    assert told(table) == [REWARD]
    while table.state.turn == 1:
        say(table, going_on(table))
    assert "Beto: roba 1 botín" in told(table) or any(line.startswith("Beto") for line in told(table))
    while table.state.phase != "action":
        say(table, going_on(table))
    assert not any(line.startswith("Ana") for line in told(table)), told(table)


def going_on(table: Table) -> Event:
    """The answer that goes on: a monster that comes, the end of the turn, or nobody's response."""
    assert table.prompt is not None
    choices = table.prompt.choices
    if any(isinstance(c.event, Revealed) for c in choices):
        return Revealed(0, (monsters()["fly"],))
    exits = [c.event for c in choices if c.role == "exit"]
    return (exits or [c.event for c in choices if c.role == "default"])[0]


# --- the other games ---------------------------------------------------------------------------------------------


def test_every_game_says_which_numbers_are_things() -> None:
    """Each number that stands for things is a tracker of its game."""
    for game in GAMES.values():
        keys = {f"{group.prefix}.{kind.name}" for group in game.tracker_groups for kind in group.kinds}
        assert set(game.hand_moves) <= keys, game.key


def test_cubes_are_taken_but_hearts_are_on_the_board(library: Library) -> None:
    """King of Tokyo, seed: 1 energy for each die that shows it. Points are on the monster's own board."""
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto", "Cira"))
    say(table, Began(0))
    say(table, Rolled((5, 5, 1, 1, 1, 5)))
    assert told(table) == ["Ana: coge 3 energías · ve a la Ciudad de Tokio"]
    assert table.state.monsters[0].points == 2


def test_everybody_draws_a_room_at_a_table_with_cards(library: Library) -> None:
    """Boss Monster, seed: each turn begins with a room card for everybody; virtual cards are dealt by the app."""
    for cards, expected in (("table", True), ("virtual", False)):
        table = library.matches.create("boss_monster", ("Ana", "Beto"), (("cards", cards),))
        lines: list[str] = []
        while table.state.turn < 2 and table.prompt is not None:
            say(table, first_answer(table))
            lines += told(table)
        assert ("Todos roban una habitación" in lines) is expected, lines


def first_answer(table: Table) -> Event:
    """An answer of the first usual choice, filled in."""
    assert table.prompt is not None
    usual_choice = next(c for c in table.prompt.choices if c.role in ("default", "exit"))
    return next(iter(examples(usual_choice.template)))
