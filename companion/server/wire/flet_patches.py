"""Changes to Flet's own classes, each with its reason; written for one version of Flet.

``install`` changes the classes of this process once.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

from flet.components.component import Component
from flet.components.hooks.use_effect import EffectHook
from flet.controls.base_control import BaseControl
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from flet.version import flet_version

from companion import flet_speed
from companion.base.measurements import MEASUREMENTS
from companion.base.value_types import WritableTable
from companion.flet_speed.late_results import ignoring_late_results

from .client_values import ClientValueError, NoListenerError, PropertyValue, check_event, filter_patch
from .inbound import CLOSE_MALFORMED
from .message_limits import ClientValue, MalformedMessageError, parse_message
from .opening import cancel_opening

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

SUPPORTED_FLET_VERSION = "1.0.5"
"""Version of Flet for whose internals these changes are written."""
MAX_REFUSED_MESSAGES = 1000
"""Refused messages after which a page is closed; honest pages have some, as taps on removed controls."""
NEVER = float("-inf")
MAX_ID_LENGTH = 64
"""Maximum length of a session or call id, in characters."""
ON_MESSAGE = "_FletApp__on_message"


class _SessionInternals(Protocol):
    """What is read of a session's private part."""

    _Session__closed: bool
    _Session__pending_effects: list[tuple[EffectHook, bool]]
    _Session__updates_ready: asyncio.Event

    def _Session__is_mounted_control(self, control: BaseControl) -> bool: ...  # noqa: N802
    def _Session__find_live_control(self, root: BaseControl, control_id: int) -> BaseControl | None: ...  # noqa: N802


def _internals(session: Session) -> _SessionInternals:
    inside: Any = session
    typed: _SessionInternals = inside
    return typed


class _ServerApp(Connection):
    """What is used of the private part of ``flet_web``'s application."""

    _FletApp__session: Session | None
    _FletApp__websocket: WebSocket
    _FletApp__send_queue: asyncio.Queue[Message] | None
    _FletApp__session_timeout_seconds: int


class MessageBody(dict[str, ClientValue]):
    """Body of a message with a short ``repr``.

    Flet formats each message for a debug log that nobody reads, including whole photos.
    """

    def __repr__(self) -> str:
        return f"Body({', '.join(self)})"


_refused_counts: WeakKeyDictionary[Session, int] = WeakKeyDictionary()


_replaced: ContextVar[list[Component]] = ContextVar("replaced")
"""Components that newer ones replace in the patch that is being made."""


def refused_count(session: Session) -> int:
    """Return the number of messages of this page that were refused, as a whole or in part."""
    return _refused_counts.get(session, 0)


def _count_refusal(session: Session) -> None:
    _refused_counts[session] = refused_count(session) + 1


# --- patches of sessions ----------------------------------------------------------------------------------------------


def _apply_patch(session: Session, control_id: int, patch: dict[str, ClientValue]) -> None:
    """Write only valid properties.

    Flet writes every property, also names with ``_`` and nested values in place. So a guest could fill the memory with
    attributes of its own, or change a border that all sessions share.
    """
    control = _resolve_control(session, control_id)
    if control is None:
        _count_refusal(session)
        return
    found, refused = filter_patch(control, patch)
    for name, value in found.items():
        _set_property(control, name, value)
    if refused:
        _count_refusal(session)


def _set_property(control: Any, name: str, value: PropertyValue) -> None:
    """Set a property without sending the client the value that it has just sent."""
    usual = control._prop_defaults
    if name not in usual:
        object.__setattr__(control, name, value)
        getattr(control, "__prev_classes", {})[name] = value
    elif value == usual[name]:
        control._values.pop(name, None)
    else:
        control._values[name] = value


def _resolve_control(session: Session, control_id: int) -> BaseControl | None:
    """Return the mounted control with that id.

    For every unknown id Flet searches the whole page, which costs seconds if a client invents ids, and it accepts a
    control that is no longer mounted. The search is needed for a known control whose parents have been redrawn; if it
    finds nothing, the id is removed from the index, so that the search cannot be caused twice.
    """
    control: BaseControl | None = session.index.get(control_id)
    inside = _internals(session)
    if control is None or inside._Session__is_mounted_control(control):
        return control
    found = inside._Session__find_live_control(session.page, control_id)
    if found is None:
        session.index.pop(control_id, None)
    else:
        session.index[control_id] = found
    return found


def _patch_control(session: Session, control: BaseControl, **options: Any) -> None:
    """Drop the trees of components that newer ones replace.

    An effect keeps the component of its first drawing, and the scheduler of updates that of its last. Flet leaves each
    its whole tree, so that every page kept two or three screens besides the one that is shown.
    """
    replaced: list[Component] = []
    token = _replaced.set(replaced)
    try:
        ORIGINALS[Session, "patch_control"](session, control, **options)
    finally:
        _replaced.reset(token)
    for component in replaced:
        _drop_tree(component)


def _drop_tree(component: Component) -> None:
    component._b, component.args, component.kwargs = None, (), {}


def _migrate_state(component: Component, other: BaseControl) -> None:
    ORIGINALS[Component, "_migrate_state"](component, other)
    if isinstance(other, Component) and other._stale and other is not component:
        _replaced.get([]).append(other)


async def _disconnect(session: Session, session_timeout_seconds: int) -> None:
    """Run the cleanups that are due, and keep the effects that are due for the reconnection.

    Flet forgets both. So a page that left while a screen closed stayed subscribed to its table, and one that left while
    a screen opened did not follow the table afterwards.

    A session whose first screen is still being prepared is deleted: resumed by Flet, its page stayed blank.
    """
    if cancel_opening(session):
        await _delete_session(session)
    inside = _internals(session)
    effects = inside._Session__pending_effects
    due = [effect for effect in effects if not effect[1]]
    for hook in [hook for hook, is_cleanup in effects if is_cleanup]:
        _run_cleanup(hook)
    await ORIGINALS[Session, "disconnect"](session, session_timeout_seconds)
    inside._Session__pending_effects.extend(due)
    if session.connection is not None:  # it has reconnected in the meantime
        inside._Session__updates_ready.set()


async def _delete_session(session: Session) -> None:
    """Delete the session of a page that left, or was ended, before its first screen."""
    from flet_web.fastapi.flet_app_manager import app_manager  # type: ignore[import-untyped]

    logging.getLogger(__name__).info("a page left while it was opened")  # no fault; one that was ended has its line
    for key, known in list(app_manager._FletAppManager__sessions.items()):
        if known is session:
            await app_manager.delete_session(key)


def _schedule_effect(session: Session, hook: EffectHook, is_cleanup: bool) -> None:
    """Run a cleanup of a page that sleeps at once, where Flet would forget it."""
    if is_cleanup and session.connection is None and session.expires_at is not None:
        _run_cleanup(hook)
    else:
        ORIGINALS[Session, "schedule_effect"](session, hook, is_cleanup)


def _close(session: Session) -> None:
    """Run the cleanups of all effects first, and drop the screen.

    Flet stops running effects with the session. So each page that a device left stayed subscribed to its table, with
    its whole screen in the memory. Components and handlers refer to each other: dropped at once, they need not wait for
    a collection of garbage, which an idle server does not make.
    """
    components = [control for control in session.index.values() if isinstance(control, Component)]
    for hook in [hook for component in components for hook in component._state.hooks]:
        if isinstance(hook, EffectHook):
            hook.cancel()  # type: ignore[no-untyped-call]
            _run_cleanup(hook)
    for component in components:
        _drop_tree(component)
        component._state.mounted = False
        component._state.hooks.clear()
    ORIGINALS[Session, "close"](session)


def _run_cleanup(hook: EffectHook) -> None:
    cleanup, hook.cleanup = hook.cleanup, None
    if cleanup is None:
        return
    try:
        if inspect.isawaitable(result := cleanup()):
            hook._cleanup_task = asyncio.ensure_future(result)
    except Exception:  # the other effects of a closed page end all the same
        logging.getLogger(__name__).exception("the cleanup of an effect failed")


async def _invoke_method(
    session: Session, control_id: int, method_name: str, args: WritableTable, timeout: float | None = None
) -> ClientValue:
    """Refuse a call to the client of a closed session.

    Raises ``RuntimeError``, as for calls that are open when it is closed.

    Flet waits for an answer that cannot come, for instance to a cleanup that releases the wake lock. The waiting task
    kept the session and its whole screen in the memory.
    """
    if _internals(session)._Session__closed:
        raise RuntimeError("Session closed")
    result: ClientValue = await ORIGINALS[Session, "invoke_method"](session, control_id, method_name, args, timeout)
    return result


def _message_repr(message: Message) -> str:
    """Format a message as its action only.

    Flet formats the whole message for a debug log that nobody reads, which took seconds for a large page.
    """
    return f"Message({message.action.name})"


# --- patches of the server --------------------------------------------------------------------------------------------


def check_message(session: Session | None, data: ClientValue) -> list[int | MessageBody] | None:
    """Return a client's message as it may go on to Flet; None for one that is dropped.

    Raises ``MalformedMessageError`` to close the page.
    """
    kind, given = parse_message(data)
    body = MessageBody(given)
    if any(len(str(body.get(name))) > MAX_ID_LENGTH for name in ("session_id", "call_id")):
        raise MalformedMessageError("a long id")
    if (kind == MessageAction.REGISTER_CLIENT.value) != (session is None):  # each further one would build a whole page
        raise MalformedMessageError("a page says who it is once, first")
    if session is not None and kind == MessageAction.CONTROL_EVENT.value:
        return _check_event_message(session, body)
    return [kind, body]


def _check_event_message(session: Session, body: MessageBody) -> list[int | MessageBody] | None:
    target = body["target"]
    control = _resolve_control(session, target) if isinstance(target, int) else None
    try:
        if control is None:
            raise ClientValueError
        body["data"] = check_event(control, body["name"], body["data"])
    except NoListenerError:
        return None
    except ClientValueError:
        _count_refusal(session)
        return None
    return [MessageAction.CONTROL_EVENT.value, body]


TAP_EVENTS = frozenset(("click", "tap", "long_press", "change", "submit"))
LONGEST_TAP_SECONDS = 10.0
"""Seconds after which a change is no answer to a tap any more."""
_tapped_at: WeakKeyDictionary[_ServerApp, float] = WeakKeyDictionary()


def _note_tap(app: _ServerApp, message: list[int | MessageBody]) -> None:
    kind, body = message
    if kind == MessageAction.CONTROL_EVENT.value and isinstance(body, MessageBody) and body.get("name") in TAP_EVENTS:
        _tapped_at[app] = time.monotonic()


def _measure_tap(app: _ServerApp) -> None:
    """Measure the tap to which the change that is sent is the answer."""
    seconds = time.monotonic() - _tapped_at.pop(app, NEVER)
    if seconds < LONGEST_TAP_SECONDS:
        MEASUREMENTS.on_tap(seconds)


async def _on_message(app: _ServerApp, data: ClientValue) -> None:
    """Check a client's message before Flet acts on it; Flet validates nothing.

    It builds event objects from any map, among them one whose ``control`` is the client's, and lets a client say that
    its page is closed.
    """
    from fastapi import WebSocketDisconnect

    session = app._FletApp__session
    try:
        message = check_message(session, data)
        if message is not None:
            _note_tap(app, message)
            await ORIGINALS[type(app), ON_MESSAGE](app, message)
        if session is not None and refused_count(session) > MAX_REFUSED_MESSAGES:
            _refused_counts.pop(session)
            raise MalformedMessageError("too much that is refused")
    except MalformedMessageError as absurd:
        logging.getLogger(__name__).warning("a page has ended: %s", absurd)
        with suppress(RuntimeError):  # already closed
            await app._FletApp__websocket.close(CLOSE_MALFORMED)
        raise WebSocketDisconnect(CLOSE_MALFORMED) from absurd  # the only error that Flet logs without a traceback


def _send_message(app: _ServerApp, message: Message) -> None:
    """Drop messages to a page that has left.

    Flet clears the page's send queue before the session is informed, and then raises an error.
    """
    if getattr(app, "_FletApp__send_queue", None) is not None:
        if message.action == MessageAction.PATCH_CONTROL:
            _measure_tap(app)
        ORIGINALS[type(app), "send_message"](app, message)


async def _handle(app: _ServerApp, websocket: WebSocket) -> None:
    """Disconnect the session however the connection ends.

    Flet does so only after a regular end. When a page stops reading and its connection is cancelled, the session would
    stay connected for ever: drawn at every change, and each message added to a queue that nobody empties.
    """
    try:
        await ORIGINALS[type(app), "handle"](app, websocket)
    finally:
        app._FletApp__send_queue = None
        session, seconds = app._FletApp__session, app._FletApp__session_timeout_seconds
        if session is not None and session.connection is app:
            await session.disconnect(seconds)


FletMethod = Callable[..., Any]
ORIGINALS: dict[tuple[type, str], FletMethod] = {}
"""Replaced functions of Flet, by class and name."""
PATCHES: tuple[tuple[type, str, FletMethod], ...] = (
    (Session, "apply_patch", _apply_patch),
    (Session, "_Session__resolve_event_control", _resolve_control),
    (Session, "invoke_method", _invoke_method),
    (Session, "handle_invoke_method_results", ignoring_late_results(Session.handle_invoke_method_results)),
    (Session, "patch_control", _patch_control),
    (Session, "schedule_effect", _schedule_effect),
    (Session, "disconnect", _disconnect),
    (Session, "close", _close),
    (Component, "_migrate_state", _migrate_state),
    (Message, "__repr__", _message_repr),
)
"""Replacements for every session and component: class, name and new function."""


def install() -> None:
    """Patch the session classes. Raises ``RuntimeError`` for any other version of Flet."""
    if flet_version != SUPPORTED_FLET_VERSION:
        raise RuntimeError(
            f"Sobremesa protects itself by changes inside Flet {SUPPORTED_FLET_VERSION}, and Flet {flet_version} is"
            f" installed. Install the other one:"
            f" pip install flet=={SUPPORTED_FLET_VERSION} flet-web=={SUPPORTED_FLET_VERSION}"
        )
    flet_speed.install()
    for kind, name, ours in PATCHES:
        _replace(kind, name, ours)


def _replace(kind: type, name: str, replacement: FletMethod) -> None:
    ORIGINALS.setdefault((kind, name), getattr(kind, name))
    setattr(kind, name, replacement)


def install_server() -> None:
    """Patch also the server's classes, which do not exist without a server."""
    from flet_web.fastapi.flet_app import FletApp  # type: ignore[import-untyped]

    install()
    _replace(FletApp, "handle", _handle)
    _replace(FletApp, ON_MESSAGE, _on_message)
    _replace(FletApp, "send_message", _send_message)
