"""Validation of the property values and events that a client sends.

A client is a program that anybody can rewrite, and Flet 1.0.5 writes whatever it sends into the controls. This module
lists the few properties that the stock web client writes (taken from its ``main.dart.js`` and from recorded sessions),
each with its type and bounds; everything else is refused. Events are checked against the fields that their event class
declares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, TypeVar, Union, get_args, get_origin, get_type_hints

import flet as ft
from flet.controls.base_control import BaseControl
from flet.controls.control_event import Event, get_event_field_type

from companion.base.value_types import Annotation

from .message_limits import ClientValue

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MAX_TEXT_LENGTH = 40_000
"""Maximum length of a text in characters; a longer one is cut off.

The longest that a page of ours reads has 32,000 (``situation``).
"""
MAX_ROUTE_LENGTH = 2_000
"""Maximum length of a route, in characters."""
MAX_SCREEN_POINTS = 100_000.0
"""Maximum width of a screen, and of anything on it, in logical pixels."""
MAX_ITEMS = 100
"""Maximum number of items of a list or map in an event."""
MAX_NAME_LENGTH = 64
"""Maximum length of a property or event name, in characters."""
SERVER_FIELDS = frozenset({"name", "control", "view"})
"""Fields of an event that the server fills in itself."""
T = TypeVar("T")
E = TypeVar("E", bound=Enum)
Check = Callable[[ClientValue], T]
"""Validator: returns the value to write, or raises ``ClientValueError``."""
PropertyValue = bool | float | str | Enum | ft.PageMediaData | None
"""What a client may write into a property."""


class ClientValueError(ValueError):
    """A value that no honest client sends there."""


class NoListenerError(Exception):
    """An event without a handler; honest clients send these too."""


def check_flag(value: ClientValue) -> bool:
    """Validate a boolean."""
    if not isinstance(value, bool):
        raise ClientValueError
    return value


def number_check(low: float, high: float) -> Check[float]:
    """Create a validator of finite numbers from ``low`` to ``high``, both included."""

    def check(value: ClientValue) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ClientValueError
        if not low <= value <= high:
            raise ClientValueError
        return value

    return check


def text_check(max_length: int) -> Check[str]:
    """Create a validator of strings that cuts them off after ``max_length`` characters."""

    def check(value: ClientValue) -> str:
        if not isinstance(value, str):
            raise ClientValueError
        return value[:max_length]

    return check


def enum_check(kind: type[E]) -> Check[E]:
    """Create a validator of enumeration members, which are sent as their values."""

    def check(value: ClientValue) -> E:
        if not isinstance(value, str | int):
            raise ClientValueError
        try:
            return kind(value)
        except ValueError as error:
            raise ClientValueError from error

    return check


def optional_check(check: Check[T]) -> Check[T | None]:
    """Create a validator that also accepts None."""
    return lambda value: None if value is None else check(value)


def check_route(value: ClientValue) -> str:
    """Validate a route; a longer one is refused, because half of it would be another route."""
    if not isinstance(value, str) or len(value) > MAX_ROUTE_LENGTH:
        raise ClientValueError
    return value


def check_closed(value: ClientValue) -> bool:
    """Validate the open state of a dialog: a client can close one, but never open it."""
    if value is not False:
        raise ClientValueError
    return False


def check_web(value: ClientValue) -> bool:
    """Return True: a client that comes over the network is a browser, whatever it says."""
    return True


def _check_keys(value: ClientValue, *keys: str) -> dict[str, ClientValue]:
    if not isinstance(value, dict) or value.keys() != set(keys):
        raise ClientValueError
    return value


def _padding(value: ClientValue) -> ft.Padding:
    sides = _check_keys(value, "left", "top", "right", "bottom")
    return ft.Padding(**{side: check_length(points) for side, points in sides.items()})


check_length, check_ratio = number_check(0, MAX_SCREEN_POINTS), number_check(0, 100)
check_orientation = enum_check(ft.Orientation)


def check_media(value: ClientValue) -> ft.PageMediaData:
    """Validate and rebuild the media data that a device reports of its screen."""
    insets = ("padding", "view_padding", "view_insets")
    media = _check_keys(value, *insets, "device_pixel_ratio", "orientation", "always_use_24_hour_format")
    return ft.PageMediaData(
        **{name: _padding(media[name]) for name in insets},
        device_pixel_ratio=check_ratio(media["device_pixel_ratio"]),
        orientation=check_orientation(media["orientation"]),
        always_use_24_hour_format=check_flag(media["always_use_24_hour_format"]),
    )


WRITABLE_PROPERTIES: dict[type, Mapping[str, Check[PropertyValue]]] = {
    ft.Page: {
        "route": check_route,
        "web": check_web,
        "pwa": check_flag,
        "wasm": check_flag,
        "width": check_length,
        "height": check_length,
        "platform": enum_check(ft.PagePlatform),
        "platform_brightness": enum_check(ft.Brightness),
        "media": check_media,
    },
    ft.TextField: {"value": text_check(MAX_TEXT_LENGTH)},
    ft.Switch: {"value": check_flag},
    ft.RadioGroup: {"value": optional_check(text_check(MAX_TEXT_LENGTH))},
    ft.ExpansionTile: {"expanded": check_flag},
    ft.AlertDialog: {"open": check_closed},
    ft.BottomSheet: {"open": check_closed},
}
"""Writable properties by control class; subclasses inherit those of their parent."""
IGNORED_PROPERTIES: dict[type, frozenset[str]] = {
    ft.Page: frozenset({"debug", "test", "multi_view", "pyodide", "window"})
}
"""Properties that honest clients send as well, and that are ignored."""


def filter_patch(control: BaseControl, patch: Mapping[str, ClientValue]) -> tuple[dict[str, PropertyValue], int]:
    """Return the valid properties of a patch, and the number of refused ones."""
    checks = _of_kind(type(control), WRITABLE_PROPERTIES) or {}
    ignored = _of_kind(type(control), IGNORED_PROPERTIES) or frozenset()
    valid: dict[str, PropertyValue] = {}
    refused = 0
    for name, value in patch.items():
        try:
            if name not in ignored and not (value is None and isinstance(control, ft.Page)):  # None: not known
                valid[name] = checks[name](value)
        except (ClientValueError, KeyError):
            refused += 1
    return valid, refused


def _of_kind(kind: type, table: Mapping[type, T]) -> T | None:
    return next((table[one] for one in kind.__mro__ if one in table), None)


# --- events -----------------------------------------------------------------------------------------------------------


def check_event(control: BaseControl, name: ClientValue, data: ClientValue) -> ClientValue:
    """Validate the data of an event.

    Raises ``ClientValueError``, or ``NoListenerError`` if there is no handler.
    """
    if not isinstance(name, str) or len(name) > MAX_NAME_LENGTH:
        raise ClientValueError
    field = f"on_{name}"
    if field not in getattr(type(control), "_event_fields", ()):
        raise ClientValueError
    if isinstance(control, ft.Page) and name not in PAGE_EVENTS:
        raise ClientValueError  # "disconnect" and "close" come from the server
    if getattr(control, field, None) is None:
        raise NoListenerError
    of: type = type(control)
    kind = _event_class(of, field)
    if kind is None or not (isinstance(data, dict) or _required_fields(kind)):
        return _check_scalar(data)
    return _check_fields(kind, data)


PAGE_EVENTS = frozenset({"route_change", "view_pop", "resize", "media_change", "platform_brightness_change"}) | {
    "app_lifecycle_state_change",
    "keyboard_event",
    "locale_change",
}
"""Events of a page that its client may send."""


@cache
def _event_class(kind: type, field: str) -> type[DataclassInstance] | None:
    """Return the class of a control's events; None for events with a single value."""
    declared = get_event_field_type(object.__new__(kind), field)  # only the class is used
    event_class = get_origin(declared) or declared
    is_record = isinstance(event_class, type) and is_dataclass(event_class) and event_class is not Event
    return event_class if is_record else None


@cache
def _field_types(kind: type[DataclassInstance]) -> dict[str, Annotation]:
    try:
        types = get_type_hints(kind)
    except NameError:  # a name that only a type checker can find; such a field holds a single value
        types = {field.name: field.type for field in fields(kind)}
    return {_sent_name(field): types[field.name] for field in _client_fields(kind)}


@cache
def _required_fields(kind: type[DataclassInstance]) -> frozenset[str]:
    """Return the fields without which no event is built, by their names in the message."""
    return frozenset(
        _sent_name(field)
        for field in _client_fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    )


def _client_fields(kind: type[DataclassInstance]) -> Iterator[Field[ClientValue]]:
    for field in fields(kind):
        is_servers = issubclass(kind, Event) and field.name in SERVER_FIELDS
        if field.init and not is_servers and not field.name.startswith("_"):
            yield field


def _sent_name(field: Field[ClientValue]) -> str:
    return str(field.metadata.get("data_field", field.name))


def _check_fields(kind: type[DataclassInstance], data: ClientValue) -> dict[str, ClientValue]:
    """Return the valid values of the fields that the class declares; others are dropped.

    One that is needed and missing is refused: a handler could not read it.
    """
    if not isinstance(data, dict) or not _required_fields(kind) <= data.keys():
        raise ClientValueError
    return {name: _check_type(hint, data[name]) for name, hint in _field_types(kind).items() if name in data}


def _check_type(hint: Annotation, value: ClientValue) -> ClientValue:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _check_union(get_args(hint), value)
    if origin is list:
        return [_check_type(get_args(hint)[0], one) for one in _check_list(value)]
    if isinstance(hint, type) and is_dataclass(hint):
        return _check_fields(hint, value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        plain: ClientValue = enum_check(hint)(value).value
        return plain
    return SCALAR_CHECKS.get(hint, _check_scalar)(value)


def _check_union(hints: tuple[Annotation, ...], value: ClientValue) -> ClientValue:
    if value is None and type(None) in hints:
        return None
    for hint in hints:
        with suppress(ClientValueError):
            return _check_type(hint, value)
    raise ClientValueError


def _check_list(value: ClientValue) -> list[ClientValue]:
    if not isinstance(value, list) or len(value) > MAX_ITEMS:
        raise ClientValueError
    return value


def _check_bytes(value: ClientValue) -> bytes:
    if not isinstance(value, bytes):
        raise ClientValueError
    return value


_ANY_NUMBER = number_check(-1e15, 1e15)
SCALAR_CHECKS: dict[Annotation, Check[ClientValue]] = {
    bool: check_flag,
    int: _ANY_NUMBER,
    float: _ANY_NUMBER,
    str: text_check(MAX_TEXT_LENGTH),
    bytes: _check_bytes,
}


def _check_scalar(value: ClientValue) -> ClientValue:
    if value is None:
        return None
    if type(value) not in SCALAR_CHECKS:
        raise ClientValueError
    return SCALAR_CHECKS[type(value)](value)
