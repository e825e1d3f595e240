"""What the last answer led to: results, what hands must do, and what screen readers are told."""

from __future__ import annotations

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.design.preferences import Preferences
from companion.ui.design.sizes import FontSize
from companion.ui.table.model.outcome import MAX_RESULTS, ResultLine
from companion.ui.table.zones.question import BANNER_SIGN
from rules.engine import Rolled
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Passed
from tests.support.moments import triggers
from tests.support.ui.headless import action_phase, at_table, say
from tests.support.ui.table_context import PHONE, SMALL, asked

LOW = (390, 664)
"""A phone whose browser keeps its bars."""

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def table(library: Library) -> Table:
    """Ana's action phase, with nothing left to do by hand."""
    return with_idle_hands(action_phase(library))


def with_idle_hands(table: Table) -> Table:
    for line in table.hand_lines():
        table.tick(line.marks)
    return table


def rolls(table: Table, face: int, slot: int = 1) -> None:
    """Attack Big Spider, or Fly in slot 0, and let the roll resolve."""
    say(table, Attacked(table.state.slots[slot].id))
    say(table, Rolled((face,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))


# --- results -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "verdict", "tone", "sentence"),
    [(5, "hit", "good", "5 hits Big Spider (needs 4)"), (2, "miss", "bad", "2 misses Big Spider (needs 4)")],
)
def test_an_attack_roll_has_its_die_and_its_word(
    table: Table, face: int, verdict: str, tone: str, sentence: str
) -> None:
    """The die, hit or miss as a gain or a loss, and the rest; screen readers hear it whole."""
    rolls(table, face)
    first = asked(table).outcome.results[0]
    assert (first.face, first.verdict, first.tone, first.text) == (face, verdict, tone, sentence)
    assert first.brief == "against Big Spider, needs 4 or more"


async def test_results_are_drawn_the_heaviest_first_and_the_others_behind_more(table: Table, library: Library) -> None:
    """The death of Fly stands first and large, then the hit; a tap shows what is beyond two."""
    rolls(table, 6, slot=0)
    told = asked(table).outcome
    assert [line.text for line in told.results] == [
        "Fly dies",
        "6 hits Fly (needs 2)",
        "Fly: −1 life (0)",
        "Ana: +1 ¢ (4)",
        "The fight is over",
        "Fly goes on the monster discard",
    ]
    assert (told.most, told.more) == (MAX_RESULTS, "4 more results")
    phone = await at_table(table, library)
    await phone.tap("Close")
    sizes = {c.value: c.size for c in phone.controls() if isinstance(c, ft.Text)}
    assert (sizes["Fly dies"], sizes["6 hits Fly (needs 2)"]) == (FontSize.TITLE, FontSize.BODY)
    last = told.results[-1].text
    assert last not in phone.texts()
    await phone.tap(told.more)
    assert last in phone.texts()
    await phone.tap(told.more)
    assert last not in phone.texts()


async def test_a_hit_that_weighs_most_is_a_word_with_its_die(table: Table, library: Library) -> None:
    """A hit that killed nobody leads: its word in capitals, the rest smaller, and the face of the die as its sign."""
    rolls(table, 5)
    phone = await at_table(table, library)
    spans = [one for one in phone.controls() if isinstance(one, ft.Text) and one.semantics_label and one.spans]
    assert [(one.spans[0].text, one.semantics_label) for one in spans] == [("HIT", "5 hits Big Spider (needs 4)")]
    dice = [c for c in phone.controls() if isinstance(c, ft.Stack) and c.width == BANNER_SIGN]
    assert 5 in [len(die.controls) for die in dice]


@pytest.mark.parametrize(("size", "lines"), [(PHONE, 2), (LOW, 1), (SMALL, 1)])
def test_with_little_room_one_result_stands_in_the_banner(table: Table, size: tuple[int, int], lines: int) -> None:
    """A phone with its browser's bars shows the heaviest result, the others behind a tap."""
    rolls(table, 5)
    told = asked(table, size=size).outcome
    assert told.most == lines
    assert [told.more == "", told.more.endswith("more result")] == [lines == 2, lines == 1]


# --- hands -------------------------------------------------------------------------------------------------------


def gains(table: Table, *amounts: int, seat: int = 0) -> None:
    """Let a player gain ¢ by one effect after the other."""
    for n in amounts:
        triggers(table, Effect("cents", Target("seat", seat), n))


async def test_what_one_player_does_is_one_line_which_a_tap_ticks(table: Table, library: Library) -> None:
    """Three gains are one move of hands; once it is ticked it is gone, and the game has not moved."""
    gains(table, 1, 2, 3)
    assert asked(table).hands.label == "1 thing to do at the table"
    phone = await at_table(table, library)
    seq = table.table_state.seq
    await phone.tap("1 thing to do at the table")
    await phone.tap("Done: Ana: take 6 ¢")
    assert not any(name.startswith("Done: ") for name in phone.names())
    assert "1 thing to do at the table" not in phone.names()
    assert table.table_state.seq == seq


async def test_all_lines_stand_behind_one_chip_and_one_key_ticks_them(library: Library) -> None:
    """Four players have something to do: one number beside the question, a line each behind it, and one key for all."""
    table = everybody_gains(library)
    assert len(asked(table).hands.tasks) == 4
    phone = await at_table(table, library)
    await phone.tap("4 things to do at the table")
    await phone.tap("Done: Dani: take 4 ¢")
    done = [name for name in phone.names() if name.startswith("Done: ")]
    assert done == ["Done: Ana: take 1 ¢", "Done: Beto: take 2 ¢", "Done: Cira: take 3 ¢"]
    await phone.tap("All of it is done")
    assert asked(table).hands.tasks == ()
    assert not any(name.startswith("Done: ") for name in phone.names())


@pytest.mark.parametrize("wants", [True, False])
async def test_whoever_watches_reads_them_and_who_does_not_want_them_has_none(
    table: Table, library: Library, wants: bool
) -> None:
    gains(table, 1)
    phone = await at_table(table, library, DeviceRole(is_spectator=True), worn=Preferences(hands=wants))
    chip = "1 thing to do at the table"
    assert (chip in phone.names()) == wants
    if wants:
        await phone.tap(chip)
        assert "Ana: take 1 ¢" in phone.texts()
    assert not any(name.startswith("Done: ") for name in phone.names())


def everybody_gains(library: Library) -> Table:
    """Each of four players has gained as many ¢ as their seat."""
    table = with_idle_hands(action_phase(library, "Ana", "Beto", "Cira", "Dani"))
    for seat in range(4):
        gains(table, seat + 1, seat=seat)
    return table


# --- announcements -----------------------------------------------------------------------------------------------


def test_results_are_announced_in_the_chosen_length(table: Table) -> None:
    """Short: the die and its outcome; usual: the lines; long: also the numbers and who is next."""
    rolls(table, 5)
    told = {}
    for length in ("short", "usual", "long"):
        with given_look(PageLook(preferences=Preferences(announce=length))):
            told[length] = asked(table).outcome
    assert {length: one.announces_first_only for length, one in told.items() if not one.announcement} == {
        "short": True,
        "usual": False,
    }
    said = told["long"].announcement
    assert said.startswith("5 hits Big Spider (needs 4). ")
    assert all(part in said for part in ("life (2)", "Ana's turn", "Beto: life 2 of 2, souls 0, 3 ¢"))


@pytest.mark.parametrize(("length", "lines"), [("short", 1), ("usual", 2)])
async def test_the_results_themselves_are_a_live_region(
    table: Table, library: Library, length: str, lines: int
) -> None:
    """Where no words of their own are announced, the first of them or all that are shown are read."""
    rolls(table, 5)
    phone = await at_table(table, library, HOST_ROLE, worn=Preferences(announce=length))
    regions = [c for c in phone.controls() if isinstance(c, ft.Semantics) and c.live_region]
    texts = [[t for t in phone.controls(region) if isinstance(t, ft.Text)] for region in regions]
    (read,) = [found for found in texts if any(t.semantics_label for t in found)]
    assert len(read) == lines


@pytest.mark.parametrize(
    ("text", "width", "words"),
    [
        ("Ana gains 4 ¢ (7 in all)", 400, "Ana gains 4 ¢ (7 in all)"),
        ("Ana gains 4 ¢ (7 in all)", 170, "Ana gains 4 ¢"),
        ("Ana gains 4 ¢", 170, "Ana gains 4 ¢"),
    ],
)
def test_a_banner_without_room_leaves_out_the_count_in_brackets(text: str, width: float, words: str) -> None:
    """The line keeps a size that can be read from a metre, and says what happened without how much there is then."""
    shown, size = ResultLine(text, "good", 3).in_one_line(FontSize.TITLE, width)
    assert shown == words
    assert size >= FontSize.BODY
