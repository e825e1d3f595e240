"""Hands-free on the host's screen: what is thrown before the real tray is told, and the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.footage import Tray as Footage
from companion.base.actors import CAMERA_ACTOR
from companion.library.library import Library
from companion.match import follow_up
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.tray import tray as tray_module
from companion.tray.tray import Tray
from companion.ui.screens.table import hands_free
from companion.ui.screens.table.screen import TableScreen
from rules.engine import Rolled
from rules.four_souls.model.events import Attacked
from rules.king_of_tokyo.model.events import Began
from rules.registry import GAMES
from tests.support.ui.headless import NOWHERE, Phone, action_phase, say
from tests.support.video_files import video
from vision.reading import Image

RED = Footage(rate=15)
"""Its dice show 6, 6 and 5."""
SIX = Footage("1-2-3-4-5-6_white_felt.jpg", rate=15)
"""One die of each face: in King of Tokyo 1, 2, 3, a heart, an energy and a smash."""
EVERY = tuple(range(6))
PATIENCE = 90
"""Seconds to wait for a video on a busy machine."""
RING = 0.6
Journey = Callable[[Phone], Awaitable[None]]


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said aloud; the ring runs for a moment instead of three seconds."""
    said: list[str] = []

    async def say_aloud(text: str) -> None:
        said.append(text)

    monkeypatch.setattr(hands_free, "say", say_aloud)
    monkeypatch.setattr(follow_up, "PASS_SECONDS", RING)
    monkeypatch.setattr(tray_module, "PASS_SECONDS", RING)
    return said


@pytest.fixture
def library(storage: Storage) -> Library:
    library = Library(storage, GAMES)
    library.tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
    return library


def at_table(
    table: Table, library: Library, journey: Journey, language: str = "es", role: DeviceRole = HOST_ROLE
) -> None:
    """Play a journey at a hands-free table on the host's phone, which nobody touches."""
    library.hands_free.enable_for(table.match.id, True)

    async def run() -> None:
        shown = Phone()
        shown.language = language
        phone = await shown.show(TableScreen, table, library, role, NOWHERE)
        await journey(phone)

    asyncio.run(run())


async def play(phone: Phone, tray: Tray, table: Table, path: Path, camera: Footage, stream: Iterable[Image]) -> None:
    """Show the tray a video file, frame by frame; while a ring runs the next throw is not thrown yet."""
    source = cv2.VideoCapture(str(video(path, list(camera.seen(stream)), camera.rate)))
    while True:
        is_there, frame = source.read()
        if not is_there:
            break
        await asyncio.to_thread(tray.process_frame, frame, 1 / camera.rate)
        await phone.settle()
        await until(phone, lambda: table.prompt is None or table.prompt.dice is not None or not table.prompt.window)
    source.release()


async def until(phone: Phone, holds: Callable[[], bool]) -> None:
    """Wait until something holds, and draw meanwhile."""
    for _ in range(PATIENCE * 20):
        if holds():
            return
        await asyncio.sleep(0.05)
        await phone.settle()
    raise AssertionError(" | ".join(phone.texts()))


def rolls(table: Table) -> list[tuple[str, tuple[int, ...]]]:
    """Who entered which roll, of those in effect."""
    lines = (line.entry for line in table.log() if line.is_in_effect)
    return [(entry.actor, entry.event.faces) for entry in lines if isinstance(entry.event, Rolled)]


@pytest.fixture
def attack(library: Library) -> Table:
    """Ana attacks Big Spider (life 3, hit by 4 and more)."""
    table = action_phase(library)
    say(table, Attacked(table.state.slots[1].id))
    return table


def test_a_whole_attack_without_a_touch(attack: Table, library: Library, tmp_path: Path, spoken: list[str]) -> None:
    """FS-82: three dice thrown one after the other before the tray kill Big Spider; each is told large and aloud."""
    stream = chain(
        RED.still(0.6),
        *chain.from_iterable(
            (RED.throw((die,), lying), RED.still(0.8, (*lying, die)))
            for die, lying in ((0, ()), (2, (0,)), (1, (0, 2)))
        ),
    )

    async def journey(phone: Phone) -> None:
        await play(phone, library.tray, attack, tmp_path / "attack.avi", RED, stream)
        assert attack.prompt is not None
        assert attack.prompt.title.key == "Turn up the top card of the monster deck: who is it?"

    at_table(attack, library, journey)
    assert rolls(attack) == [(CAMERA_ACTOR, (6,)), (CAMERA_ACTOR, (5,)), (CAMERA_ACTOR, (6,))]
    assert [text.partition(".")[0] for text in spoken] == [
        "6: Acierta: 1 de daño a Araña grande",
        "5: Acierta: 1 de daño a Araña grande",
        "6: Acierta: 1 de daño a Araña grande",
    ]


def test_a_whole_turn_in_tokyo_without_a_touch(library: Library, tmp_path: Path, spoken: list[str]) -> None:
    """KT-03, KT-06: six dice, three of them thrown again, count once they lie still; then the next monster rolls."""
    table = library.matches.create("king_of_tokyo", ("Ana", "Bea", "Čeda"))
    say(table, Began(0))
    kept = (0, 1, 2)
    stream = chain(
        SIX.still(0.8), SIX.throw(EVERY), SIX.still(0.6, EVERY), SIX.throw((3, 4, 5), kept), SIX.still(3.5, EVERY)
    )

    async def journey(phone: Phone) -> None:
        await play(phone, library.tray, table, tmp_path / "turn.avi", SIX, stream)
        assert table.prompt is not None
        assert table.prompt.title.args == (("who", "Bea"),)

    at_table(table, library, journey)
    assert spoken == ["1 × 1, 1 × 2, 1 × 3, 1 × corazón, 1 × energía, 1 × garra: Volved a tirar lo que no cuente"] * 2
    assert [(actor, sorted(faces)) for actor, faces in rolls(table)] == [(CAMERA_ACTOR, [1, 2, 3, 4, 5, 6])]
    assert table.state.seats_in_tokyo == (0,)


def watch(library: Library, camera: Footage, *streams: Iterable[Image]) -> None:
    for frame in camera.seen(chain(*streams)):
        library.tray.process_frame(frame, 1 / camera.rate)


def test_any_touch_stops_the_ring_and_undo_takes_back_what_passed(
    attack: Table, library: Library, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A touch stops the ring; the question then waits. After an undo it waits as well."""
    monkeypatch.setattr(follow_up, "PASS_SECONDS", 0.3)

    async def journey(phone: Phone) -> None:
        say(attack, Rolled((5,)))
        await phone.settle()
        ring = next(name for name in phone.names() if "Toca la pantalla para pararlo" in name)
        asked = attack.prompt_id
        await phone.tap(ring)
        await asyncio.sleep(0.5)
        await phone.settle()
        assert attack.prompt_id == asked
        assert not any("Toca la pantalla" in name for name in phone.names())
        attack.undo()
        say(attack, Rolled((4,)))
        await phone.settle()
        await until(phone, lambda: attack.prompt is not None and attack.prompt.dice is not None)
        before = len(rolls(attack))
        attack.undo()
        await asyncio.sleep(0.5)
        await phone.settle()
        assert attack.prompt is not None
        assert attack.prompt.dice is None
        assert len(rolls(attack)) == before

    at_table(attack, library, journey)


def test_a_guests_phone_has_no_ring(attack: Table, library: Library, spoken: list[str]) -> None:
    """Only the host's device lets questions pass."""

    async def journey(phone: Phone) -> None:
        say(attack, Rolled((5,)))
        await asyncio.sleep(RING * 2)
        await phone.settle()
        assert attack.prompt is not None
        assert attack.prompt.dice is None

    at_table(attack, library, journey, role=DeviceRole(0))


def phone_or_card(frame: Image, size: tuple[int, int], color: tuple[int, int, int]) -> Image:
    """The frame with a flat thing of that size laid in the middle."""
    seen = frame.copy()
    high, wide = seen.shape[0] // 2, seen.shape[1] // 2
    seen[high - size[1] // 2 : high + size[1] // 2, wide - size[0] // 2 : wide + size[0] // 2] = np.array(color)
    return seen


@pytest.mark.parametrize(("size", "color"), [((150, 210), (235, 238, 240)), ((170, 320), (28, 26, 25))])
def test_a_card_or_a_phone_laid_in_is_no_throw(
    attack: Table, library: Library, size: tuple[int, int], color: tuple[int, int, int]
) -> None:
    """A card, a phone or a hand laid under the camera is neither a throw nor a question."""
    library.hands_free.enable_for(attack.match.id, True)
    bare = RED.lying()
    laid = phone_or_card(bare, size, color)
    watch(library, RED, RED.still(0.8), RED.hand(0.8), [laid] * 30, RED.hand(0.8, pause=1.5), RED.still(1))
    assert rolls(attack) == []
    assert library.tray.sighting is None
