"""The preview on a phone: a line at an answer, and one tap to a sheet with all of it."""

from fractions import Fraction
from typing import Any

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.preview_text import Foreseen, Precedence, _of_chosen, annotate, counted_text
from companion.match.table import Table
from companion.match.table_state import TableState
from companion.ui.table.model.choice_layout import layout_choices
from companion.ui.table.model.lookahead import LookaheadModel, lookahead_model
from companion.ui.table.sheets.lookahead import format_percent
from rules.darkmoor.model.cards import CARD_TEMPLATES
from rules.engine import Choice, Game, Pick, Rolled, Text, apply, prompt
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Attacked, Revealed
from rules.four_souls.turn.view import FourSoulsView
from rules.king_of_tokyo.model.events import Began, ByThrows
from rules.lookahead import TrackerChange
from rules.registry import GAMES
from tests.support.games.darkmoor import seated
from tests.support.games.malifaux import MalifauxTable
from tests.support.random_play import Seeded, move, sit_down, usual
from tests.support.ui.headless import at_table, first_monster, say
from tests.support.ui.table_context import said, shown, table_context
from tests.support.ui.table_device import opened

pytestmark = pytest.mark.usefixtures("quick")

ENGLISH = translator("en")
SLOWER = ("four_souls", "king_of_tokyo")
"""Games with many preview lines a prompt, of which fewer prompts are checked."""


def bare(choice: Choice) -> Any:
    """The choice without its preview lines."""
    holes = tuple(
        [(option.value, option.label) for option in hole.options] if isinstance(hole, Pick) else hole
        for hole in choice.template.holes
    )
    return choice.event, choice.label, choice.role, choice.seat, choice.die, holes


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_lines_change_no_answer_and_take_no_words_away(game: Game[Any]) -> None:
    """Over random play, preview lines change neither an answer, its place nor its words."""
    lines = 0
    for seed in range(2 if game.key in SLOWER else 6):
        chance = Seeded(seed)
        state = sit_down(chance, game)
        for k in range(30):
            asked = prompt(state)
            if asked is not None:
                told = annotate(TableState(game, state, 1, 1, None, False), asked, ENGLISH)
                assert [bare(choice) for choice in told.choices] == [bare(choice) for choice in asked.choices]
                assert [len(part) for part in _places(told)] == [len(part) for part in _places(asked)]
                pairs = zip(told.choices, asked.choices, strict=True)
                changed = [
                    (one.consequence, other.consequence) for one, other in pairs if one.consequence != other.consequence
                ]
                assert all(
                    other is None or ENGLISH(other) in ENGLISH(one) or _is_asked(other, asked) for one, other in changed
                )
                lines += len(changed)
            state = apply(game, state, usual(state, chance) if asked and k < 12 else move(chance, game, state))
    assert lines


def _is_asked(said: Text, asked: Any) -> bool:
    """Whether a consequence only says that what the question names resolves."""
    return bool(asked.window) and said.key == "{item} resolves"


def _places(asked: Any) -> tuple[Any, ...]:
    found = layout_choices(asked, shows_passes=False)
    return found.primary, found.leave, found.secondary, found.triggers, found.own_items


def test_a_line_says_what_the_words_do_not() -> None:
    """A preview line that would repeat its button's label is left out."""
    encounter = MalifauxTable().sets_out().initiative("9", "4").all_activated()
    assert encounter.asks == "Points for the strategy and the schemes?"
    told = annotate(TableState(GAMES["malifaux"], encounter.s, 1, 1, None, False), encounter.asked, ENGLISH)
    assert [choice.consequence for choice in told.choices][:2] == [None, None]


@pytest.mark.rule("RD-27")
def test_a_draw_is_told_as_people_say_it() -> None:
    """A card from the deck into the hand is drawn: one clause, and not two numbers that move."""
    t = seated(3).plays((0, CARD_TEMPLATES["minions"].value))
    told = annotate(TableState(GAMES["darkmoor"], t.s, 1, 1, None, False), t.asked, ENGLISH)
    lines = [ENGLISH(choice.consequence) for choice in told.choices if choice.role == "default" and choice.consequence]
    assert lines == ["Bea is next; Ana draws 1 card"]


def ahead(table: Table) -> LookaheadModel:
    """What lies ahead of the question, as the host's device shows it."""
    found = lookahead_model(table_context(table))
    assert found is not None
    return found


def test_what_the_dice_would_do_stands_where_they_are_let_lie(library: Library) -> None:
    """The odds of a roll stand at the answer that keeps the dice as they are.

    With two claws and two hearts left it says who dies, and adds what the rules then do.
    """
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto", "Cira"), ())
    say(table, Began(0))
    say(table, Rolled((1, 1, 2, 3, 6, 6)))
    table.adjust("seat.0.hearts", -8)
    say(table, ByThrows())
    say(table, Rolled((2, 2, 1, 1, 6, 6)))
    assert "Ana is out with 2 claws" in [odd.text for odd in ahead(table).odds]
    (stop,) = ahead(table).paths  # which die is kept decides nothing yet
    assert stop.name == "Stop here"
    assert stop.lines[0].text.startswith("Ana is eliminated")


def test_before_an_attack_each_fight_has_its_odds(library: Library) -> None:
    """Before an attack each fight shows its odds, and a hit on the stack its outcome.

    The Fly dies before Ana with 97 %; the hit tells the cent that it gains if nobody answers.
    """
    table = with_monsters(library, "fly", "clotty")
    odds = {odd.text: format_percent(odd.chance or Fraction(0)) for odd in ahead(table).odds}
    assert (odds["Fly falls before Ana"], odds["Clotty falls before Ana"]) == ("97", "74")
    say(table, Attacked(next(m.id for m in table.state.monsters if m.card.id == "fly")))
    (roll,) = ahead(table).paths
    assert {line.text: format_percent(line.chance or Fraction(0)) for line in roll.lines} == {
        "Fly dies if nobody responds · in that case: Ana gains 1¢": "83",
        "If nobody responds: Ana loses 1 life": "17",
    }
    say(table, Rolled((5,)))
    (answer,) = said(shown(table))
    assert answer == "No responses, Fly dies · Ana gains 1¢"


def test_the_usual_answer_names_a_death_first(library: Library) -> None:
    """FS L213: Ana has 1 life and misses Horf with a 2: her death heads the usual answer, before later turns.

    The card of the roll tells the 2 damage that Horf deals then.
    """
    table = with_monsters(library, "horf", "clotty")
    table.adjust("seat.0.life", -1)
    say(table, Attacked(next(m.id for m in table.state.monsters if m.card.id == "horf")))
    say(table, Rolled((2,)))
    (roll,) = table_context(table).view_as(FourSoulsView).stack
    assert ENGLISH(roll.does) == "Misses: 2 damage to Ana"
    (answer,) = said(shown(table))
    assert answer.startswith("No responses, Ana dies if nobody responds · in that case: ")
    assert answer.endswith("Beto is next")
    say(table, usual(table.state))
    assert said(shown(table))[0].startswith("No responses, Ana dies · ")


def with_monsters(library: Library, *cards: str) -> Table:
    """Ana's action phase with these monsters."""
    table = first_monster(library, "Ana", "Beto", "Cira")
    for slot, card in enumerate(cards):
        say(table, Revealed(slot, (monsters()[card],)))
    return table


@pytest.mark.parametrize("key", GAMES)
async def test_what_lies_ahead_is_one_tap_away(library: Library, key: str) -> None:
    """One tap opens the sheet with all odds and where each answer leads; closing it leads back to the same question."""
    if key == "malifaux":
        table, chance = library.matches.create(key, ("Ana", "Beto"), ()), Seeded(3)
        while not table.table_state.odds:
            say(table, usual(table.state, chance))
    else:
        table = opened(library, key, later=4 if key == "king_of_tokyo" else 0)
    assert table.table_state.odds
    phone = await at_table(table, library)
    if "Close" in phone.names():  # a card is to be named: the naming sheet covers the table
        await phone.tap("Close")
    before, model = phone.names(), ahead(table)
    await phone.tap("Details")
    drawn = set(phone.texts())
    lines = [*model.odds, *(line for path in model.paths for line in path.lines)]
    assert lines
    assert {line.text for line in lines if not line.spread} | {path.name for path in model.paths} <= drawn
    assert all(any(text.startswith(f"{line.text} ") for text in drawn) for line in lines if line.spread)
    assert {f"{format_percent(line.chance)} %" for line in lines if line.chance and line.chance < 1} <= drawn
    await phone.tap("Close")
    assert phone.names() == before


def test_what_cannot_be_foretold_leaves_the_table_as_it_is(
    library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An error in the preview leaves out its line, keeps the question, and is logged."""

    def stumbles(*_: Any) -> Any:
        raise RuntimeError("a circle")

    monkeypatch.setattr("companion.match.table_state.forecasts", stumbles)
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto", "Cira"), ())
    assert "Ana" in said(shown(table))
    assert "a circle" in caplog.text


def test_what_differs_only_in_whom_an_answer_names_is_said_once(library: Library) -> None:
    """Each hero would go to the same dungeon: the question says so, and no answer repeats it."""
    table = opened(library, "boss_monster", 59)
    told = annotate(table.table_state, table.prompt, ENGLISH)
    assert told.shared is not None
    assert ENGLISH(told.shared) == "In any case: whoever is chosen goes to the dungeon of Cira"
    [pick] = [hole for choice in told.choices for hole in choice.template.holes if isinstance(hole, Pick)]
    assert [bool(option.stake) for option in pick.options] == [True, False, False, False, False]


@pytest.mark.parametrize(
    ("precedence", "what"),
    [
        (Precedence.DEATH, Text("{monster} {n}", monster="Fly", n=2)),
        (Precedence.ELIMINATION, Text("{who}", who="Fly")),
        (Precedence.PLACE, Text("{n} cards go to {whom}", n=2, whom="Beto")),
        (Precedence.NEXT, Text("turn {n} begins", n=2)),
    ],
)
def test_neither_a_death_nor_a_number_becomes_whoever_is_chosen(precedence: Precedence, what: Text) -> None:
    """The answer names the monster and a number: who dies keeps the name, and a number is no person."""
    fact = Foreseen(precedence, what)
    assert _of_chosen(fact, Text("Attack {monster} with {n}", monster="Fly", n=2)) == fact


def test_every_number_of_a_player_has_words() -> None:
    """A change of a player's number is told in words ("gains 2 points"), not as its label with a sign."""
    without = {
        label
        for game in GAMES.values()
        for label, counted in _labels(game)
        if counted_text(TrackerChange("seat.0.x", "Ana", label, 1, counted=counted)) is None
    }
    assert {ENGLISH(label) for label in without} == {"maximum hand"}


def _labels(game: Game[Any]) -> set[Any]:
    labels = set()
    for seed in range(3):
        chance = Seeded(seed)
        state = sit_down(chance, game)
        for _ in range(25):
            labels |= {(one.label, one.counted) for one in game.trackers(state) if one.seat is not None}
            if prompt(state) is not None:
                state = apply(game, state, usual(state, chance))
    return labels
