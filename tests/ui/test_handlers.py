"""Handlers that are equal over redraws: bound ones by their arguments, those of a screen by identity."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import flet as ft
import pytest
from flet.utils.object_model import get_param_count

from companion.ui.redraw import memoized, use_handler
from companion.ui.widgets.controls import Bound, bind
from tests.support.ui.app import App


def add(one: Any, other: Any = 0) -> Any:
    """Add both."""
    return one + other


def test_a_bound_handler_calls_with_its_arguments() -> None:
    """It returns what the handler returns, and takes no argument, so that Flet passes no event."""
    assert (bind(add, 1)(), bind(add, 1, 2)(), bind(add, "a", other="b")()) == (1, 3, "ab")
    assert get_param_count(bind(add, 1)) == 0


def test_a_bound_handler_is_equal_to_one_of_the_same_handler_and_arguments() -> None:
    """Lists are compared by value too; a hash is that of the handler alone."""
    assert bind(add, 1) == bind(add, 1)
    assert bind(add, [1], other=[2]) == bind(add, [1], other=[2])
    assert hash(bind(add, [1])) == hash(bind(add, [2])) == hash(Bound(add))
    assert bind(bind, add, 1)() == bind(add, 1)


def test_a_bound_handler_holds_its_arguments_once() -> None:
    """It refers to each argument from one place, which is what it compares and what it calls with."""
    argument = object()
    before = sys.getrefcount(argument)
    bound = bind(print, argument)
    assert sys.getrefcount(argument) == before + 1
    assert bound == bind(print, argument)


@pytest.mark.parametrize(
    "other", [bind(add, 2), bind(add, 1, 0), bind(add, one=1), bind(max, 1), bind(add, [1]), add, None]
)
def test_a_bound_handler_differs_from_any_other(other: object) -> None:
    """Another handler, other arguments, and arguments that are given in another way differ."""
    assert bind(add, 1) != other


@memoized
def Buttons(say: Callable[[str], object], drawn: list[int]) -> ft.Control:  # noqa: N802 - named like a class
    """A button that is drawn again only for another handler."""
    drawn.append(1)
    return ft.Button("say", on_click=bind(say, "said"))


@ft.component
def Counting(said: list[object], given: list[object], drawn: list[int]) -> ft.Control:  # noqa: N802
    """A screen whose handler says the number of its drawing, and a button that draws it again."""
    number, set_number = ft.use_state(1)
    say = use_handler(lambda word: said.append((word, number)))
    given.append(say)
    return ft.Column([Buttons(say, drawn), ft.Button("next", on_click=lambda: set_number(number + 1))])


async def test_a_handler_stays_the_same_and_calls_that_of_the_latest_drawing() -> None:
    """A kept part is not drawn again, and its buttons do what the latest drawing says."""
    said, given, drawn = [], [], []
    phone = App()
    await phone.show(Counting, said, given, drawn)
    for tap in ("say", "next", "say", "next", "say"):
        await phone.tap(tap)
    assert said == [("said", 1), ("said", 2), ("said", 3)]
    assert len(given) == 3
    assert all(one is given[0] for one in given)
    assert drawn == [1]
