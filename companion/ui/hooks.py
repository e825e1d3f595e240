"""Flet components that follow shared objects: each redraws itself in its own session."""

from __future__ import annotations

import asyncio
import contextvars
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakKeyDictionary

import flet as ft

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

from companion.base.observable import Observable
from companion.base.session_value import SessionValue
from companion.ui.state import Ref, use_latest, use_ref

T = TypeVar("T", bound=Observable)


STEPS_OF_A_DRAWING = 3
"""Turns of the event loop in which a scheduled page is drawn and its message is sent."""
_turns = WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock]()


def use_observable(observable: T) -> T:
    """Redraw the calling component when the object changes and when its device reconnects."""
    page = ft.context.page
    _, set_version = ft.use_state(0)
    latest = use_latest(set_version)  # each drawing has its own, which keeps the component of that drawing

    def refresh() -> None:
        latest.current(lambda count: count + 1)

    use_subscription(lambda: subscribe_page(observable, page, refresh), [id(observable)])
    return observable


def use_subscription(subscribe: Callable[[], Callable[[], object]], dependencies: list[Any]) -> None:
    """Subscribe while the component is mounted, again when a dependency changes.

    ``subscribe`` returns the function that ends the subscription. Flet forgets such a function that an effect returns
    as soon as the component is drawn again.
    """
    stop: Ref[Callable[[], object] | None] = use_ref(None)

    def start() -> None:
        stop.current = subscribe()

    def end() -> None:
        if stop.current is not None:
            stop.current()
        stop.current = None

    ft.use_effect(start, dependencies, end)


def subscribe_page(observable: Observable, page: ft.Page, refresh: Callable[[], None]) -> Callable[[], None]:
    """Call ``refresh`` in the page's own context at every change.

    The page whose tap made the change comes first, the others one after the other, so that each shows it before the
    next is drawn. After a quick series of changes it is called once. Returns the function that ends this.
    """
    latest: object = None

    def on_change() -> None:
        nonlocal latest
        mine = latest = object()

        async def run() -> None:
            if observable.redraw_delay:
                await asyncio.sleep(observable.redraw_delay)
            if mine is latest:  # otherwise a later change redraws
                async with _drawing_turn():
                    if mine is latest:
                        refresh()

        if not observable.redraw_delay and _is_handling_event(page):
            refresh()
        elif is_connected(page):
            # run in a copied context, because run_task modifies it
            contextvars.copy_context().run(page.run_task, run)

    stop, stop_waking = observable.subscribe(on_change), on_reconnect(page, refresh)

    def unsubscribe() -> None:
        nonlocal latest
        latest = None
        stop()
        stop_waking()

    return unsubscribe


@asynccontextmanager
async def _drawing_turn() -> AsyncIterator[None]:
    """Wait until no other page is being drawn; then one is, and its message is sent."""
    turns = _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    async with turns:
        yield
        for _ in range(STEPS_OF_A_DRAWING):
            await asyncio.sleep(0)


def _is_handling_event(page: ft.Page) -> bool:
    with suppress(RuntimeError):  # no page, no loop, or the session was removed
        connection = page.session.connection
        return ft.context.page is page and connection is not None and connection.loop is asyncio.get_running_loop()
    return False


def is_connected(page: ft.Page) -> bool:
    """Return whether the page is connected to a server that still runs.

    One that is not catches up when it reconnects.
    """
    try:
        connection = page.session.connection
    except RuntimeError:  # the session was removed
        return False
    return connection is not None and not connection.loop.is_closed()


def on_reconnect(page: ft.Page, refresh: Callable[[], None]) -> Callable[[], None]:
    """Call ``refresh`` when the page reconnects, besides its previous handler.

    Returns the function that ends this.
    """
    callbacks = getattr(page.on_connect, "__self__", None)
    if not isinstance(callbacks, ReconnectCallbacks):
        callbacks = ReconnectCallbacks(page.on_connect)
        page.on_connect = callbacks.handle_connect
    return callbacks.add(refresh)


def use_escape(on_escape: Callable[[], object] | None) -> None:
    """Call ``on_escape`` at the Escape key, if it is the latest that asked for it.

    None asks for nothing.
    """
    page, route = ft.context.page, ft.context.page.route
    current = use_latest(on_escape)

    def listen() -> Callable[[], None]:
        if current.current is None:
            return lambda: None
        callbacks, key = _escapes.get(page), object()
        callbacks[key] = (route, lambda: current.current and current.current())
        return lambda: callbacks.pop(key, None) and None

    use_subscription(listen, [on_escape is None, route])


def use_key(key: str, on_press: Callable[[], object]) -> None:
    """Call ``on_press`` at a key that writes nothing, such as ``F2``, while the page is shown."""
    page, route = ft.context.page, ft.context.page.route
    current = use_latest(on_press)

    def listen() -> Callable[[], None]:
        callbacks, token = _keys.get(page), object()
        callbacks[token] = (route, key, lambda: current.current())
        return lambda: callbacks.pop(token, None) and None

    use_subscription(listen, [key, route])


def handle_key(event: ft.KeyboardEvent) -> None:
    """Handle a key press: Escape closes what was opened last on the page that is shown.

    Other keys do what ``use_key`` was told. A dialog closes itself.
    """
    page = event.page
    escape = escape_of_route(page, page.route)
    others = [callback for route, key, callback in _keys.get(page).values() if (route, key) == (page.route, event.key)]
    callbacks = [escape] if escape and event.key == "Escape" else others
    is_dialog_open = any(dialog.open for dialog in page._dialogs.controls)
    if callbacks and not is_dialog_open:
        callbacks[-1]()
    else:
        skip_comparison()  # of every letter that is typed


def skip_comparison() -> None:
    """Keep Flet from comparing the whole page after the event that is being handled."""
    cast(Any, ft.context).mark_update_called()


def escape_of_route(page: ft.Page, route: str) -> Callable[[], object] | None:
    """Return what closes the topmost sheet of a page's route; None if nothing is open there."""
    found = [callback for of_route, callback in _escapes.get(page).values() if of_route == route]
    return found[-1] if found else None


_keys = SessionValue[dict[object, tuple[str, str, "Callable[[], object]"]]]("keys", dict)
_escapes = SessionValue[dict[object, tuple[str, "Callable[[], object]"]]]("escapes", dict)


class ReconnectCallbacks:
    """Callbacks of a page's reconnection, only those of its present screens."""

    def __init__(self, before: Any) -> None:
        self._before = before
        self._refreshes: dict[object, Callable[[], None]] = {}

    def add(self, refresh: Callable[[], None]) -> Callable[[], None]:
        """Add a callback and return the function that removes it."""
        key = object()
        self._refreshes[key] = refresh
        return lambda: self._forget(key)

    def _forget(self, key: object) -> None:
        self._refreshes.pop(key, None)

    def handle_connect(self, event: Any) -> None:
        """Handle the reconnection: call the previous handler, then all callbacks."""
        if callable(self._before):
            self._before(event)
        for refresh in tuple(self._refreshes.values()):
            refresh()


def use_wakelock(is_wanted: bool) -> None:
    """Keep the screen on while the component is shown, if the browser can and ``is_wanted``."""
    lock = ft.use_memo(ft.Wakelock, [])
    enable: Callable[[], Awaitable[None]] = lock.enable
    disable: Callable[[], Awaitable[None]] = lock.disable

    async def hold() -> None:
        with suppress(Exception):  # the wakelock is optional
            await (enable() if is_wanted else disable())

    async def release() -> None:
        with suppress(Exception):
            await disable()

    ft.use_effect(hold, [is_wanted])
    ft.use_effect(lambda: None, [], release)
