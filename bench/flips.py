"""An evening of three turns of Malifaux in which every flip comes from a film, photographed.

The phone stands over a table, in Chromium, and the camera follows the decks: the initiative of each turn, with a tie, a
flip that a soulstone pays for, one of a duel that is only noted, and the flip for another turn, which a card of the
hand replaces. People tap what they decide. A card in doubt is put right as a person would, and counted. ``--table`` is
a picture of a table to lay the cards on. The pictures go to ``bench/out/flips/``, joined to a sheet beside that folder.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import click
from playwright.sync_api import sync_playwright

from bench.sheets.paste import paste
from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from rules.engine import Event
from rules.malifaux.model.events import Flipped, FlippedTogether, Kept, Mustered, Replaced, Turned
from rules.malifaux.model.fate_deck import card_face
from rules.malifaux.model.state import Recruit
from rules.registry import GAMES
from tests.support import card_film
from tests.support.card_film import LaidCard, flipped, still
from tests.support.ui import browser as driving
from tests.support.ui.fake_camera import film, film_flags

OUT = Path(__file__).parent / "out" / "flips"
SIZE = {"width": 390, "height": 664}
RATE = 30
NURIA, HUGO = (200.0, 240.0), (430.0, 240.0)
ES = translator("es")
FIRST_TURN, TURNS = 3, 3
PATIENCE, LOOK = 90.0, 6.0
"""Seconds until a flip must be entered, and after which one that is not has been asked about."""
PLAYING_SUITS = dict(zip("rmtc", ("hearts", "diamonds", "clubs", "spades"), strict=True))
Card = str
"""The value of a card in events."""


@dataclass
class Evening:
    """The phone over the table, its film, the pictures so far, and how many flips were read and asked about."""

    phone: driving.Phone
    server: driving.Server
    reel: Path
    match: str
    lying: dict[int, LaidCard] = field(default_factory=dict)
    shots: list[tuple[str, bool, Path]] = field(default_factory=list)
    cards: int = 0
    flips: int = 0
    asked: int = 0

    def shoot(self, caption: str) -> None:
        """Take a picture of the phone."""
        self.phone.page.wait_for_timeout(500)
        path = OUT / f"{len(self.shots) + 1:02}.png"
        self.phone.page.screenshot(path=path)
        self.shots.append((caption, False, path))

    def log(self) -> list[Event]:
        """Return the events in effect, as they are on the disk."""
        storage = self.server.open_storage()
        try:
            table = Library(storage, GAMES).matches.open(self.match)
            return [line.entry.event for line in table.log() if line.is_in_effect]
        finally:
            storage.close()

    def films(self, cards: dict[int, Card]) -> None:
        """Let the camera see those cards flipped onto what lies there, for each seat on its place."""
        laid = {seat: laid_card(card, NURIA if seat == 0 else HUGO, self.cards + seat) for seat, card in cards.items()}
        before = tuple(card for seat, card in self.lying.items() if seat not in cards)
        self.lying.update(laid)
        after = tuple(laid.values())
        film(self.reel, chain(still(2, before, RATE), flipped(after, before, RATE), still(30, (*before, *after), RATE)))

    def flip(self, caption: str, expected: Event, cards: dict[int, Card], open_with: Sequence[str] = ()) -> None:
        """Film a flip and wait until it is in the log; put right what is asked about."""
        count = sum(isinstance(event, type(expected)) for event in self.log())
        self.films(cards)
        for name in open_with:
            self.phone.tap(name)
        began, is_shot, is_asked = time.monotonic(), False, False
        while sum(isinstance(event, type(expected)) for event in self.log()) == count:
            waited = time.monotonic() - began
            assert waited < PATIENCE, f"{expected} was not entered"
            if not is_shot and waited > 3:
                self.shoot(caption)
                is_shot = True
            if waited > LOOK and not is_asked:
                is_asked = self.is_put_right(cards)
            time.sleep(0.3)
        self.cards, self.flips, self.asked = self.cards + len(cards), self.flips + 1, self.asked + is_asked
        entered = [event for event in self.log() if isinstance(event, type(expected))][-1]
        assert entered == expected, f"{entered} for {expected}"
        self.phone.sees_no("Leo ")  # what was read, until the next question is drawn
        self.shoot(f"{caption}: in the log")

    def is_put_right(self, cards: dict[int, Card]) -> bool:
        """Correct each card in the review, as somebody does who looks at it; return whether it was asked about.

        A card in doubt that is taken for the one that it lies on is said to be a new one, and which card counts, where
        the others are seen too.
        """
        phone = self.phone
        keys = [key for key in ("Corregirlo aquí", "Es un volteo nuevo", "Es otra carta") if phone.can_tap(key)]
        if not keys:
            return False
        phone.tap(keys[0]).sees("Leer otra vez")
        seen = len(set(re.findall("^Carta ([0-9]+): ", phone.text, re.MULTILINE)))
        for k, seat in enumerate(sorted(self.lying), start=1):
            if seat in cards:
                self.correct(k if seen > len(cards) else 1 + sorted(cards).index(seat), cards[seat])
                if seen > len(cards):
                    if f"¿Cuál es la carta {k}?" not in phone.text:
                        phone.tap(re.compile(f"^Carta {k}: "))
                    phone.tap("Solo cuenta esta")
        self.shoot("as they lie there")
        phone.tap(re.compile("^Es "))
        return True

    def correct(self, k: int, card: Card) -> None:
        """Say which card that one in the review is, unless it is read so."""
        phone, face, asked = self.phone, card_face(card), f"¿Cuál es la carta {k}?"
        tile, name = re.compile(f"^Carta {k}: "), re.compile(f"^{ES(face.name)}$")
        if re.search(f"^Carta {k}: {ES(face.name)}(, dudosa)?$", phone.text, re.MULTILINE):
            return
        if asked not in phone.text:
            phone.tap(tile).sees(asked)
        if not phone.can_tap(name):  # the suit is another one: first the number
            phone.tap(re.compile(f"^{face.rank} de ")).tap(tile).sees(asked)
        self.shoot("one is put right")
        phone.tap(name)


def laid_card(card: Card, place: tuple[float, float], seed: int) -> LaidCard:
    """Return a card on its place, a little turned."""
    rank, suit = (0, card) if card in ("red", "black") else (int(card[:-1]), PLAYING_SUITS[card[-1]])
    return LaidCard(rank, suit, *place, 140, (-6, 3, 0, 5, -3)[seed % 5])


def begin(server: driving.Server) -> str:
    """Return the match before the initiative of its third turn."""
    storage = server.open_storage()
    library = Library(storage, GAMES)
    table = library.matches.create("malifaux", ("Nuria", "Hugo"), (("deck", "seen"), ("MX-A3", "yes")))
    for event in (Mustered(0, (Recruit("Rasputina", 10),), 1), Mustered(1, (Recruit("Seamus", 11),)), Kept((0,))):
        table.answer(table.prompt_id, event, HOST_ROLE)
    table.adjust("table.turn", FIRST_TURN - 1)
    storage.close()
    return table.match.id


def play(evening: Evening) -> None:
    """Play the three turns."""
    phone = evening.phone
    phone.sees("Volteáis a la vez").tap("Con la cámara").tap("Modo trípode").tap("Escribirlas")
    both = lambda a, b: FlippedTogether((0, 1), (a, b))  # noqa: E731
    camera = ("Cámara en directo",)
    evening.flip("turn 3: initiative, a tie", both("7r", "7t"), {0: "7r", 1: "7t"}, camera)
    evening.flip("turn 3: again", both("4m", "11c"), {0: "4m", 1: "11c"})
    phone.sees("¿Una piedra de alma para voltear otra vez?").tap("Nuria gasta 1")
    evening.flip("turn 3: a soulstone's flip", Flipped(0, ("12r",)), {0: "12r"})
    end_turn(evening, "Primer Jugador")
    evening.flip("turn 4: initiative", both("3t", "10m"), {0: "3t", 1: "10m"})
    phone.tap("Primer Jugador").tap(re.compile("^Nuria, "))
    evening.flip("turn 4: a duel, noted", Turned(0, ("9c",)), {0: "9c"}, ("Apuntar un volteo",))
    end_turn(evening)
    evening.flip("turn 5: initiative", both("6m", "2r"), {0: "6m", 1: "2r"})
    end_turn(evening, "Primer Jugador")
    evening.flip("turn 5: does the game go on?", Flipped(0, ("3c",)), {0: "3c"})
    phone.sees("¿se queda así?")
    evening.flip("turn 5: cheated", Replaced(0, ("13t",)), {0: "13t"}, ("Hacer trampa con la mano",))


def end_turn(evening: Evening, chosen: str = "") -> None:
    """Choose who goes first, end the activations, and gain nothing."""
    if chosen:
        evening.phone.tap(chosen)
    evening.phone.tap("Fin de la fase").sees("¿Termináis la fase?").tap("Fin de la fase")
    evening.phone.tap("Nada más")


def evenings(table: Path | None) -> Iterator[Evening]:
    """Yield the evening at its first question."""
    if table is not None:
        card_film.lay_on(table)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        reel = Path(data) / "film.mjpeg"
        film(reel, still(5, (), RATE))
        server = driving.Server(Path(data) / "games")
        match = begin(server)
        server.start()
        try:
            with (
                driving.chromium(playwright, *film_flags(reel)) as chromium,
                driving.phone(chromium, server, f"/t/{match}", permissions=["camera"], viewport=SIZE) as phone,
            ):
                yield Evening(phone, server, reel, match)
        finally:
            server.kill()


@click.command(help=__doc__)
@click.option("--table", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="a picture of a table")
def main(table: Path | None) -> None:
    """Photograph the evening."""
    for evening in evenings(table):
        try:
            play(evening)
        finally:
            paste(evening.shots, OUT.parent, "flips")
        print(f"{evening.flips} flips of {evening.cards} cards, {evening.asked} of them asked about")


if __name__ == "__main__":
    main()
