"""Cards as dice: their numbers by suits, what is in doubt, who may be the camera, and the worker that reads them."""

from __future__ import annotations

import pickle
from functools import partial

import cv2
import pytest

import vision
from companion.decoding import pool, tasks
from companion.dice.capture import Capture, read_capture_file
from companion.dice.kinds import card_reader_spec
from companion.dice.readers import build_reader
from companion.dice.roll import DoubtfulRoll, find_roll_choice, roll_from_reading, roll_hole
from companion.i18n import translator
from rules.engine import CardFace, CardKind, Cards, Choice, Dice, Event, Prompt, Rolled, Template, Text
from rules.malifaux.model.fate_deck import fate_cards, table_cards
from tests.support.card_film import LaidCard, lying
from vision.cards import POSSIBLE_CARD, Card, CardReading
from vision.reading import Reading, Reject

ES = translator("es")
HERE = (10, 10, 80, 112)
SPEC = card_reader_spec(fate_cards("rmtc"))


def seen(monkeypatch: pytest.MonkeyPatch, *cards: Card, rejects: tuple[Reject, ...] = ()) -> Reading:
    """The reading of a picture in which ``vision`` sees those cards."""
    told = CardReading(cards, rejects, (640, 480))
    monkeypatch.setattr(vision, "read_cards", lambda image, expected=None: told, raising=False)
    return build_reader(SPEC)(lying(()))


@pytest.mark.parametrize(
    ("rank", "suit", "order", "value"),
    [
        (1, "hearts", "rmtc", "1r"),
        (13, "diamonds", "rmtc", "13m"),
        (7, "clubs", "rmtc", "7t"),
        (12, "spades", "rmtc", "12c"),
        (7, "clubs", "rctm", "7t"),
        (12, "spades", "rctm", "12m"),
        (5, "rams", "rmtc", "5r"),
        (5, "crows", "rctm", "5c"),
        (5, "tomes", "rtmc", "5t"),
        (5, "masks", "mrct", "5m"),
        (0, "red", "rmtc", "red"),
        (0, "black", "rmtc", "black"),
    ],
)
def test_every_card_has_its_place_in_the_deck(
    rank: int, suit: str, order: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ordinary suits stand for those of the table; printed ones are read as they are."""
    told = CardReading((Card(rank, suit, HERE, 0.9),), (), (640, 480))
    monkeypatch.setattr(vision, "read_cards", lambda image, expected=None: told, raising=False)
    [die] = build_reader(card_reader_spec(fate_cards(order)))(lying(())).dice
    assert table_cards(order).values_of((die.value,)) == (value,)


def test_where_suits_say_nothing_only_ranks_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rank that is sure needs nobody who looks at its suit; the color of a joker does."""
    hole = table_cards("")
    assert hole.kind is not None
    read = build_reader(card_reader_spec(hole.kind))
    unsure = "faint"
    for card, value, doubt in (
        (Card(7, "clubs", HERE, 0.5, unsure, is_rank_sure=True), "7", None),
        (Card(7, "crows", HERE, 0.5, unsure), "7", unsure),
        (Card(0, "red", HERE, 0.9), "red", None),
        (Card(0, "black", HERE, 0.5, unsure, is_rank_sure=True), "black", unsure),
    ):
        told = CardReading((card,), (), (640, 480))
        monkeypatch.setattr(vision, "read_cards", lambda image, expected=None, told=told: told, raising=False)
        [die] = read(lying(())).dice
        assert (hole.values_of((die.value,)), die.doubt) == ((value,), doubt)


def test_what_is_in_doubt_is_said_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of cards, a doubtful one, and one that may have been missed."""
    ace, king = Card(1, "hearts", HERE, 0.9), Card(13, "spades", (300, 10, 80, 112), 0.9)
    one, both = table_cards("rmtc"), table_cards("rmtc", (0, 1))
    assert roll_from_reading(seen(monkeypatch, king, ace), both) == Rolled((1, 52)), "in reading order"
    doubtful = Card(13, "spades", HERE, 0.4, "faint")
    perhaps = (Reject((500, 10, 80, 112), POSSIBLE_CARD),)
    for reading, hole, says in (
        (seen(monkeypatch), one, "No veo ninguna carta."),
        (seen(monkeypatch, ace), both, "Solo veo 1 carta en vez de 2."),
        (seen(monkeypatch, ace, king), one, "Veo 2 cartas: toca la que cuenta."),
        (seen(monkeypatch, ace, king, king), both, "Veo 3 cartas en vez de 2: toca la que sobra."),
        (seen(monkeypatch, doubtful), one, "Tengo dudas con una carta: mírala y corrígela."),
        (seen(monkeypatch, ace, rejects=perhaps), one, "Puede haber una carta más donde está el signo"),
    ):
        roll = roll_from_reading(reading, hole)
        assert isinstance(roll, DoubtfulRoll)
        assert ES(roll.reason).startswith(says)


def test_the_camera_looks_for_the_most_cards_that_a_question_takes() -> None:
    """One card of the next seat, or those of all at once; cards without a kind, and of a hand, are not for a camera."""
    none, one, both = Cards("cards", ()), table_cards("rmtc"), table_cards("rmtc", (0, 1))
    choices = tuple(Choice(Text("card"), Template(Event(), (hole,))) for hole in (none, one, both))
    found = find_roll_choice(Prompt((0,), Text("card"), "X-01", choices))
    assert found is choices[2]
    assert [roll_hole(choice) for choice in choices] == [None, one, both]
    assert roll_hole(Choice(Text("die"), Template(Event(), (Dice("faces"),)))) == Dice("faces")


def test_any_game_may_ask_for_a_rank_and_a_suit() -> None:
    """A kind of cards of its own is enough: there the camera gives the game's own values."""
    suits = ("♥", "♦", "♣", "♠")
    faces = [CardFace(f"{suit}{n}", Text("{n}", n=n), str(n), suit) for suit in suits for n in range(1, 14)]
    kind = CardKind((*faces, CardFace("red", Text("red"), ""), CardFace("black", Text("black"), "")))
    hole = Cards("cards", (), kind=kind)
    assert card_reader_spec(kind).suits == suits
    assert hole.values_of((14, 54)) == ("♦1", "black")
    assert hole.admits(("♦1",))
    assert not hole.admits(("♦14",))


def test_a_photo_of_cards_is_read_in_a_worker() -> None:
    """The answer of the worker is validated like that for dice: nothing a phone sends is trusted."""
    picture = cv2.imencode(".png", lying([LaidCard(7, "hearts", 180, 240, 150), LaidCard(12, "spades", 430, 240, 150)]))
    job = pickle.dumps(partial(read_capture_file, picture[1].tobytes(), 2, SPEC, range(2, 3)))
    capture = pool.checked_answer(read_capture_file, tasks.answer_job(job))
    assert isinstance(capture, Capture)
    assert capture.reading.are_cards
    assert len(capture.crops) == len(capture.reading.dice) > 0
    assert all(1 <= die.value <= 54 for die in capture.reading.dice)
