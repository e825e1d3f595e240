"""King of Tokyo's table screen without a browser: picture, dice, odds, sheets."""

import asyncio
from fractions import Fraction
from typing import Any

import flet as ft
import pytest

from companion.dice.provenance import sources
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.ui.games.scenes import scene_of
from companion.ui.screens.table.screen import TableScreen
from companion.ui.table.model.seats import seat_models
from companion.ui.table.sheets.lookahead import format_percent
from rules.engine import FactSet, Refused, Rolled, legal_events
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.events import Began, ByThrows, Kept, TurnedUp
from rules.king_of_tokyo.rolling.odds import throw_odds
from rules.registry import GAMES
from tests.support.ui.headless import NOWHERE, Phone
from tests.support.ui.king_of_tokyo_screen import NAMES, on_phone, sat, say
from tests.support.ui.table_context import table_context

pytestmark = pytest.mark.usefixtures("quick")


def pictured(phone: Phone) -> str:
    """Who stands where, as the picture's label says it."""
    return next(name for name in phone.names() if ": Tokyo City" in name or "outside Tokyo" in name)


def signs(phone: Phone, icon: ft.IconData) -> list[ft.Icon]:
    """The signs of that kind on the page."""
    return [control for control in phone.controls() if isinstance(control, ft.Icon) and control.icon == icon]


def test_the_picture_says_who_stands_where(library: Library) -> None:
    """The picture shows who is in the City and who is outside; a tap says it in words."""

    async def journey(phone: Phone, table: Table) -> None:
        assert pictured(phone) == "Ana: outside Tokyo. Beto: outside Tokyo. Cira: outside Tokyo"
        say(table, Rolled((1, 1, 2, 3, 6, 6)))
        await phone.settle()
        assert pictured(phone) == "Ana: Tokyo City. Beto: outside Tokyo. Cira: outside Tokyo"
        await phone.tap("Ana: Tokyo City")
        assert phone.texts().count("outside Tokyo") == 2

    on_phone(sat(library), library, journey)


@pytest.mark.parametrize("players", range(2, 7))
def test_each_player_has_a_row_with_hearts_points_and_energy(library: Library, players: int) -> None:
    """The rows have the numbers in the order of the game, however many play."""
    context = table_context(sat(library, players))
    rows = seat_models(context, scene_of("king_of_tokyo").model)
    assert [row.name for row in rows] == list(NAMES[:players])
    spoken = [row.spoken.removesuffix(", This player's turn").partition(", ")[2] for row in rows]
    assert set(spoken) == {"hearts 10, points 0, energy 0"}


@pytest.mark.parametrize(("players", "size"), [(2, (390, 844)), (4, (844, 390)), (5, (390, 844)), (6, (1280, 800))])
def test_from_five_players_on_the_picture_has_the_bay(library: Library, players: int, size: tuple[int, int]) -> None:
    """On any screen the six faces of the die stand below the picture."""

    async def journey(phone: Phone, table: Table) -> None:
        assert ("Bay" in phone.texts() or bool(signs(phone, ft.Icons.SAILING))) == (players > 4)
        assert [name for name in phone.names() if name.startswith("Die: ")] == [
            f"Die: {face}" for face in ("1", "2", "3", "heart", "energy", "smash")
        ]

    on_phone(sat(library, players), library, journey, *size)


def test_dice_put_aside_are_tapped_themselves(library: Library) -> None:
    """A tap on a die of the roll puts it aside, and the pad asks for the others only."""

    async def journey(phone: Phone, table: Table) -> None:
        say(table, ByThrows(), Rolled((6, 6, 1, 2, 3, 4)))
        await phone.settle()
        keys = [c for c in phone.controls() if isinstance(c, ft.Semantics) and c.label == "6 dice to tap"]
        assert keys
        await phone.tap("Keep smash")
        assert table.state.now.kept == {0}
        await phone.tap("Take back smash")
        assert table.state.now.kept == frozenset()
        say(table, Kept(0), Kept(1))
        await phone.settle()
        for face in ("1", "1", "1", "heart"):
            await phone.tap(f"Die: {face}")
        assert table.state.now.faces == (6, 6, 1, 1, 1, 4)

    on_phone(sat(library), library, journey)


def test_only_the_dice_that_are_kept_are_tapped(library: Library) -> None:
    """The dice that are rolled again need no tap; those put aside lie there and can be taken back."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Die: smash")
        await phone.tap("Die: heart")
        await phone.tap("Keep these, reroll 4")
        assert (table.state.now.aside, table.state.now.thrown) == ((6, 4), 1)
        await phone.tap("Take back heart")
        assert table.state.now.aside == (6,)
        assert "Keep none, reroll 5" in phone.names()
        for _ in range(5):
            await phone.tap("Die: energy")
        assert (table.state.now.faces, table.state.monsters[0].energy) == ((6, 5, 5, 5, 5, 5), 5)

    on_phone(sat(library, throws="each"), library, journey)


def test_the_odds_are_one_tap_away(library: Library) -> None:
    """While a roll is asked for, one tap shows its odds; afterwards they are gone.

    They are those of a number of faces, of a kill, and of the points that win.
    """
    table = sat(library)
    say(table, Rolled((1, 1, 2, 3, 6, 6)))
    table.adjust("seat.0.hearts", -8)
    table.adjust("seat.1.points", 15)

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Details")
        texts = phone.texts()
        assert "In %, with 3 rolls left" in texts
        assert "Ana is out with 2 claws" in texts
        assert texts.count("80") == 1
        assert "80 %" in texts
        assert "To win: 5 points" in texts
        await phone.tap("Close")
        say(table, Rolled((6, 1, 2, 3, 4, 5)))
        await phone.settle()
        await phone.tap("Details")
        assert not [text for text in phone.texts() if text.startswith("In %")]

    on_phone(table, library, journey)


@pytest.mark.parametrize(
    ("tenths", "said"), [(0, "—"), (1, "<1"), (10, "1"), (495, "50"), (990, "99"), (995, ">99"), (1000, "100")]
)
def test_what_is_not_certain_is_never_a_hundred(tenths: int, said: str) -> None:
    """Odds are shown as 0 % or 100 % only where they are exact."""
    assert format_percent(Fraction(tenths, 1000)) == said


def test_a_yield_shows_the_dice_and_what_follows(library: Library) -> None:
    """The yield prompt shows the roll and what staying and yielding lead to.

    It is in the color of the monster that was hit.
    """

    async def journey(phone: Phone, table: Table) -> None:
        say(table, Rolled((1, 1, 2, 3, 5, 4)), Rolled((6, 6, 1, 2, 3, 5)))
        await phone.settle()
        assert any("Beto enters and gains 1 point" in name for name in phone.names())
        labels = [c.label for c in phone.controls() if isinstance(c, ft.Semantics)]
        assert "1, 2, 3, energy, smash, smash" in labels
        await phone.tap("Yield Tokyo")
        assert pictured(phone).startswith("Ana: outside Tokyo. Beto: Tokyo City")

    on_phone(sat(library), library, journey)


def test_the_tower_is_in_the_picture(library: Library) -> None:
    """The tower is in the picture where it is played, and its sheet lists each level's owner.

    The top level comes first.
    """

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Ana: ")
        levels = [text for text in phone.texts() if text.startswith("Tower, level")]
        assert levels == ["Tower, level 3", "Tower, level 2", "Tower, level 1"]

    on_phone(sat(library, 3, **{"variant.tower": "on"}), library, journey)


def test_a_numbers_sheet_holds_all_of_a_monster(library: Library) -> None:
    """A player's sheet can correct hearts, points and energy, and the line follows."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Beto, hearts 10")
        for what in ("hearts", "points", "energy"):
            assert f"More: {what}" in phone.names()
        await phone.tap("Less: hearts")
        await phone.tap("Close")
        assert any(name.startswith("Beto, hearts 9") for name in phone.names())

    on_phone(sat(library), library, journey)


def test_the_curse_is_one_tap_away(library: Library) -> None:
    """The curse's text is in the picture, and a tap says what the die of fate does with it."""
    table = library.matches.create("king_of_tokyo", NAMES[:3], (("variant.curses", "on"),))
    while not table.state.curse:
        say(table, legal_events(table.state)[0])

    async def journey(phone: Phone, table: Table) -> None:
        curse = next(name for name in phone.names() if name.startswith("Curse: "))
        await phone.tap(curse)
        assert {"Always", "Ankh", "Snake"} <= set(phone.texts())

    on_phone(table, library, journey)


def test_no_odds_beside_another_die(library: Library) -> None:
    """While the die of fate is asked for, which is not one of the six, no odds are shown."""
    table = library.matches.create("king_of_tokyo", NAMES[:3], (("variant.curses", "on"),))
    while table.state.phase != "roll":
        say(table, legal_events(table.state)[0])

    async def journey(phone: Phone, table: Table) -> None:
        assert throw_odds(table.state) is not None
        say(table, Rolled((1, 1, 2, 3, 4, 5)[: len(legal_events(table.state)[0].faces)]))
        await phone.settle()
        assert "Die: ankh" in phone.names()
        await phone.tap("Details")
        assert not [text for text in phone.texts() if text.startswith("In %")]

    on_phone(table, library, journey)


# --- finished matches --------------------------------------------------------------------------------------------


def won(library: Library) -> Table:
    """A match that Ana has won, with Tokyo hers."""
    table = sat(library)
    table.adjust("seat.0.points", 18)
    say(table, Rolled((1, 1, 1, 2, 6, 6)))
    while table.state.outcome is None:
        say(table, legal_events(table.state)[0])
    return table


def test_the_numbers_of_a_sheet_fit(library: Library) -> None:
    """On a player's sheet "10 of 10" is drawn smaller than a two-digit number, and is whole."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Beto, hearts 10")
        sizes = {c.value: c.size for c in phone.controls() if isinstance(c, ft.Text) and c.value in ("10/10", "0/20")}
        assert sizes["10/10"] < sizes["0/20"]

    on_phone(sat(library), library, journey)


# --- cards -------------------------------------------------------------------------------------------------------


def shopping(library: Library, *cards: str, energy: int = 9) -> Table:
    """A table at which Ana buys: those cards are face up, and she has that much energy."""
    table = library.matches.create("king_of_tokyo", NAMES[:3], (("follow.shop", "on"),))
    say(table, Began(0))
    for slot, card in enumerate(cards):
        say(table, TurnedUp(slot, (record(card),)))
    say(table, Rolled((1, 1, 2, 2, 5, 5)))
    table.adjust("seat.0.energy", energy - 2)
    return table


def record(card: str) -> Any:
    return next(one.record for one in GAMES["king_of_tokyo"].catalogues["powers.base"] if one.record.id == card)


def test_the_shop_lies_in_the_picture(library: Library) -> None:
    """The shop in the picture shows three cards with their costs.

    A tap explains one and buys it, and it is then shown with its monster.
    """
    table = shopping(library, "acid_attack", "gourmet", "herbivore")

    async def journey(phone: Phone, table: Table) -> None:
        prices = [name for name in phone.names() if name.endswith(" energy") and ": " in name]
        assert [name.partition(":")[0] for name in prices] == ["Acid Attack", "Gourmet", "Herbivore"]
        await phone.tap(prices[0])
        assert "Costs 6 energy · Ataque ácido" in phone.texts()
        await phone.tap("Buy Acid Attack")
        assert [held.card for held in table.state.monsters[0].cards] == ["acid_attack"]

    on_phone(table, library, journey)


def test_a_card_in_front_of_a_monster_has_a_sheet(library: Library) -> None:
    """A card on its monster's sheet has a sheet that explains it and corrects its counters."""
    table = shopping(library, "battery_monster", "gourmet", "herbivore")

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Buy Battery Monster")
        await phone.tap("Close")
        await phone.tap("Ana, hearts 10")
        await phone.tap("Battery Monster")
        assert any(name.startswith("More: ") for name in phone.names())
        effect = printed_power_cards()["battery_monster"].effect.en
        assert effect in phone.texts()

    on_phone(table, library, journey)


def test_a_card_is_named_by_its_price_or_its_name(library: Library) -> None:
    """A card turned up is named by its cost, which narrows the list, and its name."""
    table = library.matches.create("king_of_tokyo", NAMES[:3], (("follow.shop", "on"),))
    say(table, Began(0))

    async def journey(phone: Phone, table: Table) -> None:
        assert "Choose its cost or look for its name." in phone.texts()
        await phone.tap("cost 8")
        names = set(phone.names())
        shown = [card for card in printed_power_cards().values() if card.name.en in names]
        assert shown
        assert all(card.cost == 8 for card in shown)
        await phone.tap(shown[0].name.en)
        assert table.state.shop[0] == shown[0].id

    on_phone(table, library, journey)


def test_two_ways_to_pay_open_two_sheets(library: Library) -> None:
    """Where the shop is not followed, only paying asks for a cost and nothing else.

    Both ways of paying are a purchase, but each has its own sheet.
    """
    table = sat(library)
    say(table, Rolled((1, 1, 2, 2, 5, 5)))
    table.adjust("seat.0.energy", 4)

    async def journey(phone: Phone, table: Table) -> None:
        while "Pay without saying which" not in phone.names():
            await phone.tap("Keep these dice")
        await phone.tap("Pay without saying which")
        await phone.tap("More: cost")
        await phone.tap("Pay without saying which")
        assert table.state.monsters[0].energy == 5

    on_phone(table, library, journey)


def test_dice_of_the_app_are_thrown_again(library: Library) -> None:
    """KT L32, L34: "puedes tirar los dados hasta tres veces": a virtual roll is the first of three.

    Some dice are put aside and the others thrown again by the app; one undo takes the first roll back.
    """

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Camera, or roll for me")
        await phone.tap("Roll for me")
        first = table.state.now.faces
        assert (len(first), table.state.now.thrown, table.state.active) == (6, 1, 0)
        assert "2 rolls left" in phone.texts()
        rolls = [line.entry.seq for line in table.log() if isinstance(line.entry.event, Rolled)]
        assert sources(table.match.id, library.storage) == dict.fromkeys(rolls, "virtual")
        say(table, Kept(0), Kept(1))
        await phone.settle()
        await phone.tap("Camera, or roll for me")
        await phone.tap("Roll for me")
        assert table.state.now.faces[:2] == first[:2]
        assert (table.state.now.thrown, table.state.active) == (2, 0)
        for _ in range(4):
            table.undo()
        assert (table.state.now.thrown, table.state.now.by_throws) == (0, False)

    on_phone(sat(library), library, journey)


# --- facts by hand -----------------------------------------------------------------------------------------------


def test_where_a_monster_stands_is_set_on_its_sheet(library: Library) -> None:
    """X-06: beside the numbers of a monster is where it stands; a tap changes it, and undo takes it back.

    The sheet says which of the places it is now.
    """

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Beto, hearts 10")
        await phone.tap("Place: outside Tokyo")
        assert [phone.find(name).content.selected for name in ("outside Tokyo", "Tokyo City")] == [True, False]
        await phone.tap("Tokyo City")
        assert pictured(phone) == "Ana: outside Tokyo. Beto: Tokyo City. Cira: outside Tokyo"
        await phone.tap("Details")
        assert any("By hand: Beto, place: outside Tokyo" in text for text in phone.texts())
        await phone.tap("Close")
        await phone.tap("Undo")
        assert table.state.city == -1

    on_phone(sat(library), library, journey)


def test_a_forgotten_token_and_a_card_are_set_by_hand(library: Library) -> None:
    """X-06: a token that nobody has yet, and a card: laid, told apart on its own sheet, and taken away."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Beto, hearts 10")
        await phone.tap("Poison tokens: 0")
        await phone.tap("More: poison tokens")
        await phone.tap("Set it by hand")
        assert table.state.monsters[1].poison == 1
        await phone.tap("Beto, hearts 10")
        await phone.tap("One more card")
        await phone.tap("Extra Head")
        await phone.tap("Beto, hearts 10")
        await phone.tap("Extra Head")
        await phone.tap("In front of: Beto")
        await phone.tap("Cira")
        assert [held.card for held in table.state.monsters[2].cards] == ["extra_head"]

    on_phone(sat(library), library, journey)


def test_the_tables_facts_are_on_the_tables_sheet(library: Library) -> None:
    """X-06: who owns a level of the tower is set where the table's numbers are; a spectator sets nothing."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("The table")
        await phone.tap("Tower, level 1: nobody")
        await phone.tap("Cira")
        assert table.state.tower == (2, -1, -1)

    table = sat(library, 3, **{"variant.tower": "on"})
    on_phone(table, library, journey)

    async def watch() -> None:
        role = DeviceRole(is_spectator=True)
        phone = await Phone().show(TableScreen, table, library, role, NOWHERE)
        await phone.tap("Beto, hearts 10")
        assert not any(name.startswith("Place:") for name in phone.names())

    asyncio.run(watch())
    with pytest.raises(Refused):
        table.set_fact(FactSet("seat.0.place", "city"), DeviceRole(is_spectator=True))


def test_no_short_word_stands_alone_on_the_second_line_of_a_button(library: Library) -> None:
    """The last word of the camera's button stays with the one before it, on the screen and not in its name."""

    async def journey(phone: Phone, table: Table) -> None:
        shown = {text.value for text in phone.controls() if isinstance(text, ft.Text)}
        assert "Camera, or roll for\N{NO-BREAK SPACE}me" in shown
        assert "Roll by roll" in shown, "a longer word may stand there"
        assert "Camera, or roll for me" in phone.names()

    on_phone(sat(library), library, journey)
