"""The table screen: where each part is, what a tap does, undo, and the answers of the next question."""

from __future__ import annotations

from dataclasses import replace

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.design.page_look import show_preferences
from companion.ui.design.preferences import Preferences
from companion.ui.design.sizes import Space
from companion.ui.signs.dice_faces import DicePad
from companion.ui.table.intents import Explanation, Page
from companion.ui.table.model.board_room import NEXT_LINE_HEIGHT, answers_height
from companion.ui.table.model.choice_layout import NextRoll, layout_choices
from companion.ui.table.sheets.choice_form import PickList
from rules.engine import Dice, Rolled
from rules.engine.switch import silences
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Attacked, Began, Bought, Chose, Passed, Revealed
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui.app import App, app_at
from tests.support.ui.headless import Phone, action_phase, at_table, say
from tests.support.ui.table_context import asked, said, shown, table_context

pytestmark = pytest.mark.usefixtures("quick")


ATTACK_FLY = "Attack Fly, 2 or more · 83 %"


def test_usual_and_leave_never_share_a_place(table: Table) -> None:
    """Leaving the phase is no usual answer, also where the monsters to attack are touched on the board."""
    assert said(shown(table), "board") == [ATTACK_FLY, "Attack Big Spider, 4 or more · 50 %"]
    assert "End the turn" in leaving(table)
    for event in (Attacked(table.state.slots[0].id), Rolled((6,))):
        say(table, event)
    say(table, Passed((0, 1, 2), table.state.stack.top.id))
    say(table, Revealed(0, (monsters()["fly"],)))
    assert said(shown(table)) == []
    assert "End the turn" in leaving(table)


def leaving(table: Table) -> list[str]:
    return [one.label for one in shown(table).answers if one.place == "leave"]


async def test_two_dice_are_two_taps_and_the_first_can_be_taken_back(library):
    """Two dice take two taps, and a tap on the first face takes it back before the second."""
    rolled = []
    phone = await Phone().show(DicePad, Dice("faces", 2), rolled.append, 374)
    await phone.tap("Die: 3")
    await phone.tap("Take the die back")
    await phone.tap("Die: 6")
    assert not rolled
    await phone.tap("Die: 2")
    assert rolled == [(6, 2)]


def test_responses_are_offered_by_player_then_by_kind(table: Table) -> None:
    """Whoever has priority comes first; each has those responses that are likely before those that are not."""
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((1,)))
    model = shown(table)
    assert list(model.layout.responses_by_seat) == [0, 1, 2]
    assert [one.label for one in model.answers if (one.place, one.seat) == ("response", 1)] == [
        "Yum Heart: prevents the next damage to a player or a monster",
        "Play loot",  # only through another effect: his character lies sideways
        "Yum Heart",  # to say another effect
    ]


@pytest.mark.parametrize("text", ["normal", "largest"])
async def test_responses_stand_on_a_sheet_whose_players_stay_in_sight(library, text: str):
    """The question and its answers stay where they are; on the sheet only the responses of the chosen player scroll."""
    table = library.matches.create("four_souls", ("Eva", "Fernanda", "Constantinopla"))
    for event in (Chose(0, "isaac"), Chose(1, "maggy"), Chose(2, "judas"), Began(0)):
        say(table, event)
    for slot, card in enumerate(("fly", "ring-of-flies")):
        say(table, Revealed(slot, (monsters()[card],)))
    say(table, Attacked(table.state.slots[0].id))
    phone = await at_table(table, library)
    show_preferences(phone.page, Preferences(text=text))
    say(table, Rolled((1,)))
    await phone.settle()
    usual = phone.names("usual")
    for name in ("Somebody responds", "Constantinopla responds"):
        await phone.tap(name)
    named = [control for name, control in phone.buttons() if name.startswith("Constantinopla: ")]
    assert len(named) == 4  # a loot card, and three uses of the Book of Belial
    lists = [one for one in phone.controls() if isinstance(one, ft.Column) and one.scroll == ft.ScrollMode.AUTO]
    held = [one for one in lists if named[-1] in [*phone.controls(one)]][-1]
    players = [control for name, control in phone.buttons() if name.endswith(" responds")]
    assert len(players) == 3
    assert not {id(one) for one in players} & {id(one) for one in phone.controls(held)}
    await phone.tap("Close")
    assert phone.names("usual") == usual
    assert not any(name.endswith(" responds") and name != "Somebody responds" for name in phone.names())


async def test_the_whole_stack_is_one_tap(library):
    """One tap shows the whole stack of nine items with their effects.

    Folded, it says how many more there are.
    """
    table = stacked(library, 9)
    phone = await at_table(table, library)
    assert "+6" in phone.texts()
    await phone.tap("The whole stack")
    assert [text for text in phone.texts() if text in map(str, range(1, 10))][-9:] == list("123456789")
    assert "Hits: 1 damage to Big Spider" in phone.texts()
    await phone.tap("Close")
    await phone.tap("No responses")
    assert len(table.state.stack.items) == 8


def test_a_purchase_that_cannot_be_paid_is_folded_away(table: Table) -> None:
    """FS L177: it may be declared before the 10¢ are there, which is rare: until then it is unlikely, and says why."""
    purchases = {"Buy from the shop", "Buy from the deck"}
    found = {one.label: one for one in shown(table).answers if one.label in purchases}
    assert {label: (one.place, one.consequence) for label, one in found.items()} == dict.fromkeys(
        purchases, ("response", "You are 7¢ short")
    )
    say(table, found["Buy from the shop"].choice.event)
    assert [item.kind for item in table.state.stack.items] == ["purchase"]
    table.undo()
    table.adjust("seat.0.cents", 7)
    assert {one.place for one in shown(table).answers if one.label in purchases} == {"board"}


def test_the_question_says_which_actions_are_theirs_and_what_follows(table: Table) -> None:
    """The prompt says which actions are open and what follows if nobody acts.

    Over an empty stack these are the turn's remaining actions, otherwise responses only.
    """
    assert who_and_what(table) == ("Ana decides", "Action", "left: 1 attack, 1 loot play")
    say(table, Attacked(table.state.slots[0].id))
    assert asked(table).stake == "Hits with 2 or more · 83 %"
    say(table, Rolled((1,)))
    assert who_and_what(table) == ("The whole table", "Action", "responses only")
    assert said(shown(table)) == ["No responses, Ana loses 1 life"]


def who_and_what(table: Table) -> tuple[str, ...]:
    """Who decides, the phase, and what may be done in it."""
    return asked(table).decides, asked(table).phase, asked(table).allowed


def test_at_every_window_the_question_names_whose_turn_it_is_to_answer(table: Table) -> None:
    """Where one after the other is asked, the question names that player, not the whole table."""
    table.set_ruling("depth", "every")
    say(table, Attacked(table.state.slots[0].id))
    assert asked(table).decides == "Ana decides"


def test_a_single_pass_is_shown_only_at_every_window(table):
    """With few stops one button passes for everybody; at every window each may pass alone."""
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((1,)))
    prompt = table.prompt
    assert not layout_choices(prompt, shows_passes=False).secondary
    assert [choice.event for choice in layout_choices(prompt, shows_passes=True).secondary] == [
        Passed((0,), table.state.stack.top.id)
    ]


def test_every_choice_has_a_place(table):
    """Every choice of the prompt is somewhere on the screen."""
    for event in (None, Attacked(table.state.slots[0].id), Rolled((1,))):
        if event:
            say(table, event)
        prompt = table.prompt
        found = layout_choices(prompt, shows_passes=True)
        shown = [
            *found.primary,
            *found.leave,
            *found.secondary,
            *found.triggers,
            *sum(found.responses_by_seat.values(), ()),
        ]
        shown += [found.dice] if found.dice else []
        assert sorted(map(id, prompt.choices)) == sorted(map(id, shown))


async def test_a_monsters_numbers_open_with_a_tap(table, library):
    """A tap on a monster that cannot be attacked now opens its numbers, which can be corrected."""
    say(table, Attacked(table.state.slots[0].id))
    phone = await at_table(table, library)
    await phone.tap("Big Spider: life 3")
    await phone.tap("More: evasion")
    assert table.state.slots[1].evasion == 5


async def test_why_names_the_rule_of_the_question(table, library):
    """The "why" button in the details of the question passes on the prompt's rule id."""
    asked = []
    phone = await at_table(table, library, ways=asked.append)
    await phone.tap("Details")
    await phone.tap("Why?")
    assert asked == [Explanation(table.prompt.rule)]


async def test_what_is_under_a_sheet_cannot_be_reached(table, library):
    """While a sheet covers the table, the buttons below it have no accessible name."""
    phone = await at_table(table, library)
    await phone.tap("Beto, ")
    assert not any(name.startswith(ATTACK_FLY) for name in phone.names())
    await phone.tap("Close")
    assert any(name.startswith(ATTACK_FLY) for name in phone.names())


async def test_three_dice_are_asked_for_on_their_sheet(library):
    """A roll of three dice is a secondary button beside the usual answers."""
    table = library.matches.create("four_souls", ("Ana", "Beto", "Cira"))
    for seat, character in enumerate(("isaac", "maggy", "judas")):
        say(table, Chose(seat, character))
    phone = await at_table(table, library)
    assert phone.names("usual") == ["Ana", "Beto", "Cira"]
    await phone.tap("One die each, from left to right")
    assert "Roll for me" in phone.names()
    await phone.tap("Close")
    await phone.fire(next(button for name, button in phone.buttons() if name == "Beto"))
    assert table.state.active == 1


async def test_a_long_list_can_be_searched(library):
    """A hole with many options is a list that a search narrows, without regard to accents."""
    prompt = library.matches.create("four_souls", ("Ana", "Beto")).table_state.prompt
    answered = []
    phone = App()
    await phone.show(PickList, prompt.choices[0], answered.append)
    await phone.type("Look for a name", "jud")
    assert phone.names() == ["Judas"]
    await phone.tap("Judas")
    assert answered == [Chose(0, "judas")]


# --- undo and what happened last -------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 3])
async def test_undo_says_what_goes_back_and_redo_takes_as_many_taps(table, library, times: int):
    """One tap undoes and says what was undone; one more tap redoes it, until nothing is left to redo."""
    for event in (Attacked(table.state.slots[0].id), Rolled((4,))):
        say(table, event)
    phone = await at_table(table, library)
    before = table.state
    for _ in range(times):
        await phone.tap("Undo")
        assert any(text.startswith("Undone: ") for text in phone.texts())
    for _ in range(times):
        assert table.state != before
        await phone.tap("Redo")
    assert table.state == before
    assert "Redo" not in phone.names()


async def test_a_long_press_on_undo_opens_the_history(table, library):
    """A long press on undo opens the history and undoes nothing."""
    opened = []
    phone = await at_table(table, library, ways=opened.append)
    seq = table.table_state.seq
    await phone.press("Undo")
    assert opened == [Page.HISTORY]
    assert table.table_state.seq == seq


async def test_a_line_of_the_ribbon_opens_and_goes_back_to_what_was_done(table, library):
    """A ribbon line is whole; a tap opens its details and takes nothing back, the button there goes back to it."""
    prompt = table.prompt
    say(table, Attacked(table.state.slots[0].id))
    phone = await at_table(table, library)
    await phone.tap("Details")
    seq, line, back = table.table_state.seq, "What happened: Ana attacks Fly", "Back to here: Ana attacks Fly"
    [text] = [one for one in phone.controls(phone.find(line)) if isinstance(one, ft.Text)]
    assert (text.max_lines, text.no_wrap) == (None, False)
    for tap in (line, "Close", "Details", line):
        await phone.tap(tap)
        assert (back in phone.names()) == (tap == line)
    assert table.table_state.seq == seq
    await phone.tap(back)
    assert table.prompt == prompt


async def test_what_flowed_by_can_be_reopened_singly(table, library):
    """Going back to an automatic pass asks that question again, and undoes nothing before it."""
    phone = await at_table(table, library)
    cards = table.state.slots
    await phone.tap("Details")
    await phone.tap("What happened: Ana: +1 loot card (4)")
    await phone.tap("Back to here: Ana: +1 loot card (4)")
    assert table.state.slots == cards
    assert table.state.players[0].loot == 3
    assert [name.startswith("No responses, ") and "Ana gains 1 loot" in name for name in phone.names("usual")] == [True]


# --- the next question and silences ----------------------------------------------------------------------------------


@pytest.fixture
def rich(library: Library) -> Table:
    """Ana's action phase, with Fly (life 1) and Big Spider (life 3), and 10 ¢."""
    table = action_phase(library)
    table.adjust("seat.0.cents", 10)
    return table


SMALL = [(360, 640, 1.0), (320, 844, 1.3), (320, 568, 1.3)]
"""Width, height and text scale of devices with little room."""


@pytest.mark.parametrize(("width", "height", "scale"), SMALL)
def test_in_a_small_window_the_next_throw_is_offered(rich: Table, width: int, height: int, scale: float) -> None:
    """The faces of the next throw stand below "No responses" there too, and nothing else of the next question."""

    def following() -> NextRoll | None:
        with given_look(PageLook(preferences=Preferences(letters=scale))):
            return table_context(rich, size=(width, height)).layout.next_roll

    say(rich, Bought("shop"))
    assert following() is None
    rich.undo()
    say(rich, Attacked(rich.state.slots[1].id))
    say(rich, Rolled((6,)))
    assert following() is not None


@pytest.mark.parametrize("size", [(390, 844), (390, 664)])
async def test_the_board_leaves_the_next_throw_its_height(rich: Table, library: Library, size: tuple[int, int]) -> None:
    """With its faces the board has as much less height as a drawn face has, with the line above it and a gap."""
    say(rich, Attacked(rich.state.slots[1].id))
    say(rich, Rolled((6,)))
    phone = await at_table(rich, library, size=size)
    (face,) = {button.height for name, button in phone.buttons() if name.startswith("Die: ")}
    context = table_context(rich, size=size)
    sizes = {"is_low": context.is_low, "is_landscape": False, "is_compact": context.has_compact_answers}
    layouts = context.layout, replace(context.layout, next_roll=None)
    with_faces, without = (answers_height(one, context.answers_width, 0, **sizes) for one in layouts)
    assert with_faces - without == face + NEXT_LINE_HEIGHT + Space.GAP


async def test_a_player_is_not_asked_again_and_takes_it_back(rich: Table, library: Library) -> None:
    """The bell says for whom; the table's menu lists it, and ends it."""
    say(rich, Bought("shop"))
    phone = await app_at(library, f"/t/{rich.match.id}")
    await phone.sees("Nadie responde")
    await phone.tap("No preguntar más por esto")
    await phone.tap("Beto: una compra")
    assert silences(rich.state.rulings) == (("purchase", 1),)
    assert rich.prompt is not None
    assert rich.prompt.awaited_seats == (0, 2)
    phone = await app_at(library, f"/t/{rich.match.id}/settings")
    await phone.sees("Lo que ya no se pregunta en esta partida", "Beto: una compra")
    await phone.tap("Volver a preguntar")
    assert silences(rich.state.rulings) == ()
