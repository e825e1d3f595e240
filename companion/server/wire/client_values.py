"""Validation of the property values and events that a client sends.

A client is a program that anybody can rewrite, and Flet 1.0.5 writes whatever it sends into the controls. This module
lists the few properties that the stock web client writes (taken from its ``main.dart.js`` and from recorded sessions),
each with its type and bounds; everything else is refused. Events are checked against the fields that their event class
declares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

import flet as ft
from flet.controls.control_event import Event, get_event_field_type

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
Check = Callable[[Any], Any]
"""Validator: returns the value to write, or raises ``ClientValueError``."""


class ClientValueError(ValueError):
    """A value that no honest client sends there."""


class NoListenerError(Exception):
    """An event without a handler; honest clients send these too."""


def check_flag(value: Any) -> bool:
    """Validate a boolean."""
    if not isinstance(value, bool):
        raise ClientValueError
    return value


def number_check(low: float, high: float) -> Check:
    """Create a validator of finite numbers from ``low`` to ``high``, both included."""

    def check(value: Any) -> int | float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ClientValueError
        if not low <= value <= high:
            raise ClientValueError
        return value

    return check


def text_check(max_length: int) -> Check:
    """Create a validator of strings that cuts them off after ``max_length`` characters."""

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise ClientValueError
        return value[:max_length]

    return check


def enum_check(kind: type[Enum]) -> Check:
    """Create a validator of enumeration members, which are sent as their values."""

    def check(value: Any) -> Enum:
        if not isinstance(value, str | int):
            raise ClientValueError
        try:
            return kind(value)
        except ValueError as error:
            raise ClientValueError from error

    return check


def optional_check(check: Check) -> Check:
    """Create a validator that also accepts None."""
    return lambda value: None if value is None else check(value)


def check_route(value: Any) -> str:
    """Validate a route; a longer one is refused, because half of it would be another route."""
    if not isinstance(value, str) or len(value) > MAX_ROUTE_LENGTH:
        raise ClientValueError
    return value


def check_closed(value: Any) -> bool:
    """Validate the open state of a dialog: a client can close one, but never open it."""
    if value is not False:
        raise ClientValueError
    return False


def check_web(value: Any) -> bool:
    """Return True: a client that comes over the network is a browser, whatever it says."""
    return True


def _check_record(value: Any, checks: Mapping[str, Check]) -> dict[str, Any]:
    """Validate a map with exactly the keys of ``checks``."""
    if not isinstance(value, dict) or value.keys() != checks.keys():
        raise ClientValueError
    return {key: check(value[key]) for key, check in checks.items()}


_SIDES: dict[str, Check] = dict.fromkeys(("left", "top", "right", "bottom"), number_check(0, MAX_SCREEN_POINTS))


def _padding(value: Any) -> ft.Padding:
    return ft.Padding(**_check_record(value, _SIDES))


_MEDIA: dict[str, Check] = {
    **dict.fromkeys(("padding", "view_padding", "view_insets"), _padding),
    "device_pixel_ratio": number_check(0, 100),
    "orientation": enum_check(ft.Orientation),
    "always_use_24_hour_format": check_flag,
}


def check_media(value: Any) -> ft.PageMediaData:
    """Validate and rebuild the media data that a device reports of its screen."""
    return ft.PageMediaData(**_check_record(value, _MEDIA))


WRITABLE_PROPERTIES: dict[type, dict[str, Check]] = {
    ft.Page: {
        "route": check_route,
        "web": check_web,
        "pwa": check_flag,
        "wasm": check_flag,
        "width": number_check(0, MAX_SCREEN_POINTS),
        "height": number_check(0, MAX_SCREEN_POINTS),
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


def filter_patch(control: Any, patch: Mapping[Any, Any]) -> tuple[dict[str, Any], int]:
    """Return the valid properties of a patch, and the number of refused ones."""
    checks = _of_kind(type(control), WRITABLE_PROPERTIES) or {}
    ignored = _of_kind(type(control), IGNORED_PROPERTIES) or frozenset()
    valid: dict[str, Any] = {}
    refused = 0
    for name, value in patch.items():
        try:
            if name not in ignored and not (value is None and isinstance(control, ft.Page)):  # None: not known
                valid[name] = checks[name](value)
        except (ClientValueError, KeyError):
            refused += 1
    return valid, refused


def _of_kind(kind: type, table: Mapping[type, Any]) -> Any:
    return next((table[one] for one in kind.__mro__ if one in table), None)


# --- events -----------------------------------------------------------------------------------------------------------


def check_event(control: Any, name: Any, data: Any) -> Any:
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
    if kind is None or not isinstance(data, dict):
        return _check_scalar(data)
    return _check_fields(kind, data)


PAGE_EVENTS = frozenset({"route_change", "view_pop", "resize", "media_change", "platform_brightness_change"}) | {
    "app_lifecycle_state_change",
    "keyboard_event",
    "locale_change",
}
"""Events of a page that its client may send."""


@cache
def _event_class(kind: type, field: str) -> type | None:
    """Return the class of a control's events; None for events with a single value."""
    declared: Any = get_event_field_type(object.__new__(kind), field)  # only the class is used
    event_class: Any = get_origin(declared) or declared
    return cast(type, event_class) if is_dataclass(event_class) and event_class is not Event else None


@cache
def _field_types(kind: type) -> dict[str, Any]:
    """Return the type of each field that a client fills in, by its name in the message."""
    try:
        types = get_type_hints(kind)
    except NameError:  # a name that only a type checker can find; such a field holds a single value
        types = {field.name: field.type for field in fields(cast(Any, kind))}
    return {
        field.metadata.get("data_field", field.name): types[field.name]
        for field in fields(cast(Any, kind))
        if field.init
        and not (issubclass(kind, Event) and field.name in SERVER_FIELDS)
        and not field.name.startswith("_")
    }


def _check_fields(kind: type, data: Any) -> dict[str, Any]:
    """Return the valid values of the fields that the class declares; others are dropped."""
    if not isinstance(data, dict):
        raise ClientValueError
    return {name: _check_type(hint, data[name]) for name, hint in _field_types(kind).items() if name in data}


def _check_type(hint: Any, value: Any) -> Any:
    """Validate a value against a type annotation."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _check_union(get_args(hint), value)
    if origin is list:
        return [_check_type(get_args(hint)[0], one) for one in _check_list(value)]
    if is_dataclass(hint):
        return _check_fields(cast(type, hint), value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return enum_check(hint)(value).value
    return SCALAR_CHECKS.get(hint, _check_scalar)(value)


def _check_union(hints: tuple[Any, ...], value: Any) -> Any:
    if value is None and type(None) in hints:
        return None
    for hint in hints:
        with suppress(ClientValueError):
            return _check_type(hint, value)
    raise ClientValueError


def _check_list(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MAX_ITEMS:
        raise ClientValueError
    return value


def _check_bytes(value: Any) -> bytes:
    if not isinstance(value, bytes):
        raise ClientValueError
    return value


_ANY_NUMBER = number_check(-1e15, 1e15)
SCALAR_CHECKS: dict[Any, Check] = {
    bool: check_flag,
    int: _ANY_NUMBER,
    float: _ANY_NUMBER,
    str: text_check(MAX_TEXT_LENGTH),
    bytes: _check_bytes,
}


def _check_scalar(value: Any) -> Any:
    """Validate None, a boolean, a number, a string or bytes."""
    if value is None:
        return None
    return SCALAR_CHECKS.get(type(value), _refuse_value)(value)


def _refuse_value(value: Any) -> Any:
    raise ClientValueError
