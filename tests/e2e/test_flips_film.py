"""A fate turn of Malifaux in a real browser: each flip comes from a film before the phone's camera, without a touch."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from rules.engine import Event
from rules.malifaux.model.events import Flipped, FlippedTogether, Mustered
from rules.malifaux.model.state import Recruit
from rules.registry import GAMES
from tests.support.card_film import LaidCard, cleared, flipped, still
from tests.support.ui import browser as driving
from tests.support.ui.browser import READ, Server
from tests.support.ui.fake_camera import film, film_flags
from tests.support.ui.layout import BOXES, LEAST, SLACK, Box

PATIENCE = 100
"""Seconds to wait for a flip."""
RATE = 30
"""Frames a second at which Chromium shows a film."""
NURIA, HUGO = (190.0, 240.0), (430.0, 240.0)
LEVEL = (LaidCard(7, "hearts", *NURIA, 140), LaidCard(7, "clubs", *HUGO, 140, 4))
DECIDED = (LaidCard(9, "diamonds", *NURIA, 140, -5), LaidCard(10, "spades", *HUGO, 140))
WATCHED = f"setInterval(() => {{ window.wasLost ||= ({READ})().includes('No llega imagen') }}, 50)"
"""A script that notes whether the page ever says that no picture comes from the camera."""
LAST = (LaidCard(10, "hearts", *NURIA, 140),)


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The video file that the camera shows, at first an empty table."""
    path = tmp_path_factory.mktemp("flips") / "film.mjpeg"
    film(path, still(10, (), RATE))
    return path


@pytest.fixture(scope="module")
def filmed(installed: None, reel: Path) -> Iterator[Any]:
    """A Chromium with that video as its camera, which it gives to allowed pages without asking."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, driving.chromium(playwright, driving.ONCE, *film_flags(reel)) as browser:
        yield browser


def fifth_turn(server: Server, *rulings: tuple[str, str]) -> str:
    """Return the match of Nuria and Hugo before the initiative of their fifth turn."""
    storage = server.open_storage()
    library = Library(storage, GAMES)
    table = library.matches.create("malifaux", ("Nuria", "Hugo"), rulings)
    crews = Mustered(0, (Recruit("Rasputina", 10),), 1), Mustered(1, (Recruit("Seamus", 11),))
    for event in crews:
        table.answer(table.prompt_id, event, HOST_ROLE)
    table.adjust("table.turn", 4)
    library.hands_free.enable_for(table.match.id, True)
    storage.close()
    return table.match.id


def opened(server: Server, match: str) -> Table:
    """Return the match as it is on the disk."""
    return Library(server.open_storage(), GAMES).matches.open(match)


def entered(server: Server, match: str, kind: type[Event], count: int) -> None:
    """Wait until so many flips of that kind are in the log, as long as a film may take on a busy machine."""
    until = time.monotonic() + PATIENCE
    while sum(isinstance(line.entry.event, kind) for line in opened(server, match).log()) < count:
        assert time.monotonic() < until, f"fewer than {count} of {kind.__name__}"
        time.sleep(1)


def test_the_flips_of_a_turn_come_from_a_film(filmed: Any, reel: Path, server: Server) -> None:
    """MX-09, MX-10, MX-19: initiative with a tie, a soulstone that nobody spends, the flip for another turn.

    On a phone on its stand no flip needs a touch; people tap only what they decide.
    """
    match = fifth_turn(server)
    with driving.phone(filmed, server, f"/t/{match}", permissions=["camera"]) as phone:
        phone.sees("Volteáis a la vez")
        phone.tap("Con la cámara").tap("Modo trípode").tap("Escribirlas")
        tie = chain(flipped(LEVEL, (), RATE), still(5, LEVEL, RATE), cleared(LEVEL, RATE))
        then = chain(still(1, (), RATE), flipped(DECIDED, (), RATE), still(40, DECIDED, RATE))
        film(reel, chain(still(2, (), RATE), tie, then))
        phone.tap("Cámara en directo")
        touches = phone.taps
        phone.sees("Volteo: Nuria · Hugo").shot("flips-finder")
        entered(server, match, FlippedTogether, 2)
        phone.sees("Hugo: ¿Primer o Segundo Jugador este turno?", "Hugo tiene la iniciativa con un 10")
        phone.sees("Deshacer: Nuria no gasta piedra").shot("flips-decided")
        assert phone.taps == touches
        hugos = DECIDED[1:]
        film(reel, chain(still(2, hugos, RATE), flipped(LAST, hugos, RATE), still(40, (*hugos, *LAST), RATE)))
        phone.tap("Segundo Jugador").tap("Fin de la fase").sees("¿Termináis la fase?").tap("Fin de la fase")
        phone.tap("Nada más")
        touches = phone.taps
        entered(server, match, Flipped, 1)
        phone.sees("Volteo: Nuria · Hugo")
        assert phone.taps == touches
    log = [line.entry for line in opened(server, match).log() if line.is_in_effect]
    together = [entry.event for entry in log if isinstance(entry.event, FlippedTogether)]
    assert [entry.event for entry in log if isinstance(entry.event, Flipped)] == [Flipped(0, ("10",))]
    assert together == [FlippedTogether((0, 1), ("7", "7")), FlippedTogether((0, 1), ("9", "10"))]


@pytest.mark.parametrize("size", [(844, 390), (667, 331)], ids=str)
def test_on_its_side_a_phone_shows_every_key_of_a_card(
    size: tuple[int, int], filmed: Any, reel: Path, server: Server
) -> None:
    """Numbers, suits and the key of a card that does not count lie beside what was read, large enough for a thumb.

    Before that the question stands whole above the keys, unless the browser's bars leave no room for it.
    """
    film(reel, chain(flipped(LEVEL[:1], (), RATE), still(40, LEVEL[:1], RATE)))
    viewport = {"width": size[0], "height": size[1]}
    match = fifth_turn(server, ("deck", "seen"))
    given: dict[str, Any] = {"permissions": ["camera"], "viewport": viewport}
    with driving.phone(filmed, server, f"/t/{match}", (WATCHED,), **given) as phone:
        phone.sees("Volteáis a la vez").shot(f"flips-asked-{size[0]}")
        assert size[1] < 390 or out_of_sight(phone, "Volteáis a la vez: ¿qué carta voltea Nuria?", "un 13") == []
        phone.tap("Con la cámara").tap("Escribirlas").sees("¿Cuál es la carta 1?").shot(f"flips-typed-{size[0]}")
        numbers = [f"un {n}" for n in range(1, 14)]
        assert out_of_sight(phone, *numbers, "el comodín negro", "el comodín rojo") == []
        phone.tap("Cámara en directo").sees("Solo veo 1 carta en vez de 2.")
        phone.shot(f"flips-seen-{size[0]}")
        phone.tap("Carta 1: 7 de carneros").sees("¿Cuál es la carta 1?").shot(f"flips-corrected-{size[0]}")
        numbers = [f"{n} de carneros" for n in range(1, 14)]
        suits = [f"7 de {suit}" for suit in ("tomos", "máscaras", "cuervos")]
        assert out_of_sight(phone, *numbers, *suits, "Esta no cuenta") == []
        assert not phone.page.evaluate("window.wasLost"), "a camera that opens gives its picture from then on"


def out_of_sight(phone: driving.Phone, *names: str) -> list[str]:
    """Return which of those are not whole on the screen, or too small for a thumb."""
    size = phone.page.viewport_size
    assert size is not None
    seen = {box["name"]: box for box in phone.page.evaluate(BOXES)}
    return [name for name in names if name not in seen or not is_whole(seen[name], size["height"])]


def is_whole(box: Box, height: float) -> bool:
    """Whether nothing of it is cut off, and a thumb hits it: a little narrower is enough where it is high."""
    hidden = max(
        abs(box[side] - seen) for side, seen in zip(("left", "top", "right", "bottom"), box["seen"], strict=True)
    )
    is_large = box["right"] - box["left"] >= 0.7 * LEAST and box["bottom"] - box["top"] >= LEAST
    return bool(hidden <= SLACK and box["bottom"] <= height and is_large)
