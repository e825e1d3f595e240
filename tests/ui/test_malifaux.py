"""Malifaux's table screen without a browser: crews, taps of a turn, passed hand, draw."""

import asyncio
import re
from collections.abc import Callable

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.preview_text import annotate
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.games.malifaux.crew_list import read_crew
from companion.ui.games.malifaux.model import board_model
from companion.ui.screens.table.screen import TableScreen
from companion.ui.screens.table.winner import winner_banner
from companion.ui.table.model.board_room import BoardRoom
from rules.engine import FactSet, Outcome
from rules.malifaux.model.events import (
    Activated,
    Afflicted,
    Chose,
    Deployed,
    Finished,
    Flipped,
    Mustered,
)
from rules.malifaux.model.state import Recruit
from rules.registry import GAMES
from tests.support.ui.headless import NOWHERE, Phone, on_phone
from tests.support.ui.headless import say as says
from tests.support.ui.table_context import table_context

pytestmark = pytest.mark.usefixtures("quick")

A, B = "Rasputina, 10\nSnow Storm, 9\n2 x Ice Gamin, 4\nWendigo, 5", "Seamus, 11\n\nBelle: 6\nSybelle; 9"


def mustered(library: Library, deck: str = "physical", stones: int = 2) -> Table:
    """A table with both crews at the start of the first draw phase."""
    table = library.matches.create("malifaux", ("Ana", "Beto"), (("deck", deck),))
    for seat, lines in enumerate((A, B)):
        crew = read_crew(lines).recruits({})
        assert isinstance(crew, tuple)
        says(table, Mustered(seat, crew, stones))
    if stones:
        says(table, Deployed(0))
    return table


async def activates(phone: Phone, name: str) -> None:
    """Tap a model's tile, or its button after another model."""
    then = [label for label in phone.names() if re.fullmatch(f"Then {name}", label)]
    await phone.tap(next(iter(then), f"Activate. {name}, "))


def test_a_turn_with_own_decks_takes_few_taps(library: Library, say: Callable[[str], None]) -> None:
    """A turn with the table's own decks takes one tap for each model and seven more.

    They are stones, two cards, stones, first player, last model, points.
    """
    table = mustered(library)
    start = table.table_state.seq

    async def turn(phone: Phone, table: Table) -> None:
        await phone.tap("Nobody spends one")
        await phone.tap("a 4")
        await phone.tap("an 11")
        await phone.tap("Nobody spends one")
        await phone.tap("First Player")
        for name in ("Seamus", "Rasputina", "Belle", "Snow Storm", "Sybelle", "Ice Gamin 1", "Ice Gamin 2", "Wendigo"):
            await activates(phone, name)
        await phone.tap("Wendigo is done")
        await phone.tap(next(name for name in phone.names() if name.startswith("Nothing more")))

    on_phone(table, library, turn)
    taps = table.table_state.seq - start
    say(f"taps of a turn of Malifaux with own decks and 8 models: {taps}")
    assert table.state.turn == 2
    assert taps <= 8 + 7


def test_a_crew_is_pasted(library: Library) -> None:
    """A pasted crew is shown as it was read, and asks for what nobody knows.

    Wounds of a model in a box are known; an unknown name is no model until its wounds are given.
    """
    table = library.matches.create("malifaux", ("Ana", "Beto"))

    async def paste(phone: Phone, table: Table) -> None:
        await phone.tap("Ana's crew")
        await phone.type("A model a line: name, wounds", "Guild Crew – 50\nRasputina — 1 Pool\n2x Ice Gamin [4]\nFoo")
        assert set(phone.texts()).issuperset(
            {
                "Guild Crew - 50: no model",
                "Rasputina: wounds 12",
                "1 soulstone",
                "2 × Ice Gamin: wounds 5",
                "Foo: unknown. A model? How many wounds?",
            }
        )
        await phone.tap("This is the crew")
        assert "No models without wounds: Foo. Give them, or tap again to go on without." in phone.texts()
        for _ in range(5):
            await phone.tap("More: Foo: wounds")
        await phone.tap("This is the crew")

    on_phone(table, library, paste)
    ana = table.state.players[0]
    assert [(model.name, model.full) for model in ana.crew] == [
        ("Rasputina", 12),
        ("Ice Gamin 1", 5),
        ("Ice Gamin 2", 5),
        ("Foo", 5),
    ]
    assert ana.stones == 1


def test_a_box_is_two_taps(library: Library) -> None:
    """Faction and box put in all models of the box with their wounds, three Ice Gamin as three models."""
    table = library.matches.create("malifaux", ("Ana", "Beto"))

    async def choose(phone: Phone, table: Table) -> None:
        await phone.tap("Ana's crew")
        assert "Rasputina's box" not in phone.names()
        await phone.tap("Arcanists")
        assert {"Mei Feng's box", "Rasputina's box"} <= set(phone.names())
        await phone.tap("Guild")
        assert "Rasputina's box" not in phone.names()
        await phone.tap("Arcanists")
        await phone.tap("Rasputina's box")
        await phone.tap("This is the crew")

    on_phone(table, library, choose)
    assert [(model.name, model.full) for model in table.state.players[0].crew] == [
        ("Rasputina", 12),
        ("Wendigo", 6),
        ("Ice Golem", 10),
        ("Ice Gamin 1", 5),
        ("Ice Gamin 2", 5),
        ("Ice Gamin 3", 5),
    ]


def test_wounds_and_conditions_are_on_a_models_sheet(library: Library) -> None:
    """A model's sheet sets wounds and conditions, and its tile lists the conditions.

    A wound takes one tap on the model and one on the sheet; a condition of a card is a form.
    """
    table = mustered(library)

    async def hurt(phone: Phone, table: Table) -> None:
        await phone.tap("Belle, 6 of 6 wounds")
        await phone.tap("Less: wounds left")
        await phone.tap("Other…")
        assert "Sybelle" not in phone.names()  # which model is known: the form does not ask
        await phone.type("Condition", "Sleepy")
        await phone.tap("Add another condition")
        assert "Belle, 5 of 6 wounds, Sleepy" in phone.names()
        await phone.tap("Belle, 5 of 6 wounds, Sleepy")
        await phone.tap("Sleepy ends")
        assert "Belle, 5 of 6 wounds" in phone.names()

    on_phone(table, library, hurt)


def test_a_condition_is_one_tap_and_acts_by_itself(library: Library) -> None:
    """A condition is one chip on the model's sheet; its tile has the value, the question what it does.

    Values add, one or all is taken off by a tap, and the upkeep does its damage and ends it.
    """
    table = mustered(library, stones=0)
    for event in (Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(True)):
        says(table, event)

    async def play(phone: Phone, table: Table) -> None:
        await activates(phone, "Rasputina")
        await phone.tap("Rasputina, 10 of 10 wounds, acting")
        await phone.tap("Burning +2")
        await phone.tap("Rasputina, 10 of 10 wounds, acting, Burning 2")
        await phone.tap("Burning +1")
        await phone.tap("Rasputina, 10 of 10 wounds, acting, Burning 3")
        await phone.tap("Slow")
        assert "Slow: 1 AP less; Burning 3: 3 damage at upkeep. Then Beto" in phone.texts()
        await phone.tap("Rasputina is done")
        await phone.tap("Rasputina, 10 of 10 wounds, has acted, Burning 3")
        await phone.tap("Burning 3: 1 less")
        await phone.tap("Wendigo, 5 of 5 wounds")
        await phone.tap("Adversary…")
        await phone.type("Of whom?", "Guild")
        await phone.tap("Adversary")
        assert "Wendigo, 5 of 5 wounds, Adversary (Guild)" in phone.names()
        await phone.tap("End of the phase")
        await phone.tap("End of the phase")
        assert "Rasputina, 8 of 10 wounds, has acted" in phone.names()
        await phone.tap("Undo")
        assert "Rasputina, 10 of 10 wounds, has acted, Burning 2" in phone.names()

    on_phone(table, library, play)


def test_a_dead_model_is_offered_neither_a_condition_nor_an_activation(library: Library) -> None:
    """MX L67: only models are activated; one that is out offers nothing but its wounds."""
    table = mustered(library)

    async def out(phone: Phone, table: Table) -> None:
        table.adjust("model.7.wounds", -6)
        while "Belle, 0 of 6 wounds, out" not in phone.names():  # the table is redrawn after the series of taps
            await asyncio.sleep(0.02)
            await phone.settle()
        await phone.tap("Belle, 0 of 6 wounds, out")
        assert {"Slow", "Burning +1", "Reactivate", "Other…"}.isdisjoint(phone.names())
        assert "More: wounds left" in phone.names()

    on_phone(table, library, out)


def test_reactivate_is_offered_on_the_model_that_has_acted(library: Library) -> None:
    """MX L67: the model's own sheet says that it may act again, without asking which model."""
    table = mustered(library, stones=0)
    for event in (Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(True)):
        says(table, event)

    async def again(phone: Phone, table: Table) -> None:
        await activates(phone, "Rasputina")
        await phone.tap("Rasputina is done")
        await phone.tap("Rasputina, 10 of 10 wounds, has acted")
        await phone.tap("Reactivate")
        assert table.state.players[0].crew[0].is_ready

    on_phone(table, library, again)


def test_one_slip_does_not_end_the_activations(library: Library) -> None:
    """MX L73: the phase ends "una vez que todos los jugadores han Activado": earlier only on a second tap."""
    table = mustered(library, stones=0)
    for event in (Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(True)):
        says(table, event)

    async def slip(phone: Phone, table: Table) -> None:
        await phone.tap("End of the phase")
        assert "8 models have not acted. End the phase?" in phone.texts()
        assert table.state.phase == "activation"
        await phone.tap("Close")
        assert table.state.phase == "activation"
        await phone.tap("End of the phase")
        await phone.tap("End of the phase")
        assert table.state.phase == "closing"

    on_phone(table, library, slip)


def test_a_hand_lies_behind_the_passing_of_the_phone(library: Library) -> None:
    """In the middle a hand is hidden until the phone was passed; a player's own phone shows it."""
    table = mustered(library, "virtual", 0)
    says(table, Chose(True))
    names = [translator("en")(face.name) for face in GAMES["malifaux"].view(table.state).players[0].hand]

    async def look(chair: DeviceRole, passed: bool) -> list[str]:
        phone = await Phone().show(TableScreen, table, library, chair, NOWHERE)
        await phone.tap(next(name for name in phone.names() if name.startswith("Ana's fate deck")))
        if passed:
            await phone.tap("I am Ana: show it")
        labels = [c.label for c in phone.controls() if isinstance(c, ft.Semantics) and c.label]
        return [name for name in names if name in labels]

    assert asyncio.run(look(HOST_ROLE, False)) == []
    assert asyncio.run(look(HOST_ROLE, True)) == names
    table._load_claimed_seats = lambda: frozenset({0, 1})
    assert asyncio.run(look(DeviceRole(0), False)) == names
    assert asyncio.run(look(DeviceRole(1), False)) == []


def test_a_draw_is_said_as_a_draw() -> None:
    """A draw is announced as a draw, not as a win of all players."""

    @ft.component
    def banner() -> ft.Control:
        return winner_banner(("Ana", "Beto"), Outcome((0, 1), "MX-20", draw=True))

    async def run() -> list[str]:
        return (await Phone().show(banner)).texts()

    assert "A draw: Ana, Beto" in asyncio.run(run())


def test_what_a_model_is_is_set_on_its_sheet(library: Library) -> None:
    """X-06: whether a model has acted, and in which crew it is, are set where its wounds are; undo takes it back."""
    table = mustered(library)

    async def correct(phone: Phone, table: Table) -> None:
        await phone.tap("Belle, 6 of 6 wounds")
        await phone.tap("Activation: not yet")
        await phone.tap("has acted")
        assert "Belle, 6 of 6 wounds, has acted" in phone.names()
        await phone.tap("Belle, 6 of 6 wounds, has acted")
        await phone.tap("Crew: Beto")
        await phone.tap("Ana")
        assert [model.name for model in table.state.players[0].crew][-1] == "Belle"
        await phone.tap("Undo")
        assert [model.name for model in table.state.players[0].crew][-1] == "Wendigo"

    on_phone(table, library, correct)


def test_schemes_on_a_players_sheet_are_not_shown(library: Library) -> None:
    """X-06: schemes are set by hand on their player's sheet, which shows nothing of them."""
    table = mustered(library)
    table.set_fact(FactSet("seat.0.schemes", "Assassinate"))

    async def look(phone: Phone, table: Table) -> None:
        await phone.tap("Ana, victory points 0")
        assert "Schemes, for your eyes only: …" in phone.names()
        await phone.tap("Schemes, for your eyes only: …")
        assert not any("Assassinate" in text for text in (*phone.texts(), *phone.names()))

    on_phone(table, library, look)
    assert not any("Assassinate" in str(line) for line in table.log(DeviceRole(1)))


def test_the_keys_of_a_flip_are_rows_of_one_length(library: Library) -> None:
    """Thirteen values and two jokers stand in three rows of five, none with an empty end."""
    table = mustered(library)

    async def look(phone: Phone, table: Table) -> None:
        await phone.tap("Nobody spends one")
        names = {"the red joker", "the black joker", *(f"{'an' if n in (8, 11) else 'a'} {n}" for n in range(1, 14))}
        assert {name for name in phone.names() if name in names} == names
        rows = [
            [one.label for one in phone.controls(row) if isinstance(one, ft.Semantics) and one.label in names]
            for row in phone.controls()
            if isinstance(row, ft.Row)
        ]
        assert [len(row) for row in rows if row] == [5, 5, 5]

    on_phone(table, library, look)


def test_damage_is_one_key_on_the_models_sheet(library: Library) -> None:
    """MX L65: damage is told with one of six keys; it is no correction, and one undo takes it back."""
    table = mustered(library)

    async def hit(phone: Phone, table: Table) -> None:
        await phone.tap("Belle, 6 of 6 wounds")
        assert {f"{n} damage" for n in range(1, 7)} <= set(phone.names())
        await phone.tap("4 damage")
        assert "Belle, 2 of 6 wounds" in phone.names()
        assert "Belle: 4 damage (2 left)" in phone.texts()
        await phone.tap("Belle, 2 of 6 wounds")
        await phone.tap("6 damage")
        assert "Belle falls: 2 damage" in phone.texts()
        await phone.tap("Belle, 0 of 6 wounds, out")
        assert not any(name.endswith(" damage") or name.startswith("Activation") for name in phone.names())
        await phone.tap("Close")
        await phone.tap("Undo")
        assert "Belle, 2 of 6 wounds" in phone.names()

    on_phone(table, library, hit)
    assert not any("By hand" in translator("en")(line.text) for line in table.log())


def test_a_players_sheet_leaves_models_to_their_own_sheets(library: Library) -> None:
    """Damage and the end of a condition have keys on the model's sheet, and none on its player's."""
    table = mustered(library)
    table.make_remark(Afflicted(7, "poison", 2))

    async def look(phone: Phone, table: Table) -> None:
        await phone.tap("Ana, victory points 0")
        assert "Add a model" in phone.names()
        assert {"A model suffers damage", "Lower a condition by 1", "Lift a condition"}.isdisjoint(phone.names())
        await phone.tap("Close")
        await phone.tap("Belle, 6 of 6 wounds, Poison 2")
        assert {"Poison 2: 1 less", "Poison 2 ends", "2 damage"} <= set(phone.names())

    on_phone(table, library, look)


@pytest.mark.parametrize("first", [True, False])
def test_a_crew_keeps_its_place_whoever_is_first_player(library: Library, first: bool) -> None:
    """The play finding: the crews changed sides with the First Player."""
    table = mustered(library, stones=0)
    for event in (Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(first)):
        says(table, event)

    async def look(phone: Phone, table: Table) -> None:
        tiles = [name for name in phone.names() if " wounds" in name and " of " in name]
        assert [tile.removeprefix("Activate. ").split(",")[0] for tile in tiles] == [
            "Rasputina",
            "Snow Storm",
            "Ice Gamin 1",
            "Ice Gamin 2",
            "Wendigo",
            "Seamus",
            "Belle",
            "Sybelle",
        ]

    on_phone(table, library, look)


def test_own_decks_have_no_hand_in_the_app(library: Library) -> None:
    """ "No cards in the hand" stood beside six cards: with decks of the table's own only the schemes are here."""
    table = mustered(library)
    table.set_fact(FactSet("seat.0.schemes", "Assassinate"))

    async def look(phone: Phone, table: Table) -> None:
        await phone.tap("Ana, victory points 0")
        await phone.tap("Ana's schemes")
        await phone.tap("I am Ana: show it")
        assert "Schemes: Assassinate" in phone.texts()
        assert "No cards in the hand" not in phone.texts()
        assert not any("fate deck" in text for text in (*phone.texts(), *phone.names()))

    on_phone(table, library, look)


@pytest.mark.parametrize(
    ("language", "width", "told"),
    [
        ("es", 500, "La partida sigue con 10 o más: 31 %"),
        ("es", 280, "10+ · 31 %"),
        ("en", 374, "10+ · 31 %"),
    ],
)
def test_what_the_last_flip_needs_is_told_as_far_as_it_fits(
    library: Library, language: str, width: float, told: str
) -> None:
    """Beside the phase, where a longer sentence would be cut off; a screen reader has the whole one."""
    table = mustered(library, stones=0)
    table.adjust("table.turn", 4)
    with given_look(PageLook(language)):
        board = board_model(table_context(table), BoardRoom(width, 400))
    assert board.end_flip_shown == told
    assert len(board.end_flip) > len("10+ · 31 %")


def test_what_burning_does_at_upkeep_is_said_once(library: Library) -> None:
    """The answer that ends the phase says the loss with its cause, so the question does not say it of both."""
    table = library.matches.create("malifaux", ("Ana", "Beto"), ())
    for seat, name in enumerate(("Rasputina", "Seamus")):
        says(table, Mustered(seat, (Recruit(name, 10),), 0))
    for event in (Flipped(0, ("9",)), Flipped(1, ("4",)), Chose(True)):
        says(table, event)
    says(table, Activated(table.state.players[0].crew[0].id))
    says(table, Finished())
    table.make_remark(Afflicted(table.state.players[1].crew[0].id, "burning", 1))
    english = translator("en")
    told = annotate(table.table_state, table.prompt, english)
    lines = [english(choice.consequence) for choice in told.choices if choice.consequence]
    assert [line for line in lines if "Burning" in line] == ["Seamus: wounds left −1 by Burning 1"]
    assert told.shared is None
