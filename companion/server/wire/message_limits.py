"""Limits of a client's message, checked on its bytes before any object is built.

A frame is one byte, 0x00, and a MessagePack array ``[kind, body]`` (Flet 1.0.5: ``flet_web.fastapi.flet_app`` and
``flet.messaging.protocol``). Frames of data channels (0x01) are refused, because no control here opens a channel.
"""

from __future__ import annotations

from datetime import date, time, timedelta
from types import NoneType
from typing import TypeAlias

import msgpack  # type: ignore[import-untyped]  # Flet's own
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack

ClientValue: TypeAlias = (
    "bool | int | float | str | bytes | date | time | timedelta | list[ClientValue] | dict[str, ClientValue] | None"
)
"""A value in a client's message."""
MAX_MESSAGE_BYTES = 2**20
"""Maximum size of a message in bytes: a camera frame has up to 400,000; photos are uploaded instead."""
MAX_VALUES = 5_000
"""Maximum number of values in a message, with keys: the result of a file picker with 500 files has 4,000."""
MAX_DEPTH = 16
"""Maximum nesting of lists and maps."""
MAX_NAME_LENGTH = 256
"""Maximum length of a name or id in characters, and of an extension value (date, time, duration) in bytes."""
PACKET_TYPE = 0x00
MESSAGE_FIELDS: dict[int, dict[str, tuple[type, ...]]] = {
    MessageAction.REGISTER_CLIENT.value: {"session_id": (str, NoneType), "page_name": (str,), "page": (dict,)},
    MessageAction.CONTROL_EVENT.value: {"target": (int,), "name": (str,), "data": ()},
    MessageAction.UPDATE_CONTROL_PROPS.value: {"id": (int,), "props": (dict,)},
    MessageAction.INVOKE_METHOD.value: {
        "control_id": (int,),
        "call_id": (str,),
        "result": (),
        "error": (str, NoneType),
    },
}
"""Fields of each kind of client message with their types; an empty tuple allows any type."""
UNLIMITED_FIELDS = frozenset({"error"})
"""Fields that hold a string of any length."""


class MalformedMessageError(ValueError):
    """A frame that no page of this app sends; the message names the fault without its contents."""


def check_frame(frame: bytes) -> int:
    """Validate a frame and return the kind of its message (``MessageAction``).

    Raises ``MalformedMessageError`` if it exceeds a limit or lacks its kind's fields; at most ``MAX_VALUES`` values are
    built before that.
    """
    if not frame or frame[0] != PACKET_TYPE:
        raise MalformedMessageError("not a message of the protocol")
    if len(frame) > MAX_MESSAGE_BYTES:
        raise MalformedMessageError("a message of too many bytes")
    check_structure(frame, 1)
    try:
        message = msgpack.unpackb(frame[1:], ext_hook=decode_ext_from_msgpack)
    except Exception as error:  # dates, strings and map keys each raise errors of their own
        raise MalformedMessageError("a value that cannot be read") from error
    return parse_message(message)[0]


def parse_message(message: ClientValue) -> tuple[int, dict[str, ClientValue]]:
    """Return the kind and the body of a message.

    Raises ``MalformedMessageError`` if it lacks its kind's fields."""
    match message:
        case [int(kind), dict(body)] if type(kind) is int and kind in MESSAGE_FIELDS:
            fields = MESSAGE_FIELDS[kind]
        case _:
            raise MalformedMessageError("not a known kind and a body")
    if set(body) != set(fields):
        raise MalformedMessageError(f"not the fields of kind {kind}")
    for name, types in fields.items():
        value = body[name]
        if types and type(value) not in types:
            raise MalformedMessageError(f"a wrong type of {name}")
        if isinstance(value, str) and len(value) > MAX_NAME_LENGTH and types and name not in UNLIMITED_FIELDS:
            raise MalformedMessageError(f"a {name} of too many letters")
    return kind, body


# --- MessagePack, https://github.com/msgpack/msgpack/blob/master/spec.md -----------------------------------------

_SIZES = {0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
"""Bytes after the first byte of numbers and of fixed-length extensions, including their type."""
_SIZES |= {0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
"""Bytes after the first byte of numbers and of fixed-length extensions, including their type."""
_BYTES = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
"""Bytes of the length field of binaries and strings."""
_EXTENSIONS = {0xC7: 1, 0xC8: 2, 0xC9: 4}
_HOLDS = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}
"""Bytes of the length field of lists and maps, and values per item."""


def check_structure(data: bytes, at: int) -> None:
    """Walk over the one value from byte ``at`` to the end of the data without building objects.

    Raises ``MalformedMessageError`` if it holds more than ``MAX_VALUES`` values, is nested deeper than ``MAX_DEPTH``,
    has an extension of more than ``MAX_NAME_LENGTH`` bytes, or declares a length beyond the data.
    """
    left, count, end = [1], 0, len(data)
    try:
        while left:
            if not left[-1]:
                left.pop()
                continue
            left[-1] -= 1
            at, holds = _read_value(data, at)
            if not holds:
                continue
            count += holds
            if count > MAX_VALUES or holds > end - at:
                raise MalformedMessageError("too many values, or more than there are")
            if len(left) > MAX_DEPTH:
                raise MalformedMessageError("nested too deep")
            left.append(holds)
    except IndexError:
        raise MalformedMessageError("cut off") from None
    if at != end:
        raise MalformedMessageError("longer or shorter than its value")


def _read_value(data: bytes, at: int) -> tuple[int, int]:
    """Return the end of a value's own bytes and the number of values it holds.

    Raises ``IndexError`` beyond the data.
    """
    first = data[at]
    at += 1
    if first < 0x80 or first >= 0xE0 or first in (0xC0, 0xC2, 0xC3):
        return at, 0
    if first < 0xA0:
        return at, (first & 0x0F) * (2 if first < 0x90 else 1)
    if first < 0xC0:
        return at + (first & 0x1F), 0
    if first in _SIZES:
        return at + _SIZES[first], 0
    if first in _BYTES:
        length, at = _number(data, at, _BYTES[first])
        return at + length, 0
    if first in _HOLDS:
        width, each = _HOLDS[first]
        length, at = _number(data, at, width)
        return at, length * each
    if first not in _EXTENSIONS:
        raise MalformedMessageError("a byte that begins no value")
    length, at = _number(data, at, _EXTENSIONS[first])
    if length > MAX_NAME_LENGTH:
        raise MalformedMessageError("an extension of too many bytes")
    return at + 1 + length, 0


def _number(data: bytes, at: int, width: int) -> tuple[int, int]:
    if at + width > len(data):
        raise IndexError
    return int.from_bytes(data[at : at + width], "big"), at + width
