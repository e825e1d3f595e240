"""Flet's walks over added and removed controls: what they read, find and mark, for small trees."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any

import flet as ft
import msgpack
import pytest
from flet.components.component import Renderer
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.object_patch import DiffBuilder
from flet.controls.value_types import Prop
from flet.messaging.protocol import Message, MessageAction, configure_encode_object_for_msgpack

from companion import flet_speed
from tests.support.ui.app import App

WALKS = ((DiffBuilder, "_configure_dataclass"), (DiffBuilder, "_removed_controls"))
"""The two methods that ``companion.flet_speed.walks`` replaces."""


@dataclass
class Holder:
    """A plain dataclass that holds a control, a list and a dictionary of controls."""

    control: Any = None
    several: list[Any] = field(default_factory=list)
    named: dict[str, Any] = field(default_factory=dict)
    number: int = 0


@ft.control("Holding")
class Holding(ft.Control):
    """A control with a plain dataclass and a dictionary of controls."""

    held: Holder = field(default_factory=Holder)
    named: dict[str, Any] = field(default_factory=dict)


@ft.component
def Part(text: str) -> ft.Control:  # noqa: N802 - named like a class
    """A component that keeps a state."""
    count, _ = ft.use_state(1)
    return ft.Container(ft.Text(f"{text} {count}"))


@ft.component
def Nested(text: str) -> ft.Control:  # noqa: N802 - named like a class
    """A component that shows another one."""
    return ft.Column([ft.Text("above"), Part(text)])


def lists() -> ft.Control:
    """Build lists within lists."""
    return ft.Column([ft.Row([ft.Text("a"), ft.Text("b")]), ft.Text("c"), ft.Column([ft.Row([]), ft.Icon("add")])])


def single_children() -> ft.Control:
    """Build containers within containers, with values that hold no control."""
    inner = ft.Container(ft.Text("a", style=ft.TextStyle(size=3)), padding=ft.Padding.all(3))
    return ft.Semantics(content=ft.Container(inner, border=ft.Border.all(1), offset=ft.Offset(0, 1)), label="name")


def several_slots() -> ft.Control:
    """Build a control with several slots, among them a list, set out of their order."""
    tile = ft.ListTile(trailing=ft.Icon("close"), leading=ft.Icon("add"), title=ft.Text("title"))
    tile.subtitle = ft.Text("subtitle")
    dialog = ft.AlertDialog(actions=[ft.TextButton("yes"), ft.TextButton("no")], content=tile, title=ft.Text("sure?"))
    return ft.Column([dialog])


def value_with_controls() -> ft.Control:
    """Build values that hold controls: one of Flet's, and a plain one with a list and a dictionary."""
    field_ = ft.TextField(label="name", prefix=ft.Text("p"), suffix_icon=ft.Icon("close"))
    theme = ft.BoxDecoration(bgcolor="red", border=ft.Border.all(2))
    held = Holder(ft.Text("one"), [ft.Text("two"), [ft.Text("three")]], {"four": ft.Text("four")})
    return ft.Column(
        [field_, ft.Container(foreground_decoration=theme), Holding(held=held, named={"five": ft.Text("five")})]
    )


def rich_text() -> ft.Control:
    """Build text with spans, and a stack of layers with keys."""
    spans = [ft.TextSpan("a", style=ft.TextStyle(size=4)), ft.TextSpan("b", spans=[ft.TextSpan("c")])]
    return ft.Stack([ft.Container(ft.Text(spans=spans), key="one"), ft.Container(key="two", left=3)])


def components() -> ft.Control:
    """Build components among controls."""
    return ft.Column([Part("a"), ft.Container(Nested("b")), ft.Text("c")])


TREES: dict[str, Callable[[], ft.Control]] = {
    one.__name__: one for one in (lists, single_children, several_slots, value_with_controls, rich_text, components)
}


def grown(name: str) -> ft.Control:
    """Build the tree of that name, outside of a component."""
    tree: ft.Control = Renderer().render(TREES[name])
    return tree


def read_count(walk: tuple[type, str], *args: Any) -> int:
    """Return how many properties the walk over a small tree reads."""
    tree = ft.Column([ft.Text("a"), ft.Container(ft.Row([ft.Text("b")]), padding=ft.Padding.all(3))])
    read, get = 0, Prop.__get__

    def counted(prop: Prop, item: Any, kind: Any = None) -> Any:
        nonlocal read
        read += 1
        return get(prop, item, kind)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Prop, "__get__", counted)
        list(getattr(builder(), walk[1])(tree, *args))
    return read


def builder() -> DiffBuilder:
    """Return a new builder of patches."""
    return DiffBuilder(None, None, control_cls=BaseControl)


@contextmanager
def flets_own(is_own: bool) -> Iterator[None]:
    """Number controls from the same on, with Flet's own walks or with ours."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Holder, "__setattr__", object.__setattr__)  # Flet sets both for good
        patch.setattr(Holder, "__flet_control_cls__", None, raising=False)
        patch.setattr(ControlId, "_counter", itertools.count(10_000_000))
        for kind, name in flet_speed.ORIGINALS if is_own else ():
            patch.setattr(kind, name, flet_speed.ORIGINALS[kind, name])
        yield


def marks(root: Any) -> list[object]:
    """Return what the walks write on each object of a tree, in the order of the fields."""
    found: list[object] = []
    waiting, seen = [root], set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | dict):
            waiting.extend(reversed(one.values() if isinstance(one, dict) else one))
        elif hasattr(type(one), "__dataclass_fields__") and id(one) not in seen:
            seen.add(id(one))
            found.append((type(one).__name__, getattr(one, "_i", None), *_marks_of(one)))
            held = [getattr(one, f.name, None) for f in fields(one) if f.name == "_b" or not f.metadata.get("skip")]
            waiting.extend(reversed(held))
    return found


def _marks_of(one: Any) -> tuple[object, ...]:
    parent = getattr(one, "_parent", None)
    above = parent() if parent else None
    names = ("_frozen", "_initialized", "_dirty", "__changes")
    return (
        type(one).__setattr__.__name__,
        getattr(type(one), "__flet_control_cls__", None),
        getattr(above, "_i", type(above).__name__),
        *(getattr(one, name, "none") for name in names),
    )


class Recorder(App):
    """A phone that keeps every change that it is told, as its client reads it."""

    def ready(self) -> None:
        """Keep the changes; the first message has random names."""
        self.said: list[Any] = []
        send, encode = self.wire.send_message, configure_encode_object_for_msgpack(BaseControl)

        def keep(message: Message) -> None:
            if message.action == MessageAction.PATCH_CONTROL:
                packed = msgpack.packb(message.body, default=encode)
                self.said.append(msgpack.unpackb(packed, strict_map_key=False))
            send(message)

        self.wire.send_message = keep  # type: ignore[method-assign]
