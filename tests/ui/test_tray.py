"""The tray on phones: a roll that was read, one in doubt, the watching state, camera errors."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest

from bench.footage import Tray as Footage
from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.storage.matches import Storage
from companion.tray.tray import Tray
from companion.ui.design.page_look import show_preferences
from companion.ui.design.preferences import Preferences
from companion.ui.design.speech import SPEECH_KEY
from companion.ui.table.zones import tray_status as shown
from rules.engine import Rolled, Text
from tests.support.paths import ROOT
from tests.support.ui.headless import at_table
from tests.toy.counting import GAME

RED = Footage()
"""Its dice show 6, 6 and 5."""


@pytest.fixture
def library(tmp_path):
    storage = Storage(tmp_path)
    library = Library(storage, {GAME.key: GAME})
    library.tray = Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
    yield library
    storage.close()


@pytest.fixture
def table(library):
    return library.matches.create(GAME.key, ("Ana", "Bea"), (("cheers", "off"),))


async def at(table, library, role=HOST_ROLE):
    """Return a phone at the table, whose camera sees an empty tray."""
    phone = await at_table(table, library, role)
    watch(library, RED.still(0.6))
    await phone.settle()
    return phone


def watch(library, *streams):
    for frame in RED.seen(chain(*streams)):
        library.tray.process_frame(frame, 1 / RED.rate)


def texts(phone):
    return " | ".join(phone.texts())


async def test_the_throw_is_shown_for_a_moment_and_undone_by_one_tap(table, library, monkeypatch):
    """A roll that was read is shown with its picture for a moment, and undone by one tap of who does not only watch."""
    watcher = await at_table(table, library, DeviceRole(is_spectator=True))
    phone = await at(table, library)
    assert "The host's camera watches: roll." in phone.texts()
    watch(library, RED.throw((0,)), RED.still(0.6, (0,)))
    await phone.settle()
    assert "The camera read 6" in phone.texts()
    assert table.state.totals == (6, 0)
    await watcher.settle()
    assert ("The camera read 6" in watcher.texts(), "Not so" in watcher.names()) == (True, False)
    await phone.tap("Not so")
    assert table.state.totals == (0, 0)
    assert "The camera read 6" not in phone.texts()
    watch(library, RED.throw((2,)), RED.still(0.6, (2,)))
    await phone.settle()
    assert "The camera read 5" in phone.texts()
    monkeypatch.setattr(shown, "READING_SECONDS", 0.0)
    table.notify()
    await phone.settle()
    assert "The camera read" not in texts(phone)


async def test_a_throw_in_doubt_opens_for_review_and_is_put_right(table, library):
    """A roll in doubt opens for review with its reason, and a removed die settles it.

    Two dice lie there for a roll of one.
    """
    phone = await at(table, library)
    watch(library, RED.throw((0, 2)), RED.still(2, (0, 2)))
    await phone.settle()
    assert "I see 2 dice: tap the one that counts." in texts(phone)
    await phone.tap("Die 1: 5")
    await phone.tap("This one does not count")
    await phone.tap("It is 6")
    assert [line.entry.event for line in table.log() if line.entry.actor == "host"] == [Rolled((6,))]
    assert "I see 2 dice" not in texts(phone)


async def test_a_review_that_is_closed_stays_closed_until_the_next_throw(table, library):
    """A closed review stays closed until the next roll in doubt.

    Until then it is one tap away; a roll that is read closes it for good.
    """
    phone = await at(table, library)
    watch(library, RED.throw((0, 2)), RED.still(2, (0, 2)))
    await phone.settle()
    await phone.tap("Close")
    assert "Die 1: 5" not in phone.names()
    await phone.tap("Look")
    assert "Die 1: 5" in phone.names()
    await phone.tap("Close")
    watch(library, RED.throw((0, 1)), RED.still(2, (0, 1)))
    await phone.settle()
    assert "Die 1: 6" in phone.names()
    watch(library, RED.throw((2,)), RED.still(0.6, (2,)))
    await phone.settle()
    assert "Die 1: 6" not in phone.names()
    assert table.state.totals == (5, 0)


async def test_only_the_phones_that_are_called_open_the_review(table, library):
    """A doubt opens the review only on phones that are asked; others are told of it."""
    library.guests.claimed_seats = lambda match: frozenset({0, 1})
    phone = await at(table, library, DeviceRole(1))
    watch(library, RED.throw((0, 2)), RED.still(2, (0, 2)))
    await phone.settle()
    assert "Die 1: 5" not in phone.names()
    assert "I see 2 dice: tap the one that counts." in texts(phone)


async def test_trouble_with_the_camera_is_the_hosts(table, library):
    """A camera error is shown on the host's phone while a roll is awaited, never on a guest's."""
    host, guest = await at(table, library), await at_table(table, library, DeviceRole())
    library.tray.set_problem(Text("There is no camera {n} on this computer. I keep looking.", n=0))
    for phone in (host, guest):
        await phone.settle()
    assert "There is no camera 0 on this computer. I keep looking." in host.texts()
    assert "camera" not in texts(guest)
    library.tray.set_problem(None)
    await host.settle()
    assert "The host's camera watches: roll." in host.texts()


async def test_it_is_felt_and_said_aloud_where_that_is_wished(table, library, monkeypatch):
    """A roll that was read vibrates unlike a call, and is spoken only with that switch on."""
    felt, said = [], []

    async def speak(text, tongue):
        said.append((text, tongue))

    monkeypatch.setattr(shown, "speak", speak)
    monkeypatch.setattr(
        "companion.ui.design.feedback.DeviceSignals._play", lambda self, touch, sound: felt.append(touch)
    )
    phone = await at(table, library)
    for die in (0, 2):
        felt.clear()
        watch(library, RED.throw((die,)), RED.still(0.6, (die,)))
        await phone.settle()
        assert felt == ["heavy_impact"]
        show_preferences(phone.page, replace(Preferences(), spoken=True))
    assert said == [("5", "en-GB")]


def test_the_page_speaks_what_python_hands_over():
    """The page's script reads the words under the key that Python writes, and stores none."""
    assets = ROOT / "companion/server/assets"
    script = (assets / "voice.js").read_text("utf-8")
    assert f"'{SPEECH_KEY}'" in script
    assert "voice.js" in (assets / "index.html").read_text("utf-8")


def test_a_throw_of_symbols_is_told_by_their_names():
    """A roll of symbols is told as a count of each face, in the faces' order."""
    from rules.engine import Dice, DieFace, DieKind

    kind = DieKind(
        "k", Text("k"), tuple(DieFace(Text(name), name) for name in ("1", "2", "3", "heart", "energy", "smash"))
    )
    words = translator("en")
    assert words(shown.roll_text(Dice("faces", 4, 6, kind), (4, 6, 4, 1))) == "1 × 1, 2 × heart, 1 × smash"
    assert words(shown.roll_text(Dice("faces", 2), (6, 5))) == "11"
