"""What we do for each control in Flet's place leaves the same objects, and tells the client the same."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import flet as ft
import pytest
from flet.controls.base_control import BaseControl
from hypothesis import given
from hypothesis import strategies as st

from companion import flet_speed
from companion.flet_speed import construction, encoding
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.ui.app import App
from tests.support.ui.diffs import TREES, WALKS, Holding, Recorder, builder, flets_own, grown, marks, read_count
from tests.support.ui.table_device import MIDDLE, Device, opened, run_on_device

pytestmark = pytest.mark.landing

NAMES = tuple(TREES)
both = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(autouse=True)
def patched() -> None:
    """Install the changes of Flet."""
    flet_speed.install()


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


@pytest.mark.parametrize(("walk", "options"), [(WALKS[0], (None, True)), (WALKS[1], (True,))], ids=["added", "removed"])
def test_few_properties_are_read(walk: tuple[type, str], options: tuple[Any, ...]) -> None:
    """Flet reads every property of each control, about thirty, of which a few are set."""
    with flets_own(is_own=False):
        assert read_count(walk, *options) < 30
    with flets_own(is_own=True):
        assert read_count(walk, *options) > 100


# --- construction -----------------------------------------------------------------------------------------------------

CLASSES = (
    ft.Text, ft.Container, ft.Column, ft.Row, ft.Semantics, ft.TextButton, ft.FilledButton, ft.IconButton, ft.TextField,
    ft.GestureDetector, ft.Stack, ft.Icon, ft.Switch, ft.AlertDialog, ft.ListTile, ft.TextStyle, ft.Padding, ft.Border,
    ft.ButtonStyle, ft.TextSpan, ft.BoxDecoration, ft.Animation, ft.Duration, ft.Offset, Holding,
)  # fmt: skip
VALUES = (None, True, False, 0, 3, 2.5, "", "red", (), [], ["a"], {}, {"a": 1}, ft.TextAlign.END)


def made(construct: Callable[..., None], kind: Any, args: tuple[Any, ...], arguments: dict[str, Any]) -> Any:
    """Return what a constructor leaves of a new object, or the error that it raises."""
    one = object.__new__(kind)
    try:
        construct(one, *args, **arguments)
    except Exception as error:
        return type(error).__name__, str(error)
    own = {name: value for name, value in vars(one).items() if name in ("_values", "_dirty", "_isolated")}
    read = {each.name: getattr(one, each.name, "unset") for each in fields(kind) if each.name != "_i"}
    return own, read


@given(data=st.data(), kind=st.sampled_from(CLASSES))
def test_a_constructor_leaves_what_a_dataclass_leaves(data: st.DataObject, kind: Any) -> None:
    """Any arguments, also too many, unknown or missing ones, make an equal object or raise the same error."""
    names = st.sampled_from([*(each.name for each in fields(kind)), "ref", "unknown"])
    arguments = data.draw(st.dictionaries(names, st.sampled_from(VALUES), max_size=6))
    args = tuple(data.draw(st.lists(st.sampled_from(VALUES), max_size=3)))
    assert kind.__init__ is not construction.WRITTEN[kind]
    ours = made(kind.__init__, kind, args, arguments)
    assert ours == made(construction.WRITTEN[kind], kind, args, arguments)


def test_what_flet_loads_later_is_made_faster_too() -> None:
    """A class that is declared from now on has our constructor, whichever decorator made it."""

    @ft.control("Later")
    class Later(ft.Control):
        text: str = ""

    @construction.value_types.value
    class LaterValue:
        size: int = 0

    assert {Later, LaterValue} <= construction.WRITTEN.keys()
    assert Later(text="a")._values == {"text": "a"}
    assert LaterValue(3)._values == {"size": 3}  # type: ignore[call-arg]


# --- encoding ---------------------------------------------------------------------------------------------------------

KEPT = ("__prev_lists", "__prev_dicts", "__prev_classes")


def encoded(encode: Callable[[Any], Any], item: Any) -> tuple[Any, ...]:
    """Return what is sent of an object, and what is kept on it for the next comparison."""
    for name in KEPT:
        vars(item).pop(name, None)
    sent = encode(item)
    return (sent, *(vars(item).get(name) for name in KEPT))


def held(root: Any, seen: dict[int, Any]) -> dict[int, Any]:
    """Return every control and value below a control, by identity."""
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple | dict):
            waiting.extend(one.values() if isinstance(one, dict) else one)
        elif hasattr(type(one), "__dataclass_fields__") and id(one) not in seen:
            seen[id(one)] = one
            waiting.extend(getattr(one, each.name, None) for each in fields(one) if each.name not in ("_state", "args"))
    return seen


@pytest.mark.parametrize("key", MIDDLE)
def test_a_screen_is_encoded_as_flet_encodes_it(key: str, storage: Storage) -> None:
    """Every control and value of the middle of each game is sent alike, and leaves the same for the next comparison."""
    library = Library(storage, GAMES)
    device = Device(opened(library, key), library, HOST_ROLE)
    ours, flets = encoding.configure_encoder(BaseControl), encoding._flets_configure(BaseControl)

    async def scene() -> None:
        seen: dict[int, Any] = {}
        for control in list(device.phone.controls()):
            held(control, seen)
        tracked = [one for one in seen.values() if "_values" in vars(one) and isinstance(one, BaseControl | ft.Value)]
        assert len(tracked) > 200
        for one in tracked:
            assert encoded(ours, one) == encoded(flets, one)

    run_on_device(device, scene)


@both
def test_a_changeable_tree_is_encoded_as_flet_encodes_it(name: str) -> None:
    """Controls that are changed in place keep copies of their lists, as Flet keeps them."""
    ours, flets = encoding.configure_encoder(BaseControl), encoding._flets_configure(BaseControl)
    for one in held(grown(name), {}).values():
        if not hasattr(one, "_frozen"):
            assert encoded(ours, one) == encoded(flets, one)
