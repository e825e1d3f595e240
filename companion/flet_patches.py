"""All that is changed in Flet's own classes, each change with its reason; written for one version of Flet.

``install`` changes the classes of this process once; ``renumber`` changes one session.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

import flet as ft
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.services.service import Service
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from flet.version import flet_version

from .client_values import Unfit, Unheard, clean, heard
from .inbound import MALFORMED

MADE_FOR = "1.0.5"
"""The version of Flet whose insides these changes know."""
PATIENCE = 1000
"""Refused messages after which a connection ends. An honest page has some: taps on what has gone meanwhile."""
NUMBER = 64
"""Letters of the number of a session or of a call."""
ON_MESSAGE = "_FletApp__on_message"
BODIES: dict[MessageAction, dict[str, tuple[type, ...]]] = {
    MessageAction.REGISTER_CLIENT: {"session_id": (str, type(None)), "page_name": (str,), "page": (dict,)},
    MessageAction.CONTROL_EVENT: {"target": (int,), "name": (str,), "data": (object,)},
    MessageAction.UPDATE_CONTROL_PROPS: {"id": (int,), "props": (dict,)},
    MessageAction.INVOKE_METHOD: {
        "control_id": (int,),
        "call_id": (str,),
        "result": (object,),
        "error": (str, type(None)),
    },
}
"""What a client may send, and the types of what is in it."""


class Absurd(Exception):  # noqa: N818 - the client errs, not we
    """A message that no version of Flet's client sends: its connection ends."""


class Body(dict[str, Any]):
    """The body of a message. Flet writes each one out for a log that nobody reads, a photo included."""

    def __repr__(self) -> str:
        return f"Body({', '.join(self)})"


_refused: WeakKeyDictionary[Session, int] = WeakKeyDictionary()


def refusals(session: Session) -> int:
    """How many messages of this page were refused, as a whole or in part."""
    return _refused.get(session, 0)


def _refuse(session: Session) -> None:
    _refused[session] = refusals(session) + 1


# --- what a session takes from its page -------------------------------------------------------------------------------


def _apply_patch(session: Session, control_id: int, patch: dict[str, Any]) -> None:
    """Write what a page may write; Flet writes every property, names with ``_`` and nested values in place.

    One guest could fill the memory with attributes of its own and change a border that all sessions shared.
    """
    control = _resolve(session, control_id)
    if control is None:
        _refuse(session)
        return
    found, refused = clean(control, patch)
    for name, value in found.items():
        _write(control, name, value)
    if refused:
        _refuse(session)


def _write(control: Any, name: str, value: Any) -> None:
    """Set a property without telling the client what it has just told us."""
    usual = control._prop_defaults
    if name not in usual:
        object.__setattr__(control, name, value)
        getattr(control, "__prev_classes", {})[name] = value
    elif value == usual[name]:
        control._values.pop(name, None)
    else:
        control._values[name] = value


def _resolve(session: Session, control_id: int) -> BaseControl | None:
    """The mounted control of that number.

    Flet searches the whole page for every number that it does not know, which costs seconds if a client invents some,
    and takes a control that is no longer mounted. It has to search for one that it knows and whose parents have been
    drawn anew; where that finds nothing, the number is forgotten, so nobody can ask for the search twice.
    """
    control: BaseControl | None = session.index.get(control_id)
    inside: Any = session
    if control is None or inside._Session__is_mounted_control(control):
        return control
    found: BaseControl | None = inside._Session__find_live_control(session.page, control_id)
    if found is None:
        session.index.pop(control_id, None)
    else:
        session.index[control_id] = found
    return found


def _late(session: Session, control_id: int, call_id: str, result: Any, error: str | None) -> None:
    """Take an answer to a control that is gone, a frame of a closed camera; for Flet it ends the connection."""
    with suppress(RuntimeError):
        ORIGINALS[Session, "handle_invoke_method_results"](session, control_id, call_id, result, error)


def _kind(message: Message) -> str:
    """Name a message; Flet writes out the whole of it for a log that nobody reads, which took seconds for a sheet."""
    return f"Message({message.action.name})"


# --- what a server takes from its clients -----------------------------------------------------------------------------


def admitted(session: Session | None, data: Any) -> list[Any] | None:
    """A client's message as it may go on to Flet, None for one that is dropped; raise ``Absurd`` to end the page."""
    action, body = _body(data)
    if (action == MessageAction.REGISTER_CLIENT) != (session is None):  # a second one would cost a whole page each
        raise Absurd("a page says who it is once, first")
    if session is not None and action == MessageAction.CONTROL_EVENT:
        return _event(session, body)
    return [action.value, body]


def _body(data: Any) -> tuple[MessageAction, Body]:
    """The two parts of a message, of the right shape."""
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[0], int) or not isinstance(data[1], dict):
        raise Absurd("no message")
    action = next((one for one in BODIES if one.value == data[0]), None)
    if action is None or data[1].keys() != BODIES[action].keys():
        raise Absurd("an unknown message")
    for name, kinds in BODIES[action].items():
        value = data[1][name]
        if not isinstance(value, kinds) or (isinstance(value, bool) and object not in kinds):
            raise Absurd(f"an odd {name}")
        if name in ("session_id", "call_id") and len(str(value)) > NUMBER:
            raise Absurd(f"a long {name}")
    return action, Body(data[1])


def _event(session: Session, body: Body) -> list[Any] | None:
    control = _resolve(session, body["target"])
    try:
        if control is None:
            raise Unfit
        body["data"] = heard(control, body["name"], body["data"])
    except Unheard:
        return None
    except Unfit:
        _refuse(session)
        return None
    return [MessageAction.CONTROL_EVENT.value, body]


async def _on_message(app: Any, data: Any) -> None:
    """Check what a client sends before Flet acts on it; Flet believes all of it.

    It builds event objects from any map, among them one whose ``control`` is the client's, and lets a client say that
    its page is closed.
    """
    from fastapi import WebSocketDisconnect

    session: Session | None = app._FletApp__session
    try:
        message = admitted(session, data)
        if message is not None:
            await ORIGINALS[type(app), ON_MESSAGE](app, message)
        if session is not None and refusals(session) > PATIENCE:
            _refused.pop(session)
            raise Absurd("too much that is refused")
    except Absurd as absurd:
        logging.getLogger(__name__).warning("a page has ended: %s", absurd)
        with suppress(RuntimeError):  # it is closed already
            await app._FletApp__websocket.close(MALFORMED)
        raise WebSocketDisconnect(MALFORMED) from absurd  # the one error that Flet does not log with all its lines


def _send_message(app: Any, message: Message) -> None:
    """Drop what is sent to a page that has left; Flet clears its queue before the session hears of it, and raises."""
    if getattr(app, "_FletApp__send_queue", None) is not None:
        ORIGINALS[type(app), "send_message"](app, message)


ORIGINALS: dict[tuple[type, str], Any] = {}
"""Flet's own, by class and name, of all that was replaced."""
PATCHES: tuple[tuple[type, str, Any], ...] = (
    (Session, "apply_patch", _apply_patch),
    (Session, "_Session__resolve_event_control", _resolve),
    (Session, "handle_invoke_method_results", _late),
    (Message, "__repr__", _kind),
)
"""What is replaced for every session: the class, the name, and what takes its place."""


def install() -> None:
    """Change the classes of a session; raise ``RuntimeError`` if this is not the version of Flet that is known here."""
    if flet_version != MADE_FOR:
        raise RuntimeError(
            f"Sobremesa protects itself by changes inside Flet {MADE_FOR}, and Flet {flet_version} is installed."
            f" Install the other one: pip install flet=={MADE_FOR} flet-web=={MADE_FOR}"
        )
    for kind, name, ours in PATCHES:
        _replace(kind, name, ours)


def _replace(kind: type, name: str, ours: Any) -> None:
    ORIGINALS.setdefault((kind, name), getattr(kind, name))
    setattr(kind, name, ours)


def install_server() -> None:
    """Change what serves others as well; where there is no server, there is no such class."""
    from flet_web.fastapi.flet_app import FletApp  # type: ignore[import-untyped]

    install()
    _replace(FletApp, ON_MESSAGE, _on_message)
    _replace(FletApp, "send_message", _send_message)


# --- one session ------------------------------------------------------------------------------------------------------


def renumber(page: ft.Page) -> None:
    """Give all that is drawn a new number: to be done while nobody is connected.

    Flet's client takes whatever has a number that it knows for the same control, and compares the two with all that is
    below, at every level anew: a phone that woke up stood still for seconds. What has a new number is drawn.
    """
    index = page.session.index
    for number, control in list(index.items()):
        if not isinstance(control, ft.Page | ft.Window | Service):  # the client has these from the beginning
            del index[number]
            control._i = ControlId.next()
            index[control._i] = control
