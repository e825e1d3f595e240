"""How the table stands, in words: opened by one tap or key, said once, and never a secret."""

from __future__ import annotations

import json
from typing import Any

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.ui.app import build
from companion.ui.design.speech import SPEECH_KEY
from companion.ui.games.scenes import scene_of
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.spoken import spoken_position
from rules.boss_monster.model.card_catalogue import card_name
from rules.engine import Rolled, examples
from rules.four_souls.model.events import Attacked
from tests.support.ui.app import App, played
from tests.support.ui.headless import action_phase, say

ES = translator("es")


class Spoken(App):
    """A phone that keeps what the browser is to say; ``reader``: a screen reader runs on it."""

    reader = False

    def ready(self) -> None:
        self.said: list[str] = []
        self.announced: list[str] = []
        features = dict.fromkeys(
            ("accessible_navigation", "bold_text", "disable_animations", "high_contrast", "invert_colors"), False
        ) | {"reduce_motion": False, "on_off_switch_labels": False, "supports_announcements": True}
        replies = self.answering.replies
        replies["set"] = self._store
        replies["announce_message"] = lambda body: self.announced.append(body.args["message"])
        replies["get_accessibility_features"] = lambda body: features | {"accessible_navigation": self.reader}

    def _store(self, body: Any) -> bool:
        if body.args["key"] == SPEECH_KEY and (text := json.loads(body.args["value"])["text"]):
            self.said.append(text)
        return True


class Reading(Spoken):
    reader = True


@pytest.fixture
def table(library: Library) -> Table:
    table = action_phase(library)
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((5,)))
    return table


WORDS = (
    "Turno de Ana.",
    "Ana: vida 2 de 2, 3 ¢",
    "Cira: vida 2 de 2",
    "Combate con Araña grande: vida 3 de 3.",
    "En la pila, 1: ",
)


def at(library: Library, table: Table, scene: Any, kind: type[App] = Spoken, path: str = "") -> None:
    async def opened(phone: Any) -> None:
        await phone.open(build(library), f"/table/{table.match.id}{path}")
        await scene(phone)

    played(opened, kind)


def test_one_tap_in_the_menu_says_the_table(library: Library, table: Table) -> None:
    """Who is next, everybody's numbers and the stack; the same words in large letters, said once."""

    async def scene(phone: Spoken) -> None:
        await phone.tap("Leer la mesa")
        await phone.sees(*WORDS)
        await phone.wait()
        (said,) = phone.said
        assert all(word in said for word in WORDS)
        assert phone.announced == []
        await phone.tap("Repetir en voz alta")
        await phone.wait()
        assert phone.said == [said, said]

    at(library, table, scene, path="/settings")


def test_a_key_does_it_too(library: Library, table: Table) -> None:
    async def scene(phone: Spoken) -> None:
        await phone.sees("Araña grande")
        event = {"key": "F2", "shift": False, "ctrl": False, "alt": False, "meta": False}
        await phone.session.dispatch_event(phone.page._i, "keyboard_event", event)
        await phone.sees(*WORDS)

    at(library, table, scene)


def test_a_screen_reader_is_told_instead_of_the_voice(library: Library, table: Table) -> None:
    """Two voices at once would be no help."""

    async def scene(phone: Spoken) -> None:
        await phone.sees(*WORDS)
        await phone.wait()
        assert phone.said == []
        assert len(phone.announced) == 1
        assert WORDS[1] in phone.announced[0]

    at(library, table, scene, Reading, "/position")


def test_large_letters_can_be_read_across_the_table(library: Library, table: Table) -> None:
    async def scene(phone: Spoken) -> None:
        await phone.sees(*WORDS)
        sizes = {c.size for c in phone.drawn() if isinstance(c, ft.Text) and c.value and c.value.startswith("Ana:")}
        assert min(sizes) >= 24

    at(library, table, scene, path="/position")


def test_a_hand_is_never_read_out(library: Library) -> None:
    """On a phone that may not see Ana's virtual hand none of its cards is named."""
    table = library.new_match("boss_monster", ("Ana", "Beto"), (("cards", "virtual"),))
    while not table.state.turn and table.prompt is not None:
        usual = next(c for c in table.prompt.choices if c.role in ("default", "exit"))
        say(table, next(iter(examples(usual.template))))
    role = DeviceRole(1)
    context = TableContext(
        table.table_state_for(role),
        table.log(role),
        ES,
        390,
        844,
        role=role,
        claimed_seats=frozenset({0, 1}),
    )
    words = " ".join(spoken_position(context, scene_of("boss_monster")))
    hand = [ES(card_name(card)) for card in table.state.keeps[0].hand]
    assert hand
    assert not any(name in words for name in hand), words
