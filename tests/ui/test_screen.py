"""Details of the screen: frames, numbers that change, fields, keys, names and labels that fit."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import flet as ft
import numpy as np
import pytest

from companion.access.permissions import Access
from companion.dice import capture_reading, custom_sets
from companion.dice.capture_reading import PICTURE_ERRORS
from companion.i18n import translator
from companion.library.library import Library
from companion.match import table as match_table
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.storage.matches import StorageError
from companion.ui.design.preferences import Preferences
from companion.ui.design.sizes import FontSize
from companion.ui.design.text_fit import names_across, shared_label_size
from companion.ui.dice.review import ReviewState, reading_progress
from companion.ui.dice.sheet import DiceRequest, DiceSheetHandlers, SheetPage, _RollFlow
from companion.ui.table.model.choice_layout import option_label
from companion.ui.table.model.question import call_text
from companion.ui.table.model.seat_prompt import SeatPrompt
from companion.ui.table.sheets.choice_form import PickList
from rules.darkmoor.model.events import Located
from rules.engine import Choice, Confirmed, Dice, Event, Name, Option, Pick, Prompt, Template, Text
from rules.four_souls.model.events import Attacked
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from tests.support.picture_files import encoded
from tests.support.ui.app import App, app_at
from tests.support.ui.headless import Phone, action_phase, at_table, first_monster, say
from tests.support.ui.table_context import shown

EN = translator("en")


# --- the frame ---------------------------------------------------------------------------------------------------


def test_whoever_plays_leads_and_after_a_win_the_winner(table, library) -> None:
    """The frame goes on with the turn; the final picture frames who has won, not whose turn it was."""
    say(table, Attacked(table.state.slots[0].id))
    assert leading(table) == ["Ana"]
    table.adjust("seat.1.souls", 4)
    say(table, next(choice.event for choice in table.prompt.choices if isinstance(choice.event, Confirmed)))
    assert (table.state.outcome.winners, table.state.active, leading(table)) == ((1,), 0, ["Beto"])
    other = action_phase(library)
    say(other, next(choice.event for choice in other.prompt.choices if choice.role == "exit"))
    assert leading(other) == ["Beto"]


def leading(table: Table) -> list[str]:
    return [player.name for player in shown(table).seats if player.leads]


async def test_after_a_win_no_stack_and_no_fight_are_shown(table, library) -> None:
    """The board of the final picture is at rest."""
    say(table, Attacked(table.state.slots[0].id))
    table.adjust("seat.1.souls", 4)
    say(table, next(choice.event for choice in table.prompt.choices if isinstance(choice.event, Confirmed)))
    phone = await at_table(table, library)
    assert not any("STACK" in text for text in phone.texts())
    assert phone.find("Fly: ").style.side[ft.ControlState.DEFAULT].color != ft.Colors.PRIMARY


# --- numbers -----------------------------------------------------------------------------------------------------


def leaving(phone: Phone) -> list[str]:
    """The old numbers that are on their way out."""
    layers = [one for one in phone.controls() if isinstance(one, ft.Container) and str(one.key).endswith(" old")]
    return ["".join([one.content.value or "", *(span.text for span in one.content.spans or [])]) for one in layers]


@pytest.mark.parametrize("moves", [True, False])
async def test_only_a_number_that_changed_moves_and_soon_rests(table, library, monkeypatch, moves: bool) -> None:
    """The old number leaves while the new one arrives, at once where less motion is wanted; every other one stays."""
    monkeypatch.setattr(match_table, "ADJUSTMENT_REDRAW_SECONDS", 0)
    phone = await at_table(table, library, worn=Preferences(motion="full" if moves else "less"))
    assert leaving(phone) == []
    table.adjust("seat.1.cents", 2)
    await phone.settle()
    assert leaving(phone) == (["3"] if moves else [])
    assert "5" in phone.texts()
    for _ in range(200 if moves else 0):
        await asyncio.sleep(0.01)
        if not leaving(phone):
            break
    assert leaving(phone) == []


async def test_a_loss_on_a_row_is_red_and_a_gain_green(table, library, monkeypatch) -> None:
    """The pill at a player's number has the color of what it is worth: less life is a loss, more ¢ a gain."""
    monkeypatch.setattr(match_table, "ADJUSTMENT_REDRAW_SECONDS", 0)
    phone = await at_table(table, library)
    for tracker, by, said, ink in (("life", -1, "−1", ft.Colors.ERROR), ("cents", 2, "+2", ft.Colors.TERTIARY)):
        table.adjust(f"seat.1.{tracker}", by)
        await phone.settle()
        pills = [c for c in phone.controls(phone.find("Beto, ")) if isinstance(c, ft.Container) and c.bgcolor == ink]
        assert [pill.content.value for pill in pills] == [said]


async def test_every_tap_on_a_number_shows_at_once(table, library, monkeypatch) -> None:
    """Each of several fast taps shows its number and is kept, before any table is redrawn."""
    monkeypatch.setattr(match_table, "ADJUSTMENT_REDRAW_SECONDS", 60)
    phone = await at_table(table, library)
    await phone.tap("Beto, ")
    for number in (4, 5, 6):
        await phone.tap("More: ¢")
        assert f"Type it: ¢, {number}" in phone.names()
        assert table.state.players[1].cents == number
    await phone.tap("Less: ¢")
    assert "Type it: ¢, 5" in phone.names()


async def test_taps_faster_than_the_screen_all_count(table, library) -> None:
    """Sixteen taps, none of which waits for the screen, are sixteen ¢."""
    phone = await at_table(table, library)
    await phone.tap("Beto, ")
    for name, cents in (("More: ¢", 19), ("Less: ¢", 3)):
        key = phone.find(name)
        await asyncio.gather(*(phone.session.dispatch_event(key._i, "click", None) for _ in range(16)))
        await phone.settle()
        assert table.state.players[1].cents == cents
        assert f"Type it: ¢, {cents}" in phone.names()


@pytest.mark.parametrize("typed", ["27", ""])
async def test_a_number_is_typed(table, library, typed: str) -> None:
    """A tap on a number opens a field; Enter sets what was typed, as one correction; an empty field changes none."""
    phone = await at_table(table, library)
    await phone.tap("Beto, ")
    await phone.tap("Type it: ¢, 3")
    seq = table.table_state.seq
    [field] = [one for one in phone.controls() if isinstance(one, ft.TextField)]
    if typed:
        phone.session.apply_patch(field._i, {"value": typed})
        await phone.fire(field, "change", typed)
        await phone.fire(field, "submit", typed)
        assert table.state.players[1].cents == 27
        assert "Type it: ¢, 27" in phone.names()
        table.undo()
        assert table.state.players[1].cents == 3
    else:
        await phone.fire(field, "blur")
        assert "Type it: ¢, 3" in phone.names()
        assert table.table_state.seq == seq


# --- fields and keys ---------------------------------------------------------------------------------------------


async def test_a_search_keeps_what_is_typed(quick, library) -> None:
    """The field of a search stays the same at every letter, and comes back with what was typed."""
    table = first_monster(library, "Ana", "Beto")
    phone = await at_table(table, library)
    field = next(one for one in phone.controls() if isinstance(one, ft.TextField))
    for typed in ("f", "fl", "fly"):
        await phone.type("Search by name", typed)
        now = next(one for one in phone.controls() if isinstance(one, ft.TextField))
        assert (now._i, now.value) == (field._i, typed)
    assert "Fly" in phone.names()
    await phone.tap("Not in the list")
    await phone.tap("Back to the search")
    again = next(one for one in phone.controls() if isinstance(one, ft.TextField))
    assert again.value == "fly"


async def test_grey_numbers_cannot_be_tapped(quick, library) -> None:
    """A number of the card search that no card has any more is disabled, the others say which is chosen."""
    table = first_monster(library, "Ana", "Beto")
    phone = await at_table(table, library)
    await phone.tap("life 1")
    assert phone.find("life 1").content.selected is True
    assert phone.find("evasion 2").content.selected is False
    assert not phone.find("evasion 2").disabled
    assert phone.find("attack 6").disabled


async def test_enter_goes_on_to_the_next_name(library: Library) -> None:
    """Enter in a player's name puts the focus into the next player's field; in the last one it stays."""
    focused: list[int] = []
    phone = await app_at(library, "/new/four_souls")
    phone.answering.replies["focus"] = lambda body: focused.append(body.control_id)
    names = [one for one in phone.controls() if isinstance(one, ft.TextField)]
    assert len(names) == 2
    for field in names:
        await phone.fire(field, "submit", "Ana")
    assert focused == [names[1]._i]


async def press(phone: App, key: str) -> None:
    """Press a key of the keyboard."""
    event = {"key": key, **dict.fromkeys(("shift", "ctrl", "alt", "meta"), False)}
    await phone.session.dispatch_event(phone.page._i, "keyboard_event", event)
    await phone.settle()


async def test_escape_closes_what_was_opened_last(library: Library, table: Table) -> None:
    """Escape leaves a field that is typed in, then closes the sheet, then does nothing; other keys do nothing."""
    phone = await app_at(library, f"/t/{table.match.id}")
    await phone.sees("¿Qué haces?")
    await phone.tap("Beto, ")
    await phone.tap("Escribir: ¢, 3")
    await press(phone, "Escape")
    assert "Escribir: ¢, 3" in phone.names()
    assert "Cerrar" in phone.names()
    await press(phone, "x")
    assert "Cerrar" in phone.names()
    await press(phone, "Escape")
    assert "Cerrar" not in phone.names()
    seq = table.table_state.seq
    await press(phone, "Escape")
    assert "¿Qué haces?" in phone.text
    assert table.table_state.seq == seq


async def test_the_client_speaks_the_tables_language(library: Library) -> None:
    """What the client says itself, such as "dialog", is in the language of the screen, also after a change."""
    phone = await app_at(library, "/")
    assert phone.page.locale_configuration.current_locale == ft.Locale("es")
    await phone.tap("English")
    assert phone.page.locale_configuration.current_locale == ft.Locale("en")


# --- what fits ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "across"),
    [(("Ana", "Beto", "Cira", "Dani"), 4), (("Marcos", "Lucía", "Beto", "Cira"), 2), (("Bartolomé", "Ana", "Eva"), 2)],
)
def test_no_name_is_cut_off_on_its_button(names, across) -> None:
    """Names that do not fit side by side stand in more rows."""
    assert names_across(names, 366, 40, FontSize.BODY) == across


async def test_buttons_side_by_side_have_one_size(quick, table, library) -> None:
    """The quiet buttons of a window write their labels in one size."""
    assert shared_label_size(["Somebody responds", "Something goes off by itself"]) == FontSize.SMALL
    phone = await at_table(table, library)
    names = ("Play loot", "Attack the monster deck", "More")
    found = [text for name in names for text in phone.controls(phone.find(name)) if isinstance(text, ft.Text)]
    assert len({text.size for text in found if text.value in names}) == 1


async def test_a_long_effect_makes_its_option_higher(library: Library) -> None:
    """An option of a list is as high as its text."""
    effect = Text("A long effect of a spell that needs several lines on a phone, and is read as a whole here.")
    options = (Option("a", Name("Uno", "One"), stake=effect), Option("b", Name("Dos", "Two")))
    choice = Choice(Text("Play"), Template(Played(""), (Pick("card", options),)))
    phone = App()
    await phone.show(PickList, choice, lambda event: None)
    assert [phone.find(name).height for name in ("One", "Two")] == [None, None]


class Played(Event):
    """An event with a card, for a list of cards."""

    def __init__(self, card: str) -> None:
        object.__setattr__(self, "card", card)


def test_the_wait_for_dice_stands_in_the_middle() -> None:
    """What is shown while a picture is read fills the sheet and stands in its middle, in both directions."""
    waits = reading_progress()
    assert (waits.expand, waits.alignment) == (True, ft.Alignment.CENTER)
    assert (waits.content.tight, waits.content.horizontal_alignment) == (True, ft.CrossAxisAlignment.CENTER)


def test_a_question_to_everybody_names_the_table() -> None:
    """Where three or more all decide, the question says so instead of all names."""
    names = ("Marcos", "Lucía", "Bartolomé", "Ana")

    def said(*seats: int, is_open: bool = False) -> str:
        prompt = Prompt(seats, Text("?"), "FS-1", ())
        return EN(call_text(SeatPrompt(prompt, seats, (), True), HOST_ROLE, names, is_open=is_open))

    assert said(0, 1, 2, 3) == "The whole table"
    assert said(0, 1, 2) == "Marcos, Lucía, Bartolomé decide"
    assert (said(0), said(0, is_open=True)) == ("Marcos decides", "The whole table")


def test_an_option_stands_in_the_place_that_its_answer_has_for_it() -> None:
    """An answer's button names the option where its text has a place for it, and behind the text otherwise."""
    cleopatra = Option("cleopatra", Name("Cleopatra", "Cleopatra"))

    def said(label: Text) -> str:
        return EN(option_label(Choice(label, Template(Event())), cleopatra))

    assert said(Text("{what}", what=Text("Name the boss"))) == "Cleopatra"
    assert said(Text("Stop after {what}", what=Text("a room"))) == "Stop after Cleopatra"
    assert said(Text("Attack")) == "Attack Cleopatra"


# --- late and lost -----------------------------------------------------------------------------------------------


async def test_a_tap_after_ones_own_undo_counts(table, library) -> None:
    """Who has taken something back answers the question at once; no tap is meant for the former one."""
    phone = await at_table(table, library)
    await phone.tap("End the turn")
    await phone.tap("Undo")
    assert table.state.active == 0
    await phone.tap("End the turn")
    assert table.state.active == 1


@pytest.mark.parametrize("leaves", [_RollFlow.restart, _RollFlow.forget_reading])
async def test_a_reading_that_comes_too_late_is_ignored(monkeypatch, leaves) -> None:
    """A picture that is still being read answers nothing once the sheet is closed or begins again."""
    rolled: list[Any] = []
    reviews: list[ReviewState] = []

    goes_on = asyncio.Event()

    async def read(*_: Any) -> Any:
        await goes_on.wait()
        return PICTURE_ERRORS["empty"]

    async def fetch(file: Any) -> bytes:
        return b""

    monkeypatch.setattr(capture_reading, "read_capture_in_turn", read)
    stream, latest = SimpleNamespace(current=None), SimpleNamespace(current=None)
    flow = _RollFlow(
        *(None, DiceRequest(Dice("faces")), lambda *_: None),
        *(DiceSheetHandlers(lambda *roll: rolled.append(roll), lambda: None), ReviewState(), reviews.append),
        *(SheetPage(), lambda page: None, stream, latest),  # type: ignore[arg-type]
    )
    reading = asyncio.create_task(flow.load_photo(SimpleNamespace(), fetch))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    leaves(flow)
    before = list(reviews)
    goes_on.set()
    await reading
    assert (rolled, reviews) == ([], before)
    await flow.load_photo(SimpleNamespace(), fetch)  # type: ignore[arg-type]
    assert reviews[-1].problem == PICTURE_ERRORS["empty"]


async def test_the_page_of_dice_loads_again_for_another_table(library: Library) -> None:
    """The page that teaches dice shows those of its own table, whichever table it was opened for before."""
    tokyo, souls = (library.matches.create(game, ("Ana", "Beto")) for game in ("king_of_tokyo", "four_souls"))
    custom_sets.add_sample(TOKYO_DIE, 2, encoded(np.full((96, 96, 3), 90, np.uint8)), Access(library.storage, True))
    phone = await app_at(library, f"/t/{tokyo.match.id}/dice")
    await phone.sees("Enséñale", "1/5")
    phone.page.navigate(f"/t/{souls.match.id}/dice")
    await phone.sees("Dados de puntos")
    await phone.settle()
    assert "1/5" not in phone.text


def refuse_to_save(monkeypatch) -> None:
    """Let every attempt to keep a card fail for want of room."""

    def refuse(*_: Any) -> None:
        raise StorageError(Text("The disk is full."))

    for name in ("save_card", "delete_card"):
        monkeypatch.setattr(Access, name, refuse)


NOT_KEPT = "The card counts, but it could not be kept: The disk is full."
NAMED = {
    "a monster": (
        lambda library: first_monster(library, "Ana", "Beto"),
        (("Not in the list",), ("Name", "Zorro"), ("This is it",)),
        lambda table: table.log()[-1].entry.event.cards[0].name,
    ),
    "a loot card": (
        action_phase,
        (("Play loot",), ("Look for an effect, or name the card", "Zorro"), ("More: ¢",), ("Onto the stack",)),
        lambda table: table.state.stack.items[0].name,
    ),
    "a location": (
        lambda library: library.matches.create("darkmoor", ("Ana", "Beto")),
        (("Give it a name",), ("Name", "Zorro"), ("VP 5",)),
        lambda table: next(e.cards[0].name for e in events_of(table) if isinstance(e, Located)),
    ),
}
"""Cards that somebody names: the table, the steps, and the name of the card on it."""


def events_of(table: Table) -> list[Any]:
    return [line.entry.event for line in table.log()]


@pytest.mark.parametrize(("lay", "steps", "named"), NAMED.values(), ids=NAMED)
async def test_a_card_that_could_not_be_kept_counts_and_that_is_told(
    quick, library, monkeypatch, lay: Any, steps: Any, named: Any
) -> None:
    """A named card is on the table all the same, and the phone says why it was not kept."""
    refuse_to_save(monkeypatch)
    table = lay(library)
    phone = await at_table(table, library)
    for step in steps:
        await (phone.tap(*step) if len(step) == 1 else phone.type(*step))
    assert named(table) == "Zorro"
    assert NOT_KEPT in phone.texts()


async def test_a_name_that_could_not_be_kept_is_told(quick, library, monkeypatch) -> None:
    """A new name of a printed monster is not kept, and that is said."""
    refuse_to_save(monkeypatch)
    phone = await at_table(first_monster(library, "Ana", "Beto"), library)
    await phone.type("Search by name", "fly")
    await phone.tap("Call it something else: Fly")
    await phone.type("What you call it", "Brummer")
    await phone.tap("Keep the name")
    assert "The name could not be kept: The disk is full." in phone.texts()
