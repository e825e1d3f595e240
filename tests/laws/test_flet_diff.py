"""Our walks over added and removed controls do the same as Flet's own, and tell the client the same."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Any

import flet as ft
import pytest

from companion.server.wire import flet_patches
from tests.support.ui.app import App
from tests.support.ui.diffs import TREES, Holding, Recorder, builder, flets_own, grown, marks

NAMES = tuple(TREES)
both = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(autouse=True)
def patched() -> None:
    """Install the changes of Flet."""
    flet_patches.install()


def with_each(scene: Callable[[Recorder], Any]) -> tuple[Any, Any]:
    """Return what a scene returns with our walks, and with Flet's own."""

    async def run() -> Any:
        phone = Recorder()
        try:
            await phone.open(lambda page: page.add(ft.Container()))
            found = scene(phone)
            return await found if asyncio.iscoroutine(found) else found
        finally:
            phone.wire.dispose()

    results = []
    for is_own in (False, True):
        with flets_own(is_own):
            results.append(asyncio.run(run()))
    return results[0], results[1]


def live_ids(phone: App) -> list[int]:
    """Return the ids of the controls that live.

    The index holds them weakly: without a collection, those of earlier drawings are in it or not by chance.
    """
    gc.collect()
    return sorted(phone.session.index)


@both
@pytest.mark.parametrize("frozen", [True, False], ids=["frozen", "changes"])
@pytest.mark.parametrize("only_setattr", [False, True], ids=["new", "moved"])
def test_an_added_tree_is_prepared_as_flet_does(name: str, frozen: bool, only_setattr: bool) -> None:
    """The same controls in the same order, with the same parents and marks on every object."""

    def scene(phone: App) -> Any:
        tree = grown(name)
        found = [one._i for one in builder()._configure_dataclass(tree, phone.page, frozen, only_setattr)]
        return found, marks(tree)

    ours, own = with_each(scene)
    assert len(ours[0]) == 1 if only_setattr else len(ours[0]) > 3
    assert ours == own


@both
@pytest.mark.parametrize("frozen", [True, False], ids=["frozen", "changes"])
@pytest.mark.parametrize("recurse", [True, False], ids=["gone", "kept"])
def test_a_removed_tree_is_found_as_flet_does(name: str, frozen: bool, recurse: bool) -> None:
    """The same controls in the same order, before the tree was sent and after it."""

    def scene(phone: Recorder) -> Any:
        tree = grown(name)
        list(builder()._configure_dataclass(tree, phone.page, frozen))
        unsent = [one._i for one in builder()._removed_controls([tree, {"again": tree}], recurse)]
        phone.page.controls.append(tree)
        phone.page.update()
        return unsent, [one._i for one in builder()._removed_controls(tree, recurse)]

    ours, own = with_each(scene)
    assert len(ours[1]) > 3 if recurse or not frozen else ours[1]
    assert ours == own


def test_a_control_below_itself_is_refused() -> None:
    """A control that is given as its own parent raises the same error."""
    column = ft.Column()

    def scene(phone: App) -> str:
        with pytest.raises(Exception, match="Parent is the same as item") as raised:
            list(builder()._configure_dataclass(column, column, False))
        return type(raised.value).__name__

    ours, own = with_each(scene)
    assert ours == own


@ft.component
def Shown(steps: list[Callable[[int], None]]) -> ft.Control:  # noqa: N802 - named like a class
    """One tree after the other, in one place and in a list."""
    step, set_step = ft.use_state(0)
    steps[:] = [set_step]
    names = NAMES[step % len(NAMES) :] + NAMES[: step % len(NAMES)]
    rows = [ft.Row([TREES[name]()], key=name) for name in names[: 2 + step % 3]]
    return ft.Column([ft.Container(TREES[names[0]]()), *rows, ft.Row([ft.Text(f"{step}"), *rows[:0]])])


def test_a_redraw_is_told_as_flet_tells_it() -> None:
    """The messages of a component that shows other trees, one after the other, are equal."""

    async def scene(phone: Recorder) -> Any:
        steps: list[Any] = []
        await phone.show(Shown, steps)
        for step in range(1, 9):
            steps[0](step)
            await phone.settle()
        return phone.said, live_ids(phone)

    ours, own = with_each(scene)
    assert len(ours[0]) >= 9
    assert ours == own


def test_a_change_in_place_is_told_as_flet_tells_it() -> None:
    """The messages of a page whose controls are added, changed, moved and removed in place are equal."""

    async def scene(phone: Recorder) -> Any:
        page = phone.page
        for name in NAMES:
            page.controls.append(grown(name))
            page.update()
        for text in [one for one in phone.controls() if isinstance(one, ft.Text) and not hasattr(one, "_frozen")]:
            text.value = f"{text.value} again"
        for holding in [one for one in phone.controls() if isinstance(one, Holding)]:
            holding.held.number += 1
            holding.held.several.append(ft.Text("more"))
            holding.named.clear()
        page.update()
        page.controls.reverse()
        page.update()
        page.controls[2:4] = [ft.Container(page.controls[2])]
        page.update()
        page.controls.clear()
        page.update()
        return phone.said, live_ids(phone)

    ours, own = with_each(scene)
    assert len(ours[0]) >= 10
    assert ours == own
