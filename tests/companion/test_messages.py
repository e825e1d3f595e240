"""The check of a message's bytes agrees with MessagePack, and limits size and depth."""

from __future__ import annotations

import datetime
from contextlib import suppress
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.server.wire import message_limits
from companion.server.wire.message_limits import MalformedMessageError, check_frame, check_structure

VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


def packed(*message: Any) -> bytes:
    return b"\x00" + bytes(msgpack.packb(list(message)))


def event(data: Any) -> bytes:
    return packed(3, {"target": 1, "name": "click", "data": data})


def depth(value: Any) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@settings(max_examples=60)
@given(VALUES)
def test_whatever_is_within_bounds_is_taken(value: Any) -> None:
    if depth(value) <= message_limits.MAX_DEPTH - 2:
        assert check_frame(event(value)) == 3


@settings(max_examples=100)
@given(st.binary(max_size=300))
def test_no_bytes_do_anything_but_be_taken_or_refused(data: bytes) -> None:
    """Any bytes are accepted or refused; bytes that pass are what MessagePack reads.

    Exceptions: invalid UTF-8, bytes after the value, and dates out of range.
    """
    with suppress(MalformedMessageError):
        check_structure(data, 0)
        with suppress(UnicodeDecodeError, msgpack.ExtraData, ValueError):
            msgpack.unpackb(data, strict_map_key=False)
    with suppress(MalformedMessageError):
        check_frame(b"\x00" + data)


@pytest.mark.parametrize(
    "message",
    [
        packed(1, {"session_id": None, "page_name": "", "page": {"route": "/"}}),
        packed(3, {"target": 7, "name": "change", "data": "x" * 100_000}),
        packed(3, {"target": 7, "name": "result", "data": {"files": [{"id": n, "name": "x"} for n in range(500)]}}),
        packed(4, {"id": 7, "props": {"value": "Ana"}}),
        packed(5, {"control_id": 7, "call_id": "abc", "result": bytes(400_000), "error": None}),
        packed(5, {"control_id": 7, "call_id": "abc", "result": None, "error": "y" * 5000}),
        event(msgpack.ExtType(1, datetime.datetime(2026, 1, 1).isoformat().encode())),
        event([2**40, -1, -1000, 1.5, True]),
    ],
)
def test_what_pages_send_is_taken(message: bytes) -> None:
    assert check_frame(message) in (1, 3, 4, 5)


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (event([{}] * (message_limits.MAX_VALUES + 1)), "too many values"),
        (event(bytes(message_limits.MAX_MESSAGE_BYTES)), "too many bytes"),
        (event(msgpack.ExtType(2, bytes(1000))), "extension"),
        (b"\x00" + b"\x91" * 30 + b"\xc0", "too deep"),
        (b"\x00\xdd\xff\xff\xff\xff", "too many values"),
        (b"\x00\xdc\x00\x05", "more than there are"),
        (b"\x00\xdb\xff\xff\xff\xff", "longer or shorter"),
        (b"\x00\xdb\xff", "cut off"),
        (event(1) + b"\xc0", "longer or shorter"),
        (b"\x00\xc1", "begins no value"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_beyond_a_limit_is_refused_before_it_is_read(
    frame: bytes, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_limits.msgpack, "unpackb", lambda *_, **__: pytest.fail("objects were built"))
    with pytest.raises(MalformedMessageError, match=why):
        check_frame(frame)
