"""Dice with symbols: how they are drawn, and the pad on which a roll is tapped."""

from dataclasses import dataclass
from typing import Any
from unittest.mock import create_autospec

import flet as ft
import pytest

from companion.i18n import translator
from companion.ui.signs.dice_faces import IVORY, DicePad, die_face
from companion.ui.signs.dice_signs import SIGNS, draw_sign
from companion.ui.table.intents import TableIntents
from companion.ui.table.model.choice_layout import layout_choices
from companion.ui.table.sheets.choice_form import ChoiceForm, PickList
from companion.ui.table.zones.answers.side import SideControls
from companion.ui.table.zones.answers.zone import AnswerZone
from rules.engine import (
    Choice,
    Dice,
    DieFace,
    DieKind,
    Event,
    Number,
    Option,
    Pick,
    Prompt,
    Rolled,
    RolledDie,
    Template,
    Text,
)
from tests.support.ui.headless import Phone

WORDS = translator("en")


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """A choice with a die to pick and an amount."""

    faces: Any = ()
    by: int = 0


KIND = DieKind("toy", Text("toy dice"), tuple(DieFace(Text(one), one) for one in ("1", "2", "heart", "smash2")))


async def tapping(count: int) -> tuple[Phone, list[Any]]:
    """A pad for that many dice, and the rolls that it has answered."""
    said: list[Any] = []
    return await Phone().show(DicePad, Dice("faces", count, 4, KIND), said.append, 374), said


async def test_a_throw_is_as_many_taps_as_dice() -> None:
    """A roll takes one tap a die; the last one answers, and the pad is cleared for the next."""
    phone, said = await tapping(3)
    for name in ("heart", "heart", "1"):
        assert said == []
        await phone.tap(f"Die: {name}")
    assert said == [(3, 3, 1)]
    assert not [name for name in phone.names() if name.startswith("Take")]


async def test_a_die_is_taken_back() -> None:
    """A tap on a die in the pad's tray takes it back.

    Each face shows how often it was tapped, and the pad how many dice are left.
    """
    phone, said = await tapping(4)
    for name in ("2", "heart", "heart"):
        await phone.tap(f"Die: {name}")
    assert "×2" in phone.texts()
    await phone.tap("Take the die back: 2")
    assert [name for name in phone.names() if name.startswith("Take")] == ["Take the die back: heart"] * 2
    labels = [c.label for c in phone.controls() if isinstance(c, ft.Semantics) and c.label]
    assert "2 dice to tap" in labels
    for name in ("1", "1"):
        await phone.tap(f"Die: {name}")
    assert said == [(3, 3, 1, 1)]


async def test_taps_that_come_faster_than_the_screen_all_count() -> None:
    """Two taps before the next redraw count as two dice."""
    phone, said = await tapping(2)
    heart = phone.find("Die: heart")
    for _ in range(2):
        await phone.session.dispatch_event(heart._i, "click", None)
    await phone.settle()
    assert said == [(3, 3)]


@pytest.mark.parametrize("name", ["1", "2", "3", *SIGNS, "energy2", "smash2", "?!", "ñandú"])
async def test_every_sign_is_drawn(name: str) -> None:
    """Every symbol is drawn; numbers and unknown symbols are written, in two letters at most."""
    kind = DieKind("one", Text("toy dice"), (DieFace(Text("x"), name),))
    phone = await Phone().show(lambda: ft.Column([die_face(1, 56, kind), draw_sign(name, 30)]))
    written = [text for text in phone.texts() if text]
    drawn = name.removesuffix("2") in SIGNS
    assert written == ([] if name in SIGNS else ["2", "2"] if drawn else [name[:2]] * 2)


async def test_dice_that_lie_there_are_tapped_themselves() -> None:
    """A choice about a die is drawn as that die, is not repeated below, and a tap on it answers."""
    kept = Choice(Text("Keep it"), Template(Rolled((1,))), die=RolledDie(1, KIND, is_kept=True))
    thrown = Choice(Text("Throw it"), Template(Rolled((2,))), die=RolledDie(3, KIND))
    done = Choice(Text("Done"), Template(Event()), role="default")
    asked = Prompt((0,), Text("?"), "X-01", (kept, thrown, done))
    said: list[Any] = []

    intents = create_autospec(TableIntents, instance=True)
    intents.choose = lambda choice: said.append(choice.event)
    phone = await Phone().show(AnswerZone, layout_choices(asked, False), 0, intents, SideControls())
    assert phone.names() == ["Keep it", "Throw it", "Done"]
    await phone.tap("Throw it")
    assert said == [Rolled((2,))]


async def test_a_die_to_pick_is_drawn() -> None:
    """A hole that picks one of several dice draws each die and labels it by its face."""
    options = tuple(Option(k, Text(KIND.faces[k - 1].sign), die=RolledDie(k, KIND)) for k in (1, 3))
    one, two = Pick("faces", options), Number("by", 0, 1, 0)
    pick = Choice(Text("Which?"), Template(Rolled(()), (one,)))
    form = Choice(Text("Which?"), Template(Picked(), (Pick("faces", options), two)))
    said: list[Any] = []
    phone = await Phone().show(PickList, pick, said.append)
    await phone.tap("heart")
    assert any(isinstance(c, ft.Container) and c.bgcolor == IVORY for c in phone.controls())
    phone = await Phone().show(ChoiceForm, form, said.append)
    await phone.tap("heart")
    assert any(isinstance(c, ft.Container) and c.bgcolor == IVORY for c in phone.controls())
    await phone.tap("Which?")
    assert said == [Rolled(3), Picked(3, 0)]
