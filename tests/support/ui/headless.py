"""A phone without a browser: a real Flet session and page over a fake connection.

It finds controls by the name that is read aloud, as a journey in a real browser does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from functools import cache
from inspect import getattr_static
from itertools import dropwhile
from typing import Any, ClassVar
from weakref import WeakSet

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.controls.value_types import Prop
from flet.messaging import protocol
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, MessageAction, RegisterClientResponseBody
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.server.wire import flet_patches
from companion.ui.design.page_look import show_language, show_preferences
from companion.ui.design.preferences import Preferences
from companion.ui.design.text_fit import NO_BREAK
from companion.ui.screens.table.screen import TableScreen
from companion.ui.table.intents import Go, nothing
from rules.engine import Event
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Revealed

flet_patches.install()  # what this phone sends is checked like a real phone's messages
BUTTONS = (
    ft.TextButton,
    ft.FilledButton,
    ft.OutlinedButton,
    ft.Button,
    ft.IconButton,
    ft.FilledTonalButton,
)
LISTS = (list, tuple)
HOLDERS = (BaseControl, *LISTS)
"""Types of values that may hold controls; a tuple of types is checked faster than their union."""
MOST_TURNS = 200
"""Turns of the loop after which a screen that never rests is taken as it is."""
UPWARDS = {"parent", "_parent", "_parent_component", "args", "kwargs", "_contexts"}
INSIDE = {"_values", "_dirty", "_i", "_c", "_internals"}
"""What Flet stores in every control about itself."""


class Wire(Connection):
    """A connection that encodes every message, as this installs Flet's change tracking."""

    opened: ClassVar[WeakSet[Wire]] = WeakSet()
    """Connections that may still have threads."""

    def __init__(self) -> None:
        super().__init__()
        self.opened.add(self)
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(2)
        self.pubsubhub = PubSubHub(loop=self.loop, executor=self.executor)
        self.page_url, self.page_name = "http://test", ""
        self.session: Session | None = None
        self.crash = ""
        self.patches = 0
        """How often the screen has changed."""

    def send_message(self, message: Message) -> None:
        self.patches += message.action == MessageAction.PATCH_CONTROL
        encode = protocol.configure_encode_object_for_msgpack(BaseControl)
        msgpack.packb([message.action, message.body], default=encode)
        if message.action == MessageAction.SESSION_CRASHED:
            self.crash = message.body.message
        if message.action == MessageAction.INVOKE_METHOD and self.session is not None:
            body = message.body
            self.loop.call_soon(self.session.handle_invoke_method_results, body.control_id, body.call_id, None, None)

    def dispose(self) -> None:
        self.executor.shutdown(wait=False)


class Phone:
    """One phone at the table; ``tap`` what a person would tap, read ``names`` and ``texts``."""

    language = "en"

    def __init__(self, width: int = 390, height: int = 844) -> None:
        self.size = {"width": width, "height": height}

    async def show(self, component: Callable[..., Any], *args: Any) -> Phone:
        """Open the page and draw the component."""
        self.wire = Wire()
        self.session = self.wire.session = Session(self.wire)
        self.page = self.session.page
        self.session.apply_page_patch({"route": "/", "platform": "android", "web": True, **self.size})
        patch = self.session.get_page_patch()
        body = RegisterClientResponseBody(session_id=self.session.id, page_patch=patch, error="")
        self.wire.send_message(Message(MessageAction.REGISTER_CLIENT, body))
        _context_page.set(self.page)
        context.reset_auto_update()
        show_language(self.page, self.language)
        self.page.render(component, *args)
        await self.session.after_event(self.page)
        await self.settle()
        return self

    async def settle(self) -> None:
        """Let everything that was scheduled happen, and raise any error in it."""
        ready = self.wire.loop._ready  # type: ignore[attr-defined]
        for _ in range(MOST_TURNS):
            await asyncio.sleep(0)
            if not ready:
                break
        if self.wire.crash:
            raise RuntimeError(self.wire.crash)
        drawing = self.session._Session__updates_task  # an error in a component ends this task silently
        if drawing is not None and drawing.done():
            await asyncio.sleep(0)  # its observers run one turn later, and may schedule another
            if drawing is self.session._Session__updates_task:
                drawing.result()

    # --- reading -------------------------------------------------------------------------------------------------

    def controls(self, root: Any = None) -> Iterator[BaseControl]:
        """Every control that is drawn, in the order of the tree."""
        yield from _walk(self.page if root is None else root, set())

    def buttons(self) -> list[tuple[str, Any]]:
        """Everything that can be tapped and reached, with its name."""
        drawn = list(self.controls())
        hidden = {id(c) for s in drawn if _covers(s) for c in self.controls(s.content)}
        return [(_name(c), c) for c in drawn if isinstance(c, BUTTONS) and id(c) not in hidden]

    def names(self, place: str = "") -> list[str]:
        """The names of all that can be tapped, or of those in the part with that key."""
        if not place:
            return [name for name, _ in self.buttons()]
        part = next(c for c in self.controls() if c.key == place)
        inside = {id(c) for c in self.controls(part)}
        return [name for name, button in self.buttons() if id(button) in inside]

    def texts(self) -> list[str]:
        """All texts on the screen, wherever their lines may break."""
        every = (
            c.value or "".join(s.text or "" for s in c.spans or []) for c in self.controls() if isinstance(c, ft.Text)
        )
        return [text.replace(NO_BREAK, " ") for text in every]

    def find(self, name: str) -> Any:
        """The control with that name, or whose name begins with it."""
        buttons = self.buttons()
        exact = [c for found, c in buttons if found == name]
        begins = [c for found, c in buttons if found.startswith(name)]
        if not (exact or begins):
            raise AssertionError(f"nothing to tap is called {name!r}: {self.names()}")
        return (exact or begins)[0]

    def finger(self, name: str) -> Any:
        """The gesture detector of the button with that name."""
        key = self.find(name)
        after = dropwhile(lambda c: c is not key, self.controls())
        return next(c for c in after if isinstance(c, ft.GestureDetector))

    # --- acting --------------------------------------------------------------------------------------------------

    async def tap(self, name: str) -> None:
        """Tap the control with that name."""
        await self.fire(self.find(name))

    async def press(self, name: str) -> None:
        """Press the control with that name for long."""
        await self.fire(self.find(name), "long_press")

    async def type(self, label: str, text: str) -> None:
        """Type into the field of that label."""
        field = next(c for c in self.controls() if isinstance(c, ft.TextField) and c.label == label)
        self.session.apply_patch(field._i, {"value": text})
        await self.fire(field, "change", text)

    async def fire(self, control: Any, event: str = "click", data: Any = None) -> None:
        """Send an event of a control, as the client does."""
        assert not getattr(control, "disabled", False)
        await self.session.dispatch_event(control._i, event, data)
        await self.settle()


class CountedTaps:
    """Taps of a phone, and how many they were."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.count = 0

    async def __call__(self, name: str) -> None:
        self.count += 1
        await self.phone.tap(name)


def _walk(root: Any, seen: set[int]) -> Iterator[BaseControl]:
    """Every control below the root, itself first, in tree order, without those ``seen``."""
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if isinstance(one, LISTS):
            waiting.extend(reversed(one))
        elif isinstance(one, BaseControl) and id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting.extend(reversed(_children(one)))


def _children(control: BaseControl) -> list[Any]:
    """The values of fields that may hold controls; fields at their default are skipped."""
    order, others = _fields_of(type(control))
    found = {name: value for name in others if isinstance(value := getattr(control, name, None), HOLDERS)}
    found |= {name: value for name, value in control._values.items() if isinstance(value, HOLDERS) and name in order}
    return list(found.values()) if len(found) < 2 else [found[name] for name in sorted(found, key=order.__getitem__)]


@cache
def _fields_of(kind: type[BaseControl]) -> tuple[dict[str, int], tuple[str, ...]]:
    """The position of each field that leads downwards, and the fields Flet always stores."""
    order = {field.name: k for k, field in enumerate(fields(kind)) if field.name not in UPWARDS | INSIDE}
    return order, tuple(name for name in order if not isinstance(getattr_static(kind, name, None), Prop))


def _covers(control: Any) -> bool:
    """Whether it makes what is under it unreachable, as a sheet does with the table."""
    return isinstance(control, ft.Semantics) and bool(control.exclude_semantics) and not control.label


def _name(button: Any) -> str:
    """The name read aloud: a label, or all texts of the button."""
    for control in _walk(button, set()):
        if isinstance(control, ft.Semantics) and control.label:
            return str(control.label)
        if isinstance(control, ft.Icon) and control.semantics_label:
            return str(control.semantics_label)
    content = getattr(button, "content", None)
    if isinstance(content, str):
        return content
    texts = (c for c in _walk(button, set()) if isinstance(c, ft.Text) and c.value)
    return " ".join(str(c.semantics_label or c.value) for c in texts)


# --- tables ------------------------------------------------------------------------------------------------------

Journey = Callable[[Phone, Table], Coroutine[Any, Any, None]]
NOWHERE: Go = nothing


def say(table: Table, event: Event) -> None:
    """Answer the prompt."""
    table.answer(table.prompt_id, event)


def action_phase(library: Library, *names: str) -> Table:
    """A table in the action phase of Ana's first turn, with Fly and Big Spider; three players unless named."""
    table = first_monster(library, *(names or ("Ana", "Beto", "Cira")))
    say(table, Revealed(0, (monsters()["fly"],)))
    say(table, Revealed(1, (monsters()["big-spider"],)))
    return table


def first_monster(library: Library, *names: str, rulings: tuple[tuple[str, str], ...] = ()) -> Table:
    """A table at which the first monster is to be named."""
    table = library.matches.create("four_souls", names, rulings)
    for seat, character in zip(range(len(names)), ("isaac", "maggy", "judas", "lilith"), strict=False):
        say(table, Chose(seat, character))
    say(table, Began(0))
    return table


async def at_table(
    table: Table,
    library: Library,
    role: DeviceRole = HOST_ROLE,
    *,
    ways: Go = NOWHERE,
    worn: Preferences | None = None,
    size: tuple[int, int] = (390, 844),
) -> Phone:
    """Return a phone in that role that shows the table, in English, the language of the keys; ``worn`` are its own."""

    def screen() -> Any:
        if worn is not None:
            show_preferences(ft.context.page, worn)
        return TableScreen(table, library, role, ways)

    return await Phone(*size).show(ft.component(screen))


def on_phone(table: Table, library: Library, journey: Journey, width: int = 390, ways: Go = NOWHERE) -> None:
    """Play a journey on one phone, in English, the language of the keys."""

    async def run() -> None:
        phone = await Phone(width).show(TableScreen, table, library, HOST_ROLE, ways)
        await journey(phone, table)

    asyncio.run(run())
