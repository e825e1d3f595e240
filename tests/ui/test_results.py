"""Results of the last answer in the question's card, as the screen shows them (play findings, "Telling")."""

from __future__ import annotations

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.latest import latest_results
from companion.match.table import Table
from companion.ui.design.sizes import FontSize
from companion.ui.design.theme import GAIN_COLOR, LOSS_COLOR
from companion.ui.table.board.prompt import VERDICT_DIE
from companion.ui.table.model.outcome import MAX_RESULTS
from companion.ui.widgets.controls import capitalize_first
from rules.engine import Rolled, Text
from rules.four_souls.model.events import Attacked, Passed
from tests.support.ui.headless import Phone, action_phase, on_phone, say


@pytest.mark.parametrize(
    ("face", "word", "ink", "sentence"),
    [
        (5, "HIT", GAIN_COLOR, "5 hits Big Spider (needs 4)"),
        (2, "MISS", LOSS_COLOR, "2 misses Big Spider (needs 4)"),
    ],
)
def test_an_attack_roll_shows_its_die_and_its_word_in_color(
    library: Library, face: int, word: str, ink: str, sentence: str
) -> None:
    """The die and HIT stand first in the color of gains, MISS in that of losses; screen readers hear it whole."""
    table = action_phase(library)
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((face,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))

    async def journey(phone: Phone, table: Table) -> None:
        colored = [one.spans for one in phone.controls() if _has_spans(one)]
        spans = [[(span.text, span.style and span.style.color) for span in line] for line in colored]
        assert [(word, ink), (" against Big Spider, needs 4 or more", None)] in spans, spans
        assert sentence in [one.semantics_label for one in phone.controls() if _has_spans(one)]
        dice = [c for c in phone.controls() if isinstance(c, ft.Stack) and c.width == VERDICT_DIE]
        assert [len(die.controls) for die in dice] == [face]

    on_phone(table, library, journey)


def test_results_beyond_three_are_behind_more(library: Library) -> None:
    """The kill of Fly leads to more than three lines: the fourth is there after a tap, until the next answer."""
    table = action_phase(library)
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((6,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))
    words, told = translator("en"), latest_results(table.game, table.log(), table.match.seats)
    assert len(told) > MAX_RESULTS
    rest = len(told) - MAX_RESULTS
    more = words(Text("{n} more result", "{n} more results", n=rest))
    last = capitalize_first(words(told[-1].text))

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Close")
        before = phone.texts().count(last)
        await phone.tap(more)
        assert phone.texts().count(last) == before + 1
        assert more not in phone.names()

    on_phone(table, library, journey)


def test_the_heaviest_result_stands_first_and_largest(library: Library) -> None:
    """After the kill of Fly its death stands first and large, then the hit, the reward, and the rest in order."""
    table = action_phase(library)
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((6,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))
    words = translator("en")
    told = [words(result.text) for result in latest_results(table.game, table.log(), table.match.seats)]
    assert told == [
        "Fly dies",
        "6 hits Fly (needs 2)",
        "Fly: −1 life (0)",
        "Ana: +1 ¢ (4)",
        "The fight is over",
        "Fly goes on the monster discard",
    ]

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Close")
        texts = [c for c in phone.controls() if isinstance(c, ft.Text)]
        (first,) = (c.size for c in texts if c.value == told[0])
        others = [c.size for c in texts if c.value in told[2:MAX_RESULTS]]
        assert (first, set(others)) == (FontSize.SUBTITLE, {FontSize.SMALL})

    on_phone(table, library, journey)


@pytest.mark.parametrize("width", [390, 320])
def test_with_little_room_the_way_to_more_results_stands_below_the_question(library: Library, width: int) -> None:
    """320 points wide one result stands above the question and the rest below it, where 390 have it all above."""
    table = action_phase(library)
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((5,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))
    assert table.prompt is not None
    question = translator("en")(table.prompt.title)

    async def journey(phone: Phone, table: Table) -> None:
        shown = phone.texts()
        rest = [k for k, text in enumerate(shown) if text.endswith((" more result", " more results"))]
        assert any(text.startswith("HIT") for text in shown[: shown.index(question)])
        assert [k > shown.index(question) for k in rest] == ([True] if width == 320 else [])

    on_phone(table, library, journey, width)


def _has_spans(control: object) -> bool:
    return isinstance(control, ft.Text) and bool(control.spans)
