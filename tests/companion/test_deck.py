"""The virtual deck: cards dealt on demand, logged, secret, and replayed exactly."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.base.actors import STOPS_ACTOR
from companion.library.library import Library
from companion.match.deck import draw_cards
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.engine import CardFace, Cards, Choice, Event, Template, Text
from rules.malifaux.model.events import (
    Cheated,
    Chose,
    Drew,
    Flipped,
    Mustered,
    PhaseOver,
    PointsDone,
    Took,
    Turned,
)
from rules.malifaux.model.fate_deck import DECK, UNKNOWN_CARD, card_face
from rules.registry import GAMES
from tests.support.ui.headless import say


@pytest.fixture
def table(library: Library) -> Table:
    """A table at which both players have drawn and flipped; the higher one chooses."""
    table = library.matches.create("malifaux", ("Ana", "Beto"), (("deck", "virtual"),))
    for event in (Mustered(0, (), 0, "Breakthrough"), Mustered(1)):
        say(table, event)
    return table


def test_cards_are_drawn_by_themselves_and_logged(table: Table) -> None:
    """Cards are dealt by themselves in the answer's group: six each and a flip each.

    One undo takes all of them back.
    """
    drawn = [line.entry for line in table.log() if isinstance(line.entry.event, Drew)]
    assert [len(entry.event.cards) for entry in drawn] == [6, 6]
    assert {entry.actor for entry in drawn} == {STOPS_ACTOR}
    assert len({line.entry.group for line in table.log()[2:]}) == 1
    assert table.prompt is not None
    assert table.prompt.rule == "MX-11"
    before = table.state
    table.undo()
    assert table.state.players[0].hand == ()
    table.redo()
    assert table.state == before


def test_a_taken_up_match_has_the_same_cards_and_knows_no_others(table: Table, tmp_path: Path) -> None:
    """Replay deals the same cards; neither the log nor the state reveals the deck's order."""
    say(table, Chose(True))
    table.make_remark(Turned(0, ()))
    storage = Storage(tmp_path)
    again = Library(storage, GAMES).matches.open(table.match.id)
    assert again.state == table.state
    codec = storage.codec(table.game)
    events = "".join(codec.write_event(line.entry.event) for line in table.log())
    known = {card for player in table.state.players for card in (*player.hand, *player.discard)}
    assert all(f'"{card}"' not in events + codec.write_state(table.state) for card in DECK[:52] if card not in known)
    storage.close()


def test_a_hand_is_seen_by_whose_it_is(table: Table) -> None:
    """A hand and its schemes are visible to their owner's phone only: state, prompt and log."""
    table._load_claimed_seats = lambda: frozenset({0, 1})
    beto, mine = table.table_state_for(DeviceRole(1)).state, table.table_state_for(DeviceRole(0)).state
    assert beto.players[0].hand == (UNKNOWN_CARD,) * 6
    assert beto.players[0].schemes not in ("", "Breakthrough")
    assert mine.players[0] == table.state.players[0]
    drew = [line for line in table.log(DeviceRole(1)) if "draws" in line.text.key]
    assert {type(line.entry.event) for line in drew} == {Drew, Event}
    assert [line.entry.event.seat for line in drew if isinstance(line.entry.event, Drew)] == [1]
    assert "Breakthrough" not in repr((beto, table.log(DeviceRole(1)), table.table_state_for(DeviceRole(1)).prompt))


def test_a_phone_for_all_tells_no_card_that_was_drawn(table: Table) -> None:
    """On a shared phone, the log and an undo say how many cards were drawn, and not which."""
    say(table, Chose(True))
    table.make_remark(Took(0, ()))
    told = [line.text for line in table.log() if isinstance(line.entry.event, Drew | Took)]
    assert [dict(text.args)["n"] for text in told] == [6, 6, 1]
    names = {repr(card_face(card).name) for player in table.state.players for card in player.hand}
    assert not any(name in repr((told, table.view().preview_undo())) for name in names)


def test_a_card_from_the_hand_replaces_a_flip(table: Table) -> None:
    """A card from the hand replaces a flipped card; both end on the discard pile."""
    say(table, Chose(True))
    table.make_remark(Turned(0, ()))
    flip, held = table.state.players[0].flip, table.state.players[0].hand
    table.make_remark(Cheated(0, (held[0],)))
    player = table.state.players[0]
    assert (player.flip, player.hand) == (held[0], held[1:])
    assert {flip, held[0]} <= set(player.discard)


def test_the_flip_for_the_end_waits_for_a_tap(table: Table) -> None:
    """The flip that decides the end is dealt only when somebody asks for it."""
    table.adjust("table.turn", 4)
    for event in (Chose(True), PhaseOver(), PointsDone()):
        say(table, event)
    assert table.prompt is not None
    assert table.prompt.rule == "MX-19"
    seat = table.prompt.seats[0]
    asked = table.prompt_id
    say(table, Flipped(seat))
    flips = [line.entry for line in table.log() if line.entry.prompt_id == asked]
    assert isinstance(flips[0].event, Flipped)
    assert flips[0].actor != STOPS_ACTOR
    assert (table.state.phase == "end") is (table.state.card_value(flips[0].event.cards[0]) < 10)


def choice(of: tuple[str, ...], most: int) -> Choice:
    faces = tuple(CardFace(value, Text("{n}", n=value), value) for value in of)
    return Choice(Text("x"), Template(Drew(0), (Cards("cards", faces, most, most, "deck"),)))


def test_every_card_is_as_likely() -> None:
    """All 54 cards are dealt equally often, never twice in a draw; given cards are kept."""
    chance, times = Random(5), 4000
    counts: Counter[str] = Counter()
    for _ in range(times):
        event = draw_cards([choice(DECK, 6)], Drew(0), chance)
        assert isinstance(event, Drew)
        assert len(set(event.cards)) == 6
        counts.update(event.cards)
    assert set(counts) == set(DECK)
    mean = times * 6 / 54
    assert sum((counts[card] - mean) ** 2 / mean for card in DECK) < 90  # 0.1 % quantile, 53 degrees of freedom
    assert draw_cards([choice(DECK, 1)], Drew(0, ("3r",))) == Drew(0, ("3r",))
