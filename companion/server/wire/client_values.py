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

TEXT = 40_000
"""Maximum length of a text in characters; a longer one is cut off.

The longest that a page of ours reads has 32,000 (``situation``).
"""
ROUTE = 2_000
"""Maximum length of a route, in characters."""
SCREEN = 100_000.0
"""Maximum width of a screen, and of anything on it, in logical pixels."""
MANY = 100
"""Maximum number of items of a list or map in an event."""
NAME = 64
"""Maximum length of a property or event name, in characters."""
OURS = frozenset({"name", "control", "view"})
"""Fields of an event that the server fills in itself."""
Check = Callable[[Any], Any]
"""Validator: returns the value to write, or raises ``ClientValueError``."""


class Unfit(ValueError):  # noqa: N818 - the client errs, not we
    """A value that no honest client sends there."""


class Unheard(Exception):  # noqa: N818 - no error: clients send these
    """An event without a handler; honest clients send these too."""


def flag(value: Any) -> bool:
    """Validate a boolean."""
    if not isinstance(value, bool):
        raise Unfit
    return value


def number(low: float, high: float) -> Check:
    """Create a validator of finite numbers from ``low`` to ``high``, both included."""

    def check(value: Any) -> int | float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise Unfit
        if not low <= value <= high:
            raise Unfit
        return value

    return check


def text(longest: int) -> Check:
    """Create a validator of strings that cuts them off after ``max_length`` characters."""

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise Unfit
        return value[:longest]

    return check


def one_of(kind: type[Enum]) -> Check:
    """Create a validator of enumeration members, which are sent as their values."""

    def check(value: Any) -> Enum:
        if not isinstance(value, str | int):
            raise Unfit
        try:
            return kind(value)
        except ValueError as error:
            raise Unfit from error

    return check


def or_none(check: Check) -> Check:
    """Create a validator that also accepts None."""
    return lambda value: None if value is None else check(value)


def route(value: Any) -> str:
    """Validate a route; a longer one is refused, because half of it would be another route."""
    if not isinstance(value, str) or len(value) > ROUTE:
        raise Unfit
    return value


def shut(value: Any) -> bool:
    """Validate the open state of a dialog: a client can close one, but never open it."""
    if value is not False:
        raise Unfit
    return False


def served(value: Any) -> bool:
    """Return True: a client that comes over the network is a browser, whatever it says."""
    return True


def _record(value: Any, checks: Mapping[str, Check]) -> dict[str, Any]:
    """Validate a map with exactly the keys of ``checks``."""
    if not isinstance(value, dict) or value.keys() != checks.keys():
        raise Unfit
    return {key: check(value[key]) for key, check in checks.items()}


_SIDES: dict[str, Check] = dict.fromkeys(("left", "top", "right", "bottom"), number(0, SCREEN))


def _padding(value: Any) -> ft.Padding:
    return ft.Padding(**_record(value, _SIDES))


_MEDIA: dict[str, Check] = {
    **dict.fromkeys(("padding", "view_padding", "view_insets"), _padding),
    "device_pixel_ratio": number(0, 100),
    "orientation": one_of(ft.Orientation),
    "always_use_24_hour_format": flag,
}


def media(value: Any) -> ft.PageMediaData:
    """Validate and rebuild the media data that a device reports of its screen."""
    return ft.PageMediaData(**_record(value, _MEDIA))


PROPERTIES: dict[type, dict[str, Check]] = {
    ft.Page: {
        "route": route,
        "web": served,
        "pwa": flag,
        "wasm": flag,
        "width": number(0, SCREEN),
        "height": number(0, SCREEN),
        "platform": one_of(ft.PagePlatform),
        "platform_brightness": one_of(ft.Brightness),
        "media": media,
    },
    ft.TextField: {"value": text(TEXT)},
    ft.Switch: {"value": flag},
    ft.RadioGroup: {"value": or_none(text(TEXT))},
    ft.ExpansionTile: {"expanded": flag},
    ft.AlertDialog: {"open": shut},
    ft.BottomSheet: {"open": shut},
}
"""Writable properties by control class; subclasses inherit those of their parent."""
SAID_IN_VAIN: dict[type, frozenset[str]] = {ft.Page: frozenset({"debug", "test", "multi_view", "pyodide", "window"})}
"""Properties that honest clients send as well, and that are ignored."""


def clean(control: Any, patch: Mapping[Any, Any]) -> tuple[dict[str, Any], int]:
    """Return the valid properties of a patch, and the number of refused ones."""
    checks = _of_kind(type(control), PROPERTIES) or {}
    in_vain = _of_kind(type(control), SAID_IN_VAIN) or frozenset()
    found: dict[str, Any] = {}
    refused = 0
    for name, value in patch.items():
        try:
            if name not in in_vain and not (value is None and isinstance(control, ft.Page)):  # None: not known
                found[name] = checks[name](value)
        except (Unfit, KeyError):
            refused += 1
    return found, refused


def _of_kind(kind: type, table: Mapping[type, Any]) -> Any:
    return next((table[one] for one in kind.__mro__ if one in table), None)


# --- events -----------------------------------------------------------------------------------------------------------


def heard(control: Any, name: Any, data: Any) -> Any:
    """Validate the data of an event.

    Raises ``ClientValueError``, or ``NoListenerError`` if there is no handler.
    """
    if not isinstance(name, str) or len(name) > NAME:
        raise Unfit
    field = f"on_{name}"
    if field not in getattr(type(control), "_event_fields", ()):
        raise Unfit
    if isinstance(control, ft.Page) and name not in OF_PAGES:
        raise Unfit  # "disconnect" and "close" come from the server
    if getattr(control, field, None) is None:
        raise Unheard
    of: type = type(control)
    kind = _event_class(of, field)
    if kind is None or not isinstance(data, dict):
        return _scalar(data)
    return _declared(kind, data)


OF_PAGES = frozenset({"route_change", "view_pop", "resize", "media_change", "platform_brightness_change"}) | {
    "app_lifecycle_state_change",
    "keyboard_event",
    "locale_change",
}
"""Events of a page that its client may send."""


@cache
def _event_class(kind: type, field: str) -> type | None:
    """Return the class of a control's events; None for events with a single value."""
    told: Any = get_event_field_type(object.__new__(kind), field)  # only the class is used
    made: Any = get_origin(told) or told
    return cast(type, made) if is_dataclass(made) and made is not Event else None


@cache
def _hints(kind: type) -> dict[str, Any]:
    """Return the type of each field that a client fills in, by its name in the message."""
    try:
        types = get_type_hints(kind)
    except NameError:  # a name that only a type checker can find; such a field holds a single value
        types = {field.name: field.type for field in fields(cast(Any, kind))}
    return {
        field.metadata.get("data_field", field.name): types[field.name]
        for field in fields(cast(Any, kind))
        if field.init and not (issubclass(kind, Event) and field.name in OURS) and not field.name.startswith("_")
    }


def _declared(kind: type, data: Any) -> dict[str, Any]:
    """Return the valid values of the fields that the class declares; others are dropped."""
    if not isinstance(data, dict):
        raise Unfit
    return {name: _fits(hint, data[name]) for name, hint in _hints(kind).items() if name in data}


def _fits(hint: Any, value: Any) -> Any:
    """Validate a value against a type annotation."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _fits_one(get_args(hint), value)
    if origin is list:
        return [_fits(get_args(hint)[0], one) for one in _items(value)]
    if is_dataclass(hint):
        return _declared(cast(type, hint), value)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return one_of(hint)(value).value
    return PLAIN.get(hint, _scalar)(value)


def _fits_one(hints: tuple[Any, ...], value: Any) -> Any:
    if value is None and type(None) in hints:
        return None
    for hint in hints:
        with suppress(Unfit):
            return _fits(hint, value)
    raise Unfit


def _items(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MANY:
        raise Unfit
    return value


def _bytes(value: Any) -> bytes:
    if not isinstance(value, bytes):
        raise Unfit
    return value


_ANY_NUMBER = number(-1e15, 1e15)
PLAIN: dict[Any, Check] = {bool: flag, int: _ANY_NUMBER, float: _ANY_NUMBER, str: text(TEXT), bytes: _bytes}


def _scalar(value: Any) -> Any:
    """Validate None, a boolean, a number, a string or bytes."""
    if value is None:
        return None
    return PLAIN.get(type(value), _nothing)(value)


def _nothing(value: Any) -> Any:
    raise Unfit
