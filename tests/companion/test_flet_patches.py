"""Each change of Flet's insides, with it and without it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import flet as ft
import msgpack
import pytest
from fastapi import WebSocketDisconnect
from flet.components.component import Component
from flet.components.hooks.use_effect import EffectHook
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from flet_web.fastapi.flet_app import FletApp
from starlette.datastructures import URL

from companion.server.wire import flet_patches
from tests.support.ui.app import App
from tests.support.ui.changing_controls import on_phone


@pytest.fixture(autouse=True)
def patched() -> None:
    """Install the changes of Flet as a server does."""
    flet_patches.install_server()


def writes_no_name_of_its_own(phone: App) -> None:
    phone.session.apply_patch(1, {"_junk": [{}]})
    assert not hasattr(phone.page, "_junk")


def searches_for_no_invented_number(phone: App) -> None:
    looked: list[int] = []
    search = Session._Session__find_live_control  # type: ignore[attr-defined]
    try:
        Session._Session__find_live_control = lambda self, page, number: looked.append(number)  # type: ignore[attr-defined]
        assert phone.session._Session__resolve_event_control(10**9) is None  # type: ignore[attr-defined]
    finally:
        Session._Session__find_live_control = search  # type: ignore[attr-defined]
    assert not looked


def takes_late_answers(phone: App) -> None:
    phone.session.handle_invoke_method_results(10**9, "call", None, None)


def names_messages(phone: App) -> None:
    assert repr(Message(MessageAction.PATCH_CONTROL, "x" * 1000)) == "Message(PATCH_CONTROL)"


def drops_forged_events(phone: App) -> None:
    told: list[Any] = []
    phone.page.on_disconnect = told.append
    app = FletApp(asyncio.get_running_loop(), phone.wire.executor, lambda page: None, None)
    app._FletApp__session = phone.session  # type: ignore[attr-defined]
    receives = app._FletApp__on_message(  # type: ignore[attr-defined]
        [3, {"target": 1, "name": "disconnect", "data": None}]
    )
    with pytest.raises(StopIteration):
        receives.send(None)
    assert not app._FletApp__running_tasks  # type: ignore[attr-defined]


def drops_what_comes_late(phone: App) -> None:
    app = FletApp(asyncio.get_running_loop(), phone.wire.executor, lambda page: None, None)
    app._FletApp__send_queue = None  # type: ignore[attr-defined] # as Flet leaves it when a page has gone
    try:
        app.send_message(Message(MessageAction.SESSION_CRASHED, None))
    except AttributeError:
        pytest.fail("a message to a page that has left raises")


@ft.component
def Watching(ended: list[str]) -> Any:  # noqa: N802 - named like a class
    """A component within others that watches something until it is unmounted."""
    ft.use_effect(lambda: lambda: ended.append("watching"), [])
    return ft.Text("watching")


async def ends_what_a_closed_page_watches(phone: App) -> None:
    """A page that a device left for good watches nothing any more."""
    ended: list[str] = []
    other = await App().show(lambda: ft.Column([ft.Container(Watching(ended))]))
    await other.settle()
    other.session.close()
    await asyncio.sleep(0)
    assert ended == ["watching"]
    other.wire.dispose()


def test_a_closed_page_leaves_no_garbage() -> None:
    """The screen of a closed page is freed at once, without a collection of garbage."""

    async def scene(phone: App) -> None:
        other = await App().show(Twice, True)
        await other.settle()
        text = weakref.ref(other.one(ft.Text))
        gc.disable()
        try:
            other.session.close()
            await asyncio.sleep(0)
            other.wire.dispose()
            assert text() is None
        finally:
            gc.enable()

    on_phone(scene)


async def asks_a_closed_page_nothing(phone: App) -> None:
    """What a closed page would ask its device ends at once; nobody is there to answer."""
    other = await App().show(ft.Container)
    other.wire.send_message = lambda message: None  # type: ignore[method-assign] # a device that has gone
    other.session.close()
    asking = asyncio.ensure_future(other.session.invoke_method(1, "disable", None))
    done, waiting = await asyncio.wait({asking}, timeout=0.2)
    asking.cancel()
    other.wire.dispose()
    assert not waiting
    assert "closed" in str(done.pop().exception())


@ft.component
def Twice(nested: bool) -> Any:  # noqa: N802 - named like a class
    """A component that can be drawn again, whose state keeps its first drawing."""
    number, draw = ft.use_state(0)
    first: Any = ft.use_ref(None)
    first.current = first.current or draw
    return ft.Container(Twice(False) if nested else ft.Text("shown"), on_click=lambda: draw(number + 1))


async def keeps_one_drawing(phone: App) -> None:
    """A component that was drawn again keeps nothing of its earlier drawings."""
    other = await App().show(Twice, True)
    for _ in range(3):
        outer = next(one for one in other.drawn() if isinstance(one, ft.Container))
        await other.fire(outer, "click")
        await other.settle()
    del outer
    gc.collect()
    texts = [one for one in gc.get_objects() if isinstance(one, ft.Text) and one.value == "shown"]
    other.wire.dispose()
    assert len(texts) == 1


async def runs_what_is_due_when_a_page_leaves(phone: App) -> None:
    """What was to end when the page left ends; what was to begin begins when it comes back."""
    happened: list[str] = []
    other = await App().show(ft.Container)
    owner = Component(fn=list)
    due = EffectHook(owner, setup=lambda: happened.append("begun"))
    over = EffectHook(owner, setup=lambda: None, cleanup=lambda: happened.append("ended"))
    other.session.schedule_effect(due, False)
    other.session.schedule_effect(over, True)
    await other.session.disconnect(60)
    assert happened == ["ended"]
    await other.session.connect(other.wire)
    other.session.schedule_update(other.page)
    await other.settle()
    other.wire.dispose()
    assert happened == ["ended", "begun"]


async def ends_what_a_sleeping_page_watches(phone: App) -> None:
    """A screen that closes while its page sleeps watches nothing any more."""
    ended: list[str] = []
    other = await App().show(ft.Container)
    await other.session.disconnect(60)
    owner = Component(fn=list)
    over = EffectHook(owner, setup=lambda: None, cleanup=lambda: ended.append("watching"))
    other.session.schedule_effect(over, True)
    await asyncio.sleep(0)
    other.wire.dispose()
    assert ended == ["watching"]


class UnreadSocket:
    """A client that registers and leaves, and never reads what it is sent."""

    client, headers, cookies, url = None, {"user-agent": ""}, {}, URL("ws://localhost/ws")

    def __init__(self) -> None:
        registration = {"session_id": None, "page_name": "", "page": {"route": "/"}}
        self._sent = iter([b"\0" + msgpack.packb([MessageAction.REGISTER_CLIENT.value, registration])])

    async def accept(self) -> None:
        """Accept the connection."""

    async def receive_bytes(self) -> bytes:
        """Return the registration, then say that the client has left."""
        for message in self._sent:
            return message
        raise WebSocketDisconnect(1006)

    async def send_bytes(self, message: bytes) -> None:
        """Wait for a reader that does not come."""
        await asyncio.Event().wait()


async def disconnects_a_page_that_did_not_read(phone: App) -> None:
    """The server cancels a connection that does not end; its session must sleep then."""
    sessions: list[Session] = []
    app = FletApp(asyncio.get_running_loop(), phone.wire.executor, lambda page: sessions.append(page.session), None)
    serving = asyncio.ensure_future(app.handle(UnreadSocket()))
    await asyncio.wait({serving}, timeout=0.2)
    assert not serving.done()
    assert sessions[0].connection is app
    serving.cancel()
    await asyncio.wait({serving})
    assert sessions[0].connection is None


CHECKS: dict[tuple[type, str], Callable[[App], Any]] = {
    (Session, "patch_control"): keeps_one_drawing,
    (Component, "_migrate_state"): keeps_one_drawing,
    (Session, "disconnect"): runs_what_is_due_when_a_page_leaves,
    (Session, "schedule_effect"): ends_what_a_sleeping_page_watches,
    (Session, "close"): ends_what_a_closed_page_watches,
    (Session, "invoke_method"): asks_a_closed_page_nothing,
    (FletApp, "handle"): disconnects_a_page_that_did_not_read,
    (Session, "apply_patch"): writes_no_name_of_its_own,
    (Session, "_Session__resolve_event_control"): searches_for_no_invented_number,
    (Session, "handle_invoke_method_results"): takes_late_answers,
    (Message, "__repr__"): names_messages,
    (FletApp, "_FletApp__on_message"): drops_forged_events,
    (FletApp, "send_message"): drops_what_comes_late,
}


@pytest.fixture
def own() -> Iterator[Callable[[type, str], None]]:
    """Restore a method of Flet's own for this test."""
    given: list[tuple[type, str, Any]] = []

    def give(kind: type, name: str) -> None:
        given.append((kind, name, vars(kind)[name]))
        setattr(kind, name, flet_patches.ORIGINALS[kind, name])

    yield give
    for kind, name, ours in given:
        setattr(kind, name, ours)


def test_each_change_is_checked_here() -> None:
    """Every change of Flet has a check here."""
    assert CHECKS.keys() == flet_patches.ORIGINALS.keys()


@pytest.mark.parametrize("where", CHECKS, ids=lambda where: where[1])
def test_a_change_does_what_it_is_for_and_flet_does_not(where: tuple[type, str], own: Any) -> None:
    """The check passes with our change and fails with Flet's own method."""
    on_phone(CHECKS[where])
    own(*where)
    with pytest.raises((AssertionError, RuntimeError, pytest.fail.Exception)):
        on_phone(CHECKS[where])


def test_another_version_of_flet_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of Flet is refused with a message, because its insides may differ."""
    monkeypatch.setattr(flet_patches, "flet_version", "1.0.6")
    with pytest.raises(RuntimeError, match=r"Flet 1\.0\.5, and Flet 1\.0\.6 is installed"):
        flet_patches.install()


def test_a_control_that_was_taken_away_is_not_found() -> None:
    """A removed control is not found, even while something holds it, and leaves the index."""

    def scene(phone: App) -> None:
        gone = ft.TextField(value="old")
        phone.session.index[gone._i] = gone
        phone.session.apply_patch(gone._i, {"value": "new"})
        assert gone.value == "old"
        assert gone._i not in phone.session.index
        gc.collect()

    on_phone(scene)
