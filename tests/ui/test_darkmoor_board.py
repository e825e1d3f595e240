"""What Darkmoor's board and seats show, as data: locations, hordes, the hero, the score."""

from __future__ import annotations

import pytest

from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.ui.games.darkmoor.board_model import (
    LOW_PLACE_HEIGHT,
    MAX_MINION_HEIGHT,
    MIN_MINION_HEIGHT,
    PLACE_HEIGHT,
    THIN_PLACE_HEIGHT,
    HordesBoard,
    PlaceColumn,
    board_model,
)
from companion.ui.games.darkmoor.model import MODEL
from companion.ui.table.model.board_room import ENDLESS_ROOM, BoardRoom
from companion.ui.table.model.seats import seat_models
from rules.darkmoor.model.cards import HeroCard, LocationCard, MinionCard
from rules.darkmoor.model.events import Began, Located, Played, TurnedUp
from tests.support.ui.table_context import table_context

FULL, MEDIUM, THIN = BoardRoom(374, 400), BoardRoom(374, 240), BoardRoom(374, 130)
PLAYERS = ("Ana", "Beto", "Cira", "Dani")
NAMES = ("Moor", "Fen", "Crag", "Gate", "Keep")


def sat(library: Library, players: int = 3, hordes: tuple[int, ...] = ()) -> Table:
    """A table with a hero of threshold 6, and minions of peril 1 at those locations, in turn."""
    table = library.matches.create("darkmoor", PLAYERS[:players])
    for name in NAMES[: players + 1]:
        table.answer(table.prompt_id, Located((LocationCard(name, vp=5),)))
    table.answer(table.prompt_id, TurnedUp((HeroCard("Mad Malis", threshold=6),)))
    table.answer(table.prompt_id, Began(0))
    for k, place in enumerate(hordes):
        table.answer(table.prompt_id, Played(place, (MinionCard(f"Imp {k}", peril=1, vp=2),)))
    return table


def shown(table: Table, room: BoardRoom = FULL, role: DeviceRole | None = None) -> HordesBoard:
    """What the board of the host's phone shows, or of one in that role."""
    return board_model(table_context(table, role) if role else table_context(table), room)


def names(column: PlaceColumn) -> list[str]:
    """The words on the minions of a column."""
    return [minion.name for minion in column.minions]


def test_a_location_is_a_column_with_its_horde(library: Library) -> None:
    """A column has its peril against the threshold, and each minion its owner's letter."""
    board = shown(sat(library, hordes=(0, 0, 1)))
    moor, fen, *free = board.columns
    assert (moor.name, moor.vp, moor.peril, names(moor)) == ("Moor", 5, "2/6", ["A · Imp 0", "B · Imp 1"])
    assert (fen.peril, names(fen)) == ("1/6", ["C · Imp 2"])
    assert [(column.peril, column.minions) for column in free] == [("0/6", ()), ("0/6", ())]
    first = moor.minions[0]
    assert (first.seat, first.peril, first.worth, first.spoken) == (0, 1, "2", "Imp 0 (Ana): peril 1, 2 VP")
    assert (board.hero.name, board.hero.threshold) == ("Mad Malis", "6")
    assert board.hero.detail == "attacks at peril 6 or more"


def test_a_free_cell_stands_where_a_minion_may_be_played(library: Library) -> None:
    """Whoever may play has a free cell at the back of each horde; who looks on has none."""
    table = sat(library, hordes=(0,))
    said = [column.free.spoken for column in shown(table).columns if column.free]
    assert [one.partition(". ")[2] for one in said] == [f"Play at the back of {name}" for name in NAMES[:4]]
    assert [one.partition(",")[0] for one in said] == list(NAMES[:4])
    watching = shown(table, role=DeviceRole(is_spectator=True))
    assert [column.free for column in watching.columns] == [None] * 4


def test_who_falls_has_a_red_frame_and_its_location_too(library: Library) -> None:
    """A horde with the hero's peril is reached, and the minion that he would defeat falls."""
    table = sat(library, hordes=(0, 0, 1))
    nearest = table.state.places[0].horde[1]
    table.adjust(f"minion.{nearest.id}.peril", 4)
    moor, fen, *_ = shown(table).columns
    assert (moor.reached, moor.peril, fen.reached) == (True, "6/6", False)
    assert [minion.falls for minion in moor.minions] == [
        minion.doomed for minion in table_context(table).game_view.places[0].horde
    ]
    assert sum(minion.falls for minion in moor.minions) == 1


@pytest.mark.parametrize(
    ("room", "place", "has_haven"),
    [(ENDLESS_ROOM, PLACE_HEIGHT, True), (FULL, PLACE_HEIGHT, True), (MEDIUM, LOW_PLACE_HEIGHT, False)],
)
def test_all_minions_have_tiles_where_there_is_room(
    library: Library, room: BoardRoom, place: int, has_haven: bool
) -> None:
    """The tiles are as high as the room allows; a location loses first what is in its haven."""
    board = shown(sat(library, hordes=(0, 1)), room)
    assert (board.sizes.place, board.sizes.has_haven) == (place, has_haven)
    assert MIN_MINION_HEIGHT <= board.sizes.minion <= MAX_MINION_HEIGHT
    assert [column.hidden for column in board.columns] == [(), (), (), ()]


def test_minions_without_room_are_marks_on_their_location(library: Library) -> None:
    """With little room those next to the location are marks, and none is lost."""
    table = sat(library, hordes=(0, 0, 0, 0, 0))
    board = shown(table, THIN)
    assert (board.sizes.place, board.columns[0].free is not None) == (THIN_PLACE_HEIGHT, True)
    assert board.columns[0].hidden == (0, 1, 2, 0, 1)  # the only row is that of the free cells
    watching = shown(table, THIN, DeviceRole(is_spectator=True)).columns[0]
    assert (watching.hidden, names(watching)) == ((0, 1, 2, 0), ["B · Imp 4"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_columns_fit_side_by_side(library: Library, players: int) -> None:
    """Up to five locations fit into the width of a phone."""
    board = shown(sat(library, players))
    count = len(board.columns)
    assert count == players + 1
    assert board.sizes.width * count + 6 * (count - 1) == pytest.approx(374)
    assert board.width == 374


def test_a_seat_has_the_score_as_it_stands(library: Library) -> None:
    """Large are the VP if the game ended now and the hand, small the VP in tokens."""
    table = sat(library, hordes=(0,))
    table.adjust("seat.0.tokens", 3)
    ana, beto, _ = seat_models(table_context(table), MODEL)
    assert [number.tracker.value for number in ana.numbers] == [2 + 5 + 3, table.state.players[0].hand]
    assert (ana.note.words, beto.note.words) == ("3 in tokens", "0 in tokens")
    assert ana.spoken == f"Ana, VP if it ended now 10, cards in hand {table.state.players[0].hand}, 3 in tokens"
