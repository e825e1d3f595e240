"""Flet values are not shared between phones, so a change on one page stays there."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any

import flet as ft
import pytest

import companion
from companion.library.library import Library
from companion.ui.app import build
from rules.four_souls.model.events import Attacked
from tests.support.flet_values import below, modules, paths_to_flet_values
from tests.support.ui.app import App
from tests.support.ui.headless import action_phase, say


def test_no_flet_value_stands_at_module_level() -> None:
    """No module of the app holds a Flet value: in a name, class, default, closure or cache."""
    found = [path for module in modules(companion) for path in paths_to_flet_values(module)]
    assert found == []


@ft.component
def With(edge: Any = ft.Padding.all(3)) -> Any:  # noqa: B008, N802 - this is what is looked for
    """A component with a Flet value as its default."""
    return ft.Container(padding=edge)


CULPRITS: dict[str, Any] = {
    "a border": ft.Border.all(1),
    "in a table": {"a": [ft.TextStyle(size=3)]},
    "a control": ft.Text("x"),
    "a default": lambda edge=ft.Padding.all(3): edge,  # noqa: B008
    "a component's default": With,
    "a class's": type("Look", (), {"__module__": "companion.ui.look", "edge": ft.BoxShadow()}),
}


@pytest.mark.parametrize("which", CULPRITS)
def test_the_search_finds_one(which: str) -> None:
    """The search finds a Flet value in each of these places."""
    module = ModuleType("companion.ui.culprit")
    vars(module)["FOUND"] = CULPRITS[which]
    assert len(list(paths_to_flet_values(module))) >= 1


@pytest.mark.parametrize("innocent", [ft.Colors.RED, ft.Icons.ADD, ft.TextAlign.CENTER, ft.Text, "x", 7], ids=str)
def test_the_search_lets_names_be(innocent: Any) -> None:
    """The search ignores colors, icons, enumerations and classes, which cannot be changed."""
    assert not list(paths_to_flet_values(SimpleNamespace(__name__="companion.x", FOUND=innocent)))  # type: ignore[arg-type]


async def test_two_phones_at_a_table_share_no_object(library: Library) -> None:
    """Two phones at one table, both with the dice sheet open, share no Flet object."""
    table = action_phase(library)
    say(table, Attacked(table.state.slots[0].id))

    phones = [App(), App()]
    for phone in phones:
        await phone.open(build(library), f"/t/{table.match.id}")
    one, other = (below(phone.page, {}) for phone in phones)
    shared = [repr(one[number])[:200] for number in one.keys() & other.keys()]
    for phone in phones:
        phone.wire.dispose()
    assert len(one) > 300
    assert shared == []
