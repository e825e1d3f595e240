"""Reader of the SQLite file format for files that SQLite itself refuses.

See https://sqlite.org/fileformat2.html. It covers only what a recovery needs: b-tree leaf cells with their overflow
pages, the tree of a table, the free list, the frames of a write-ahead log. Every number in the file may be damaged:
what does not fit is left out without an exception.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

SqlValue = int | float | str | bytes | None
MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
"""Bytes of the file header, before the b-tree of page 1."""
DEFAULT_PAGE_SIZE = 4096
"""Page size in bytes of every file that Sobremesa makes."""
INDEX_LEAF, TABLE_INNER, TABLE_LEAF = 0x0A, 0x05, 0x0D
MAX_COLUMNS = 64
"""Columns of the widest record that is read."""
MAX_TREE_DEPTH = 12
"""Levels of the deepest tree that is followed."""
INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer, by its serial type."""


class UnreadablePageError(ValueError):
    """The bytes are not a valid structure of that kind."""


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One row as stored in a leaf page; an index entry has no ``rowid`` of its own."""

    rowid: int
    values: tuple[SqlValue, ...]


@dataclass
class DatabasePages:
    """The pages of a file, numbered from 1; newer versions come from the write-ahead log."""

    data: bytes | mmap.mmap
    size: int = DEFAULT_PAGE_SIZE
    wal: Mapping[int, bytes] = field(default_factory=dict)
    budget: int = 0
    """Bytes of payload that may still be read: damaged pointers may lead to the same page repeatedly."""

    def __post_init__(self) -> None:
        self.count = max(-(-len(self.data) // self.size), *self.wal, 0)
        self.budget = 4 * (self.count + 1) * self.size
        reserved = self.data[20] if self.data[:16] == MAGIC and self.data[20] < 64 else 0
        self.usable = self.size - reserved

    def page(self, number: int) -> bytes:
        """Return that page, padded with zeros at the end of the file.

        Raises ``UnreadablePageError``.
        """
        if not 1 <= number <= self.count:
            raise UnreadablePageError(number)
        there = self.wal.get(number) or bytes(self.data[(number - 1) * self.size : number * self.size])
        return there.ljust(self.size, b"\0")

    def user_version(self) -> int:
        """Return the number that the file's owner has written into its header; 0 if that is damaged."""
        first = self.page(1) if self.count else b""
        return int.from_bytes(first[60:64], "big") if first[:16] == MAGIC else 0

    def page_type(self, number: int) -> int:
        """Return the b-tree type byte of that page, valid or not."""
        return self.page(number)[HEADER_BYTES if number == 1 else 0]

    def cell_count(self, number: int) -> int:
        """Return the number of cells that the b-tree page states."""
        start = HEADER_BYTES if number == 1 else 0
        return int.from_bytes(self.page(number)[start + 3 : start + 5], "big")

    def leaf_records(self, number: int) -> Iterator[PageRecord]:
        """Yield the readable records of a leaf page of a table or an index."""
        page, start = self.page(number), HEADER_BYTES if number == 1 else 0
        for at in range(start + 8, min(start + 8 + 2 * self.cell_count(number), self.size - 1), 2):
            with suppress(UnreadablePageError, IndexError, struct.error):
                yield self._cell(page, int.from_bytes(page[at : at + 2], "big"), page[start] == TABLE_LEAF)

    def leaf_pages(self, root: int) -> tuple[list[int], bool]:
        """Return the leaf pages of the tree with that root, and whether the whole tree was readable."""
        found, whole, seen, level = list[int](), True, set[int](), [root]
        for _ in range(MAX_TREE_DEPTH):
            below = list[int]()
            for number in level:
                kind = self.page_type(number) if 1 <= number <= self.count and number not in seen else 0
                seen.add(number)
                if kind == TABLE_LEAF:
                    found.append(number)
                elif kind == TABLE_INNER:
                    below += self._children(number)
                else:
                    whole = False
            level = below
        return found, whole and not level

    def free_pages(self) -> set[int]:
        """Return the pages on the free list, which hold deleted rows, as far as it can be followed."""
        first = self.page(1) if self.count else b""
        trunk, found = int.from_bytes(first[32:36], "big") if first[:16] == MAGIC else 0, set[int]()
        while 1 < trunk <= self.count and trunk not in found:
            page = self.page(trunk)
            length = min(int.from_bytes(page[4:8], "big"), self.size // 4 - 2)
            found |= {trunk, *struct.unpack(f">{length}I", page[8 : 8 + 4 * length])}
            trunk = int.from_bytes(page[:4], "big")
        return found

    def _children(self, number: int) -> list[int]:
        page, start = self.page(number), HEADER_BYTES if number == 1 else 0
        end = min(start + 12 + 2 * self.cell_count(number), self.size - 1)
        places = (int.from_bytes(page[at : at + 2], "big") for at in range(start + 12, end, 2))
        last = int.from_bytes(page[start + 8 : start + 12], "big")
        return [*(int.from_bytes(page[at : at + 4], "big") for at in places), last]

    def _cell(self, page: bytes, at: int, table: bool) -> PageRecord:
        length, at = read_varint(page, at)
        rowid, at = read_varint(page, at) if table else (0, at)
        return PageRecord(rowid, tuple(decode_record(self._payload(page, at, length, table))))

    def _payload(self, page: bytes, at: int, length: int, table: bool) -> bytes:
        """Return the payload of a cell, including its overflow pages."""
        self.budget -= length
        if not 0 < length <= self.count * self.size or self.budget < 0:
            raise UnreadablePageError(length)
        local = self._local(length, table)
        if at + local > self.usable:
            raise UnreadablePageError(at)
        parts, left = [page[at : at + local]], length - local
        following = int.from_bytes(page[at + local : at + local + 4], "big")
        while left > 0:
            overflow = self.page(following)
            following = int.from_bytes(overflow[:4], "big")
            parts.append(overflow[4 : min(4 + left, self.usable)])
            left -= len(parts[-1])
        return b"".join(parts)

    def _local(self, length: int, table: bool) -> int:
        """Return how many bytes of a payload are in the leaf page itself."""
        most = self.usable - 35 if table else (self.usable - 12) * 64 // 255 - 23
        if length <= most:
            return length
        least = (self.usable - 12) * 32 // 255 - 23
        fitting = least + (length - least) % (self.usable - 4)
        return fitting if fitting <= most else least


def open_pages(path: Path) -> Iterator[DatabasePages]:
    """Yield the file with its write-ahead log for each possible page size: stated and default."""
    with path.open("rb") as file:
        if not path.stat().st_size:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            stated_size = int.from_bytes(data[16:18], "big")
            sizes = [
                size
                for size in (65536 if stated_size == 1 else stated_size, DEFAULT_PAGE_SIZE)
                if size >= 512 and not size & (size - 1)
            ]
            for size in dict.fromkeys(sizes):
                yield DatabasePages(data, size, wal_pages(path.with_name(f"{path.name}-wal"), size))


def wal_pages(path: Path, size: int) -> dict[int, bytes]:
    """Return the complete pages of a write-ahead log up to its last commit.

    Empty where the log has another page size.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return {}
    found, pending = dict[int, bytes](), dict[int, bytes]()
    order = {0x377F0682: "<", 0x377F0683: ">"}.get(int.from_bytes(data[:4], "big"), "")
    if len(data) < 32 or not order or int.from_bytes(data[8:12], "big") != size:
        return {}
    check = wal_checksum(data[:24], (0, 0), order)
    for at in range(32, len(data) - 23 - size, 24 + size):
        head, page = data[at : at + 24], data[at + 24 : at + 24 + size]
        check = wal_checksum(page, wal_checksum(head[:8], check, order), order)
        if head[8:16] != data[16:24] or struct.unpack(">2I", head[16:24]) != check:
            break
        pending[int.from_bytes(head[:4], "big")] = page
        if head[4:8] != bytes(4):  # the end of a transaction
            found.update(pending)
    return found


def wal_checksum(data: bytes, checksum: tuple[int, int], order: str) -> tuple[int, int]:
    """Continue the checksum of the write-ahead log over these bytes."""
    one, two = checksum
    for first, second in struct.iter_unpack(f"{order}2I", data):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Read the variable-length integer at that offset; return it and its end.

    Raises ``IndexError``.
    """
    value = 0
    for taken in range(8):
        byte = data[at + taken]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + taken + 1
    value = value << 8 | data[at + 8]
    return value - (1 << 64) if value >> 63 else value, at + 9


def decode_record(payload: bytes) -> Iterator[SqlValue]:
    """Yield the values of a record.

    Raises ``UnreadablePageError``, ``IndexError`` or ``struct.error`` for an invalid one.
    """
    head, at = read_varint(payload, 0)
    if not at <= head <= len(payload):
        raise UnreadablePageError(head)
    types, values = list[int](), head
    while at < head:
        kind, at = read_varint(payload, at)
        types.append(kind)
    if len(types) > MAX_COLUMNS or at != head:
        raise UnreadablePageError(len(types))
    for kind in types:
        length = _length(kind)
        if values + length > len(payload):
            raise UnreadablePageError(kind)
        yield _value(kind, payload[values : values + length])
        values += length
    if values != len(payload):
        raise UnreadablePageError(values)


def _length(kind: int) -> int:
    if kind in INTEGER_BYTES:
        return INTEGER_BYTES[kind]
    if kind == 7:
        return 8
    if kind in (0, 8, 9):
        return 0
    if kind < 12:
        raise UnreadablePageError(kind)
    return (kind - 12) // 2


def _value(kind: int, data: bytes) -> SqlValue:
    if kind in INTEGER_BYTES:
        return int.from_bytes(data, "big", signed=True)
    match kind:
        case 0:
            return None
        case 7:
            return float(struct.unpack(">d", data)[0])
        case 8 | 9:
            return kind - 8
    return data.decode("utf-8", "replace") if kind % 2 else data
