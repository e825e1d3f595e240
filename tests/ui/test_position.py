"""How the table stands, in words: opened by one tap or key, said once, and never a secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.design.speech import SPEECH_KEY
from companion.ui.games.scenes import scene_of
from companion.ui.table.model.spoken import spoken_position
from rules.boss_monster.model.card_catalogue import card_name
from rules.engine import FactSet, Records, Rolled, examples
from rules.four_souls.model.events import Attacked, Chose
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Began as TokyoBegan
from rules.king_of_tokyo.model.events import TurnedUp
from tests.support.ui.app import App, app_at, features
from tests.support.ui.headless import action_phase, say
from tests.support.ui.table_context import table_context
from tests.support.ui.table_device import opened

ES = translator("es")


@pytest.fixture(autouse=True)
def in_spanish() -> Iterator[None]:
    """Say the position in Spanish."""
    with given_look(PageLook("es")):
        yield


class Spoken(App):
    """A phone that keeps what the browser is to say; ``reader``: a screen reader runs on it."""

    reader = False

    def ready(self) -> None:
        self.said: list[str] = []
        self.announced: list[str] = []
        on = ("supports_announcements", *(["accessible_navigation"] if self.reader else []))
        replies = self.answering.replies
        replies["set"] = self._store
        replies["announce_message"] = lambda body: self.announced.append(body.args["message"])
        replies["get_accessibility_features"] = lambda body: features(*on)

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
    "Ana: vida 2 de 2, almas 0, 3 ¢",
    "Cira: vida 2 de 2",
    "Combate con Araña grande: vida 3 de 3.",
    "En la pila, 1: ",
)


async def at(library: Library, table: Table, kind: type[Spoken] = Spoken, path: str = "") -> Spoken:
    return await app_at(library, f"/t/{table.match.id}{path}", kind)


async def test_one_tap_in_the_menu_says_the_table(library: Library, table: Table) -> None:
    """Who is next, everybody's numbers and the stack; the same words in large letters, said once."""
    phone = await at(library, table, path="/settings")
    await phone.tap("Leer la mesa")
    await phone.sees(*WORDS)
    await phone.wait()
    (said,) = phone.said
    assert all(word in said for word in WORDS)
    assert phone.announced == []
    sizes = {c.size for c in phone.drawn() if isinstance(c, ft.Text) and c.value and c.value.startswith("Ana:")}
    assert min(sizes) >= 24, "it can be read across the table"
    await phone.tap("Repetir en voz alta")
    await phone.wait()
    assert phone.said == [said, said]


@pytest.mark.parametrize("by_key", [False, True])
async def test_one_press_or_key_at_the_table_says_it(library: Library, table: Table, by_key: bool) -> None:
    """A long press on the button of the menu, or a key, says it; the menu need not be opened."""
    phone = await at(library, table)
    await phone.sees("Araña grande")
    if by_key:
        event = {"key": "F2", "shift": False, "ctrl": False, "alt": False, "meta": False}
        await phone.session.dispatch_event(phone.page._i, "keyboard_event", event)
    else:
        await phone.press("Menú")
    await phone.sees(*WORDS)


BOARDS = {
    "malifaux": {"{who}: {what}"},
    "darkmoor": {"{place}: {vp} VP, peril {n} of {most}", "{hero} attacks at peril {n} or more", "Horde: {minions}"},
    "boss_monster": {"{who}'s dungeon, from the entrance: {rooms}", "In town: {heroes}"},
}
"""What is said of the board of each game beside everybody's numbers, by its English sentence."""


@pytest.mark.parametrize("key", BOARDS)
def test_the_board_is_said_too(library: Library, key: str) -> None:
    """In the middle of a game models, hordes and dungeons are said, with nothing that the view lacks."""
    table = opened(library, key)
    context = table_context(table)
    said = scene_of(key).model.spoken(context)
    assert BOARDS[key] <= {text.key for text in said}
    words = " ".join(spoken_position(context, scene_of(key).model))
    names = {
        "malifaux": lambda view: [model.name for line in view.players for model in line.crew],
        "darkmoor": lambda view: [minion.name for place in view.places for minion in place.horde],
        "boss_monster": lambda view: [room.name for line in view.players for room in line.rooms],
    }[key](context.game_view)
    assert names
    assert all(ES(name) in words for name in names)


def test_what_lies_before_a_monster_is_said(library: Library) -> None:
    """KT-34: tokens and Berserk set by hand, a card with counters and the shop are said; what is not there is not."""
    rulings = (("variant.berserk", "on"), ("follow.shop", "on"))
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"), rulings)
    table.answer(table.prompt_id, TokyoBegan(0))
    for place, card in enumerate(("acid_attack", "gourmet", "herbivore")):
        table.answer(table.prompt_id, TurnedUp(place, (PowerCard(card),)))
    for what, n in (("poison", 2), ("shrink", 1)):
        table.adjust(f"seat.1.{what}", n)
    table.set_fact(FactSet("seat.1.berserk", "on"))
    table.set_fact(FactSet("seat.1.card", "smoke_cloud"))
    table.adjust(f"held.{table.state.monsters[1].cards[0].id}.counters", 3)
    context = table_context(table)
    said = spoken_position(context, scene_of("king_of_tokyo").model)
    assert "Beto: 2 fichas de veneno, 1 ficha de encogimiento, Berserker, Nube de humo: 3 contadores." in said
    assert "Tienda: Ataque ácido: 6 de energía, Gurmé: 4 de energía, Herbívoro: 5 de energía." in said
    assert [line.startswith("Ana: ") for line in said].count(True) == 1


WHOLE_TABLE = {
    "four_souls": ("FS-10",),
    "king_of_tokyo": ("KT-16",),
    "malifaux": ("MX-18", "MX-06"),
    "darkmoor": ("RD-03", "RD-05", "RD-07"),
    "boss_monster": ("BM-06",),
}
"""Questions of the set-up that a rule text asks of nobody alone."""
RULINGS = {"malifaux": (("agreements", "on"),)}
"""Settings with which a game asks them all."""


@pytest.mark.parametrize("key", WHOLE_TABLE)
def test_nobody_is_said_to_decide_what_the_table_does(library: Library, key: str) -> None:
    """Who begins, what lies there, who has discarded (FS L25, KT L70, RD L28, BM L243): no player decides it."""
    names, rulings = ("Ana", "Beto", "Cira")[: 2 if key == "malifaux" else 3], RULINGS.get(key, ())
    table, found = library.matches.create(key, names, rulings), set()
    if key == "four_souls":  # without Cain, who always begins
        for seat, character in enumerate(("isaac", "maggy", "judas")):
            say(table, Chose(seat, character))
    while not table.state.turn and table.prompt is not None:
        rule = table.prompt.rule
        if rule in WHOLE_TABLE[key]:
            context = table_context(table)
            assert "Toda la mesa." in spoken_position(context, scene_of(key).model)
            found.add(rule)
        usual = next(c for c in table.prompt.choices if c.role == "default" or c.template.hole(Records))
        say(table, next(iter(examples(usual.template))))
    assert found == set(WHOLE_TABLE[key]) - ({"MX-06"} if key == "malifaux" else set())


def test_a_number_set_by_hand_is_confirmed_by_the_table(library: Library) -> None:
    """Whoever set Beto's fourth soul by hand: nobody alone is said to decide whether he has won."""
    table = action_phase(library)
    table.adjust("seat.1.souls", 4)
    context = table_context(table)
    assert "Toda la mesa." in spoken_position(context, scene_of("four_souls").model)


async def test_a_screen_reader_is_told_instead_of_the_voice(library: Library, table: Table) -> None:
    """Two voices at once would be no help."""
    phone = await at(library, table, Reading, "/position")
    await phone.sees(*WORDS)
    await phone.wait()
    assert phone.said == []
    assert len(phone.announced) == 1
    assert WORDS[1] in phone.announced[0]


def test_a_hand_is_never_read_out(library: Library) -> None:
    """On a phone that may not see Ana's virtual hand none of its cards is named."""
    table = library.matches.create("boss_monster", ("Ana", "Beto"), (("cards", "virtual"),))
    while not table.state.turn and table.prompt is not None:
        usual = next(c for c in table.prompt.choices if c.role in ("default", "exit"))
        say(table, next(iter(examples(usual.template))))
    context = table_context(table, DeviceRole(1), claimed_seats=frozenset({0, 1}))
    words = " ".join(spoken_position(context, scene_of("boss_monster").model))
    hand = [ES(card_name(card)) for card in table.state.keeps[0].hand]
    assert hand
    assert not any(name in words for name in hand), words
