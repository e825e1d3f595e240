"""What is shown of the players: what responds by one tap below each tile, what is read aloud, and the signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.design.preferences import Preferences
from companion.ui.design.sign_colors import SIGN_COLORS, TRACKER_COLORS, sign_scheme, tracker_color
from companion.ui.design.theme import DARK_SCHEME, LIGHT_SCHEME, TRACKER_ICONS, build_theme
from companion.ui.games.scenes import scene_of
from companion.ui.table.model.choice_layout import sheet_kind
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.response_chips import ResponseChip, response_chips
from companion.ui.table.model.seats import SeatModel, seat_models
from rules.engine import Rolled
from rules.four_souls.model.effect import EFFECT_KINDS
from rules.four_souls.model.events import Attacked, Named
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Bought
from rules.registry import GAMES
from tests.support.contrast import contrast
from tests.support.games.four_souls_stacks import action, stacked
from tests.support.ui import king_of_tokyo_screen as tokyo
from tests.support.ui.four_phones import ANA, BETO, CIRA, taken
from tests.support.ui.headless import Phone, on_phone, say
from tests.support.ui.table_context import SMALL, table_context

pytestmark = pytest.mark.usefixtures("quick")

D6 = "The D6: rerolls the roll of 4"
YUM_HEART = "Yum Heart: prevents the next damage to a player or a monster"
HANDS = ["Ana: Play loot", "Beto: Play loot", "Cira: Play loot", "Dani: Play loot"]
WATCHES = DeviceRole(is_spectator=True)
GROUNDS = ("surface", "surface_container_low", "surface_container", "surface_container_high")


def last_event(table: Table) -> Any:
    return table.log()[-1].entry.event


def chips_of(context: TableContext) -> list[ResponseChip]:
    """What responds on the rows, seat by seat."""
    scene = scene_of(context.table_state.game.key)
    return [chip for chips in response_chips(context, scene.model.player_row).values() for chip in chips]


def players(context: TableContext) -> tuple[SeatModel, ...]:
    return seat_models(context, scene_of(context.table_state.game.key).model)


def said(chips: Sequence[ResponseChip]) -> list[str]:
    return [chip.spoken for chip in chips]


# --- responses ---------------------------------------------------------------------------------------------------


def test_a_response_is_one_tap_and_the_event_of_the_longer_way(library: Library) -> None:
    """A tap on the chip makes the same event as the item among the responses of its player."""
    events: list[Any] = []

    async def by_chip(phone: Phone, table: Table) -> None:
        assert {"The D6", "rerolls"} <= set(phone.texts())
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
        before = len(table.log())
        await phone.tap("Book of Belial")
        assert len(table.log()) == before
        assert {f"Book of Belial: {by}1 to the roll of 4" for by in "+−"} <= set(phone.names())

    on_phone(stacked(library, 1), library, journey)


@pytest.mark.parametrize(
    ("role", "offered"), [(ANA, [D6]), (BETO, [YUM_HEART]), (CIRA, ["Book of Belial"]), (WATCHES, [])]
)
def test_a_phone_offers_only_its_own_seats_chips_and_no_hand(
    library: Library, role: DeviceRole, offered: list[str]
) -> None:
    """With a phone each, another seat's items are read aloud and offered nowhere; a hand is on no row."""
    context = table_context(taken(stacked(library, 1), library, 0, 1, 2, 3), role)
    assert said(chips_of(context)) == offered
    ana = next(player for player in players(context) if player.name == "Ana")
    assert "The D6: upright" in ana.spoken


def test_every_hand_with_cards_has_a_chip_on_a_shared_phone(library: Library) -> None:
    """Whoever holds cards may play one: the chip of each row says so and no more; an empty hand has none."""
    table = stacked(library, 1)
    table.adjust("seat.3.loot", -table.state.players[3].loot)
    hands = [chip for chip in chips_of(table_context(table)) if chip.is_hand]
    assert said(hands) == HANDS[:3]
    assert [chip.choice.seat for chip in hands if chip.choice and sheet_kind(chip.choice)] == [0, 1, 2]


def test_a_turned_item_is_no_chip(library: Library) -> None:
    """Once it is used the item lies sideways, says so aloud, and is no chip any more."""
    table = stacked(library, 1)
    chip = next(chip for chip in chips_of(table_context(table)) if chip.spoken == D6)
    say(table, chip.choice.event)
    context = table_context(table)
    assert not any(name.startswith("The D6") for name in said(chips_of(context)))
    assert "The D6: sideways" in players(context)[0].spoken


def test_only_a_question_that_takes_responses_has_chips(library: Library) -> None:
    """In the action phase the items of whoever decides stand among the answers, and no row has a chip."""
    table = action(library)
    assert chips_of(table_context(table)) == []
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((4,)))
    assert chips_of(table_context(table))


@pytest.mark.parametrize(("size", "text"), [(SMALL, "normal"), ((390, 844), "largest")])
def test_without_room_the_answers_have_the_items(library: Library, size: tuple[int, int], text: str) -> None:
    """On a narrow phone and with the largest letters the items stay among the answers, and no row has a chip."""
    with given_look(PageLook(preferences=Preferences(text=text))):
        context = table_context(stacked(library, 1), size=size)
        assert chips_of(context) == []
        assert [translator("en")(one.label) for one in context.layout.own_items] == [D6]


def test_more_than_fits_is_on_the_players_sheet(library: Library) -> None:
    """Items beyond those that fit stand behind their number, which opens the player's sheet."""
    table = stacked(library, 1)
    table.adjust("seat.0.treasures", 3)
    for name in ("Lantern", "Compass", "Whistle"):
        table.make_remark(Named(0, 0, name, "activated"))

    async def journey(phone: Phone, table: Table) -> None:
        assert sum(text in ("The D6", "Lantern", "Compass", "Whistle") for text in phone.texts()) == 1
        assert "4 things" in phone.texts()
        await phone.tap("Ana: 4 more")
        assert any(name.startswith("Whistle: ") for name in phone.names())

    on_phone(table, library, journey)


def test_a_monsters_card_responds_on_its_row(library: Library) -> None:
    """The psychic probe of another monster is a chip while somebody rolls, which asks for the die."""
    table = tokyo.sat(library)
    tokyo.say(table, Rolled((5,) * 6), Bought(0, -1, (PowerCard("psychic_probe", "Psychic Probe", 3),)))
    assert "Psychic Probe" in players(table_context(table))[0].spoken
    while table.state.active == 0:
        tokyo.say(table, next(c.event for c in table.prompt.choices if not c.template.holes))
    tokyo.say(table, Rolled((1, 1, 2, 2, 3, 6)))
    (chip,) = chips_of(table_context(table))
    shown = chip.name, chip.detail, chip.spoken
    assert shown == ("Psychic Probe", "reroll a die", "Psychic Probe of Ana: reroll a die")
    assert sheet_kind(chip.choice)


# --- belongings --------------------------------------------------------------------------------------------------


def test_character_and_items_are_read_aloud_after_the_numbers(library: Library) -> None:
    """Each tile says the character and the items after the numbers; the player's sheet shows them."""
    ana, beto, cira, dani = players(table_context(action(library)))
    for player, character in zip((ana, beto, cira, dani), ("Isaac", "Maggy", "Judas", "Eve"), strict=True):
        assert f", {character}: " in player.spoken
    assert beto.spoken.startswith("Beto, life 2, souls 0, ¢ 3, loot cards 3")
    assert beto.spoken.endswith("Yum Heart: upright, 1 item without a name")


def test_an_item_that_cannot_be_used_says_why(library: Library) -> None:
    """With nothing on the stack Ana's sheet says why The D6 is of no use; with a roll there it does not."""
    why = "There is nothing on the stack that it could aim at."

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Ana, life")
        assert any(name.startswith("The D6: ") and name.endswith(why) for name in phone.names())
        await phone.tap("The D6: upright")
        assert why in phone.texts()
        await phone.tap("Close")
        say(table, Attacked(table.state.slots[0].id))
        say(table, Rolled((4,)))
        await phone.settle()
        await phone.tap("Ana, ")
        assert why not in phone.texts()

    on_phone(action(library), library, journey)


# --- signs -------------------------------------------------------------------------------------------------------


def test_every_sign_of_a_row_has_a_name(library: Library) -> None:
    """Each number of a row has its name, which a long press shows, and so has each mark."""
    ana = players(table_context(action(library)))[0]
    assert [number.label for number in ana.numbers] == ["life", "souls", "¢", "loot cards"]
    assert [(mark.kind, mark.name) for mark in ana.marks] == [("acting", "This player's turn"), ("game", "Priority")]


def test_marks_tell_phones_deaths_and_winners(library: Library) -> None:
    """A phone of a player's own is marked, awake or not; once the game has ended only the winner is."""
    table = action(library)

    def marked(**more: Any) -> list[list[str]]:
        return [[m.kind for m in one.marks if m.kind != "game"] for one in players(table_context(table, **more))]

    assert marked(awake_by_seat={1: True, 2: False}) == [["acting"], ["phone"], ["sleeping_phone"], []]
    assert [one.is_asked for one in players(table_context(table))] == [True, False, False, False]
    table.adjust("seat.1.souls", 4)
    say(table, next(choice.event for choice in table.prompt.choices if choice.role == "default"))
    assert marked(awake_by_seat={1: True}) == [[], ["winner"], [], []]
    assert [one.leads for one in players(table_context(table, HOST_ROLE))] == [False, True, False, False]


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
    icons = scene_of(game).model.player_row.tracker_icons
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
    brief = {name: kind.brief for name, kind in EFFECT_KINDS.items() if kind.brief}
    assert brief
    for kind, text in brief.items():
        said = translate(text(2, "+2"))
        assert 1 <= len(said.split()) <= 4, (kind, said)
