"""Rows of the players without a browser: what lies in front of each, what responds by one tap, and the signs."""

from __future__ import annotations

from typing import Any

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.preferences import Preferences
from companion.ui.design.sign_colors import SIGN_COLORS, TRACKER_COLORS, sign_scheme, tracker_color
from companion.ui.design.theme import DARK_SCHEME, LIGHT_SCHEME, TRACKER_ICONS, build_theme
from companion.ui.games.scenes import scene_of
from rules.engine import Rolled
from rules.four_souls.model.events import Attacked, Named
from rules.four_souls.vocabulary.consequence_text import BRIEF_TEXTS, EFFECT_TEXTS
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Bought, EffectUse
from rules.registry import GAMES
from tests.support.contrast import contrast
from tests.support.games.four_souls_stacks import action, stacked
from tests.support.ui import king_of_tokyo_screen as tokyo
from tests.support.ui.four_phones import ANA, BETO, CIRA, Round, round_, taken
from tests.support.ui.headless import Phone, on_phone, say

pytestmark = pytest.mark.usefixtures("quick")

D6 = "The D6: rerolls the roll of 4"
YUM_HEART = "Yum Heart: prevents the next damage to a player or a monster"
GROUNDS = ("surface", "surface_container_low", "surface_container", "surface_container_high")


def last_event(table: Table) -> Any:
    return table.log()[-1].entry.event


# --- responses ---------------------------------------------------------------------------------------------------


def test_a_response_is_one_tap_and_the_event_of_the_longer_way(library: Library) -> None:
    """A tap on the chip makes the same event as the item among the responses of its player."""
    events: list[Any] = []

    async def by_chip(phone: Phone, table: Table) -> None:
        assert "The D6: rerolls ›" in phone.texts()
        await phone.tap(D6)
        events.append(last_event(table))

    async def by_sheet(phone: Phone, table: Table) -> None:
        for name in ("Somebody responds", "Ana responds", f"Ana: {D6}"):
            await phone.tap(name)
        events.append(last_event(table))

    for way in (by_chip, by_sheet):
        on_phone(stacked(library, 1), library, way)
    assert events[0] == events[1]


def test_a_chip_whose_target_is_not_plain_opens_the_sheet(library: Library) -> None:
    """An item that may be aimed at anybody opens its sheet; nothing is played before that is filled in."""

    async def journey(phone: Phone, table: Table) -> None:
        assert "Book of Belial ›" in phone.texts()
        before = len(table.log())
        await phone.tap("Book of Belial")
        assert len(table.log()) == before
        assert {f"Book of Belial: {by}1 to the roll of 4" for by in "+−"} <= set(phone.names())

    on_phone(stacked(library, 1), library, journey)


def test_a_phone_offers_only_its_own_seats_chips_and_no_hand(library: Library) -> None:
    """With a phone each, a row of another seat names its items and offers none; a hand is on no row."""
    table = taken(stacked(library, 1), library, 0, 1, 2, 3)

    async def scene(round_: Round, ana: Phone, beto: Phone, cira: Phone) -> None:
        assert D6 in ana.names()
        assert not any(name.startswith("Yum Heart") for name in ana.names())
        assert YUM_HEART in beto.names()
        for phone in (beto, cira):
            assert D6 not in phone.names()
            assert "The D6" in phone.texts(), "it lies on the table"
            assert any(name.startswith("Ana, ") and "The D6: upright" in name for name in phone.names())
        for phone in (ana, beto, cira):
            chips = [text for text in phone.texts() if text.endswith("›")]
            assert not any("loot" in text for text in chips), chips
            assert len(chips) <= 1, chips

    round_(table, library, scene, ANA, BETO, CIRA)


def test_every_hand_with_cards_has_a_chip_on_a_shared_phone(library: Library) -> None:
    """Whoever holds cards may play one: the chip of each row says so and no more; an empty hand has none."""
    table = stacked(library, 1)
    table.adjust("seat.3.loot", -table.state.players[3].loot)

    async def journey(phone: Phone, table: Table) -> None:
        chips = [name for name in phone.names() if name.endswith(": Play loot")]
        assert sorted(set(chips)) == ["Ana: Play loot", "Beto: Play loot", "Cira: Play loot"]
        await phone.tap("Cira: Play loot")
        assert "+1 to the roll, onto the stack" in phone.names()
        await phone.tap("+1 to the roll, onto the stack")
        assert [item.kind for item in table.state.stack.items] == ["roll", "loot"]
        assert table.state.stack.items[-1].seat == 2

    on_phone(table, library, journey)


def test_who_only_watches_is_offered_no_chip(library: Library) -> None:
    """A device that only watches sees what lies there, and nothing to tap besides the rows."""
    table = taken(stacked(library, 1), library, 0, 1, 2, 3)

    async def scene(round_: Round, watcher: Phone) -> None:
        assert not any(text.endswith("›") for text in watcher.texts())
        assert "The D6" in watcher.texts()

    round_(table, library, scene, DeviceRole(is_spectator=True))


def test_a_turned_item_is_no_chip(library: Library) -> None:
    """Once it is used the item lies sideways on the row, says so, and cannot be tapped there."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap(D6)
        assert not any(name.startswith("The D6") for name in phone.names())
        assert "The D6" in phone.texts()
        assert any(name.startswith("Ana, ") and "The D6: sideways" in name for name in phone.names())

    on_phone(stacked(library, 1), library, journey)


def test_the_sheet_of_a_player_says_why_an_item_cannot_be_used(library: Library) -> None:
    """An item that waits for a target lies pale on its owner's sheet above the reason; a usable one has none."""
    why = "There is nothing on the stack that it could aim at."

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Ana, ")
        assert why in phone.texts()
        assert any(name.startswith("The D6: ") and name.endswith(why) for name in phone.names())
        await phone.tap("Close")
        say(table, Attacked(table.state.slots[0].id))
        say(table, Rolled((4,)))
        await phone.settle()
        await phone.tap("Ana, ")
        assert why not in phone.texts()

    on_phone(action(library), library, journey)


def test_without_a_question_that_takes_responses_there_is_no_chip(library: Library) -> None:
    """In the action phase the items of whoever decides stand among the answers, and no row has a chip."""

    async def journey(phone: Phone, table: Table) -> None:
        assert not any(text.endswith("›") for text in phone.texts())
        say(table, Attacked(table.state.slots[0].id))
        say(table, Rolled((4,)))
        await phone.settle()
        assert any(text.endswith("›") for text in phone.texts())

    on_phone(action(library), library, journey)


def test_on_a_narrow_phone_the_answers_have_the_items(library: Library) -> None:
    """Without room on the rows the items stay among the answers, one tap for whoever decides."""

    async def journey(phone: Phone, table: Table) -> None:
        _has_items_among_answers(phone)

    on_phone(stacked(library, 1), library, journey, 320)


def test_with_large_letters_the_answers_have_the_items(library: Library) -> None:
    """With the largest letters, too, nothing responds on a row."""

    async def scene(round_: Round, phone: Phone) -> None:
        _has_items_among_answers(phone)

    round_(stacked(library, 1), library, scene, HOST_ROLE, worn=Preferences(text="largest"))


def _has_items_among_answers(phone: Phone) -> None:
    assert not any(text.endswith("›") for text in phone.texts())
    assert {D6, "Somebody responds"} <= set(phone.names())


def test_more_than_fits_is_on_the_players_sheet(library: Library) -> None:
    """Items beyond those that fit stand behind their number, which opens the player's sheet."""
    table = stacked(library, 1)
    table.adjust("seat.0.treasures", 3)
    for name in ("Lantern", "Compass", "Whistle"):
        table.make_remark(Named(0, 0, name, "activated"))

    async def journey(phone: Phone, table: Table) -> None:
        chips = [text for text in phone.texts() if text.endswith("›")]
        more = next(name for name in phone.names() if name.startswith("Ana: ") and name.endswith(" more"))
        await phone.tap(more)
        own = [text for text in chips if text.startswith(("The D6", "Lantern", "Compass", "Whistle"))]
        assert 1 <= len(own) <= 2
        assert any(name.startswith("Whistle: ") for name in phone.names())

    on_phone(table, library, journey)


def test_a_monsters_card_responds_on_its_row(library: Library) -> None:
    """The psychic probe of another monster is a chip while somebody rolls, which asks for the die."""
    table = tokyo.sat(library)
    tokyo.say(table, Rolled((5,) * 6), Bought(0, -1, (PowerCard("psychic_probe", "Psychic Probe", 3),)))

    async def journey(phone: Phone, table: Table) -> None:
        assert any("Psychic Probe" in name for name in phone.names() if name.startswith("Ana, "))
        while table.state.active == 0:
            tokyo.say(table, next(c.event for c in table.prompt.choices if not c.template.holes))
        tokyo.say(table, Rolled((1, 1, 2, 2, 3, 6)))
        await phone.settle()
        assert "Psychic Probe: reroll a die ›" in phone.texts()
        await phone.tap("Psychic Probe of Ana")
        assert "Close" in phone.names(), phone.names()
        assert not any(isinstance(line.entry.event, EffectUse) for line in table.log())

    tokyo.on_phone(table, library, journey)


# --- belongings --------------------------------------------------------------------------------------------------


def test_a_row_names_the_character_and_keeps_its_numbers(library: Library) -> None:
    """Each row has the character and the items after the numbers, as text and as they are read aloud."""

    async def journey(phone: Phone, table: Table) -> None:
        assert {"Isaac", "Maggy", "Judas", "Eve", "The D6"} <= set(phone.texts())
        row = next(name for name in phone.names() if name.startswith("Beto, "))
        assert row.startswith("Beto, life 2, ¢ 3, souls 0, loot cards 3")
        assert row.endswith("Yum Heart: upright, 1 item without a name")

    on_phone(action(library), library, journey)


def test_rows_are_equally_high(library: Library) -> None:
    """A row with chips has its numbers in a part as high as the rows without any."""

    async def journey(phone: Phone, table: Table) -> None:
        rows = [b for name, b in phone.buttons() if name.split(", ")[0] in table.state.seats and ", life" in name]
        assert len(rows) == 4
        assert len({row.height for row in rows}) == 1

    on_phone(stacked(library, 1), library, journey)


def test_an_item_that_cannot_be_used_says_why(library: Library) -> None:
    """With nothing on the stack The D6 is pale on Ana's row, and its sheet says why; with a roll there it is not."""

    async def journey(phone: Phone, table: Table) -> None:
        assert ink_of(phone, "The D6") == ft.Colors.ON_SURFACE_VARIANT
        await phone.tap("Ana, life")
        await phone.tap("The D6: upright")
        assert "There is nothing on the stack that it could aim at." in phone.texts()
        await phone.tap("Close")
        say(table, Attacked(table.state.slots[0].id))
        say(table, Rolled((4,)))
        await phone.settle()
        assert any(name.startswith("The D6: rerolls") for name in phone.names())

    on_phone(action(library), library, journey)


def ink_of(phone: Phone, text: str) -> str:
    """The color of that text on the row of a player."""
    row = phone.find("Ana, life")
    return next(c.color for c in phone.controls(row) if isinstance(c, ft.Text) and c.value == text)


# --- signs -------------------------------------------------------------------------------------------------------


def test_a_long_press_names_every_sign_of_a_row(library: Library) -> None:
    """Each number of a row has its name as a hint, and so has each mark."""

    async def journey(phone: Phone, table: Table) -> None:
        row = phone.find("Ana, life")
        parts = [c for c in phone.controls(row) if isinstance(getattr(c, "tooltip", None), ft.Tooltip)]
        hints = [part.tooltip.message for part in parts]
        assert hints[:4] == ["life", "¢", "souls", "loot cards"]
        assert {"This player's turn", "Priority", "upright"} <= set(hints[4:])

    on_phone(action(library), library, journey)


@pytest.mark.parametrize("dark", [False, True], ids=["day", "evening"])
def test_every_color_of_a_sign_can_be_seen(dark: bool) -> None:
    """A sign has a contrast of 3 to every ground of the table, as WCAG asks of what is no text."""
    scheme = DARK_SCHEME if dark else LIGHT_SCHEME
    for name, color in sign_scheme(dark).items():
        for ground in GROUNDS:
            assert contrast(color, scheme[ground]) >= 3, (name, ground)


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_row_has_its_own_color(game: str) -> None:
    """The signs of a row have colors of the theme, and no two of one row the same; each has a shape of its own."""
    icons = scene_of(game).player_row.tracker_icons
    colors = [tracker_color(icon) for icon in icons]
    assert set(colors) <= SIGN_COLORS.keys()
    assert len(set(colors)) == len(colors)
    assert len({TRACKER_ICONS[icon] for icon in icons}) == len(icons)
    assert TRACKER_COLORS.keys() == TRACKER_ICONS.keys()


@pytest.mark.parametrize("dark", [False, True], ids=["day", "evening"])
def test_the_theme_holds_every_color_of_a_sign(dark: bool) -> None:
    """What a sign is drawn with is a color that the theme of the client has."""
    scheme = build_theme("four_souls", dark).color_scheme
    for color in SIGN_COLORS.values():
        assert getattr(scheme, color.slot) == (color.dark if dark else color.light)


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_a_chip_does_takes_few_words(language: str) -> None:
    """An effect whose target goes without saying is told in one to four words."""
    translate = translator(language)
    for kind, text in BRIEF_TEXTS.items():
        said = translate(text(2, "+2"))
        assert 1 <= len(said.split()) <= 4, (kind, said)
    assert BRIEF_TEXTS.keys() <= EFFECT_TEXTS.keys()
