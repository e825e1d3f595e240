"""What a page may write into its controls and say with its events; everything else is refused.

A page is a program that anybody can rewrite. Flet 1.0.5 writes whatever it sends into the controls. Here stand the few
properties that the stock web client does write (read in its ``main.dart.js`` and in recorded journeys), each with its
type and bounds. Events are checked against the fields that their event class declares.
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
"""Letters of a text; a longer one is cut off. The longest that a page of ours reads has 32,000 (``situation``)."""
ROUTE = 2_000
"""Letters of an address."""
SCREEN = 100_000.0
"""Points of the widest screen, and of anything on it."""
MANY = 100
"""Items of a list or of a map in an event."""
NAME = 64
"""Letters of the name of a property or an event."""
OURS = frozenset({"name", "control", "view"})
"""Fields of an event that the server fills in itself."""
Check = Callable[[Any], Any]
"""Takes what came, gives what may be written, or raises ``Unfit``."""


class Unfit(ValueError):  # noqa: N818 - the client errs, not we
    """A value that no client of ours sends there."""


class Unheard(Exception):  # noqa: N818 - no error: clients send these
    """An event that nothing listens to."""


def flag(value: Any) -> bool:
    """True or False, and nothing that is only like it."""
    if not isinstance(value, bool):
        raise Unfit
    return value


def number(low: float, high: float) -> Check:
    """A finite number in that range, both ends included."""

    def check(value: Any) -> int | float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise Unfit
        if not low <= value <= high:
            raise Unfit
        return value

    return check


def text(longest: int) -> Check:
    """A text, cut off after that many letters."""

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise Unfit
        return value[:longest]

    return check


def one_of(kind: type[Enum]) -> Check:
    """A member of that enumeration, sent as its value."""

    def check(value: Any) -> Enum:
        if not isinstance(value, str | int):
            raise Unfit
        try:
            return kind(value)
        except ValueError as error:
            raise Unfit from error

    return check


def or_none(check: Check) -> Check:
    """The same, or nothing."""
    return lambda value: None if value is None else check(value)


def route(value: Any) -> str:
    """An address within the app; half of one would be another, so none is cut off."""
    if not isinstance(value, str) or len(value) > ROUTE:
        raise Unfit
    return value


def shut(value: Any) -> bool:
    """A dialog can be closed on a phone, never opened."""
    if value is not False:
        raise Unfit
    return False


def served(value: Any) -> bool:
    """Who comes over the network is a browser, whatever it says."""
    return True


def _record(value: Any, checks: Mapping[str, Check]) -> dict[str, Any]:
    """A map with exactly those keys."""
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
    """What a device says of its screen, made anew."""
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
"""The properties that a user changes, by the kind of the control; subclasses have those of their parent."""
SAID_IN_VAIN: dict[type, frozenset[str]] = {ft.Page: frozenset({"debug", "test", "multi_view", "pyodide", "window"})}
"""What honest clients send as well and nobody here reads."""


def clean(control: Any, patch: Mapping[Any, Any]) -> tuple[dict[str, Any], int]:
    """What of that patch may be written into the control, and how many of its properties may not."""
    checks = _of_kind(type(control), PROPERTIES) or {}
    in_vain = _of_kind(type(control), SAID_IN_VAIN) or frozenset()
    found: dict[str, Any] = {}
    refused = 0
    for name, value in patch.items():
        try:
            if name not in in_vain and not (value is None and isinstance(control, ft.Page)):  # None: it does not know
                found[name] = checks[name](value)
        except (Unfit, KeyError):
            refused += 1
    return found, refused


def _of_kind(kind: type, table: Mapping[type, Any]) -> Any:
    return next((table[one] for one in kind.__mro__ if one in table), None)


# --- events -----------------------------------------------------------------------------------------------------------


def heard(control: Any, name: Any, data: Any) -> Any:
    """The data of an event as its class declares it; raise ``Unfit``, or ``Unheard`` if nothing listens."""
    if not isinstance(name, str) or len(name) > NAME:
        raise Unfit
    field = f"on_{name}"
    if field not in getattr(type(control), "_event_fields", ()):
        raise Unfit
    if isinstance(control, ft.Page) and name not in OF_PAGES:
        raise Unfit  # "disconnect" and "close" are the server's own
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
"""The events of a page that come from its client."""


@cache
def _event_class(kind: type, field: str) -> type | None:
    """The class of those events; None for one that carries a single value."""
    told: Any = get_event_field_type(object.__new__(kind), field)  # it looks at the class only
    made: Any = get_origin(told) or told
    return cast(type, made) if is_dataclass(made) and made is not Event else None


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The type of each field that a client fills in, by its name in the message."""
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
    """The fields that the class declares, as they came; others are left out."""
    if not isinstance(data, dict):
        raise Unfit
    return {name: _fits(hint, data[name]) for name, hint in _hints(kind).items() if name in data}


def _fits(hint: Any, value: Any) -> Any:
    """The value, if it is of that type; nothing that the type does not declare is in it."""
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
    """Nothing, a flag, a number, a text or bytes."""
    if value is None:
        return None
    return PLAIN.get(type(value), _nothing)(value)


def _nothing(value: Any) -> Any:
    raise Unfit
