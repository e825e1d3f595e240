"""A whole game as several QR codes, for a phone that has nothing but a camera.

Each code holds a piece: a digest of the whole, the piece's number, how many there are, its bytes and a checksum. They
are read in any order. A piece is only a claim; what the whole claims is checked by the import.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib
from dataclasses import dataclass, field

from companion.base.errors import SobremesaError
from companion.situation.compression import PIECE_PATTERN
from rules.engine import Text

from .rejection import MAX_BYTES, TOO_LARGE_TEXT, ImportRejected

PREFIX = "SOBREMESA-1:"
"""Prefix of a piece; the number is the version of the packing."""
PIECE_BYTES = 384
"""Bytes of the packed game in each piece but the last: a code of 73 modules a side, which cameras read at 720 lines."""
MAX_PIECES = 120
"""Maximum number of pieces, about two minutes before a camera and three long evenings."""
DIGEST_BYTES, CHECKSUM_BYTES = 5, 4
HEAD_BYTES = DIGEST_BYTES + 2
"""The digest, the number of the piece and how many there are."""
MAX_LETTERS = len(PREFIX) + -(-8 * (HEAD_BYTES + PIECE_BYTES + CHECKSUM_BYTES) // 5)
"""Maximum length of a code, in characters."""
FOREIGN_CODE_TEXT = Text("That is no code of a game of Sobremesa.")
NEWER_CODE_TEXT = Text("That code comes from a newer Sobremesa: update this one.")
DAMAGED_CODE_TEXT = Text("That code is damaged. Hold the camera to it again.")
OTHER_GAME_TEXT = Text("That code belongs to another game. Begin again to take in that one.")
DAMAGED_WHOLE_TEXT = Text("The codes do not make a whole game. Begin again. Nothing was imported.")
TOO_LONG_TEXT = Text("This game is too long for codes: send the file.")


class PieceRejected(SobremesaError):  # noqa: N818
    """The code is no piece that can be used; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a packed game, as its code claims."""

    whole: bytes
    """Digest of the packed game, which tells its pieces from those of another one."""
    number: int
    """Its number, from 1 to ``count``."""
    count: int
    data: bytes


def split_into_pieces(data: bytes) -> tuple[str, ...]:
    """Return the texts of the codes that hold these bytes.

    Raises ``PieceRejected`` if they would be more than ``MAX_PIECES``.
    """
    packed = zlib.compress(data, 9)
    parts = [packed[at : at + PIECE_BYTES] for at in range(0, len(packed), PIECE_BYTES)]
    if len(parts) > MAX_PIECES:
        raise PieceRejected(TOO_LONG_TEXT)
    whole = _digest(packed)
    return tuple(write_piece(Piece(whole, number, len(parts), part)) for number, part in enumerate(parts, start=1))


def write_piece(piece: Piece) -> str:
    """Return the text of a piece's code: what QR codes store best.

    That is letters, digits, a dash and a colon.
    """
    body = piece.whole + bytes((piece.number, piece.count)) + piece.data
    return PREFIX + base64.b32encode(body + _checksum(body)).decode().rstrip("=")


def read_piece(code: str) -> Piece:
    """Return the piece in the text of a code. Raises ``PieceRejected``."""
    found = PIECE_PATTERN.match(code)
    if not found:
        raise PieceRejected(FOREIGN_CODE_TEXT)
    if found[0] != PREFIX:
        raise PieceRejected(NEWER_CODE_TEXT)
    letters = code.removeprefix(PREFIX)
    try:
        if len(code) > MAX_LETTERS:
            raise ValueError("too long")
        content = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except (binascii.Error, ValueError) as error:
        raise PieceRejected(DAMAGED_CODE_TEXT) from error
    body, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if len(body) <= HEAD_BYTES or _checksum(body) != checksum:
        raise PieceRejected(DAMAGED_CODE_TEXT)
    number, count = body[DIGEST_BYTES], body[DIGEST_BYTES + 1]
    if not 1 <= number <= count <= MAX_PIECES:
        raise PieceRejected(DAMAGED_CODE_TEXT)
    return Piece(body[:DIGEST_BYTES], number, count, body[HEAD_BYTES:])


@dataclass(slots=True)
class PieceCollection:
    """The pieces of one game that were read so far."""

    pieces: dict[int, Piece] = field(default_factory=dict)
    """Each piece by its number."""

    @property
    def count(self) -> int:
        """How many pieces the game has; 0 before the first one is read."""
        return next((piece.count for piece in self.pieces.values()), 0)

    @property
    def is_whole(self) -> bool:
        """Whether every piece is there."""
        return 0 < self.count == len(self.pieces)

    def add(self, code: str) -> bool:
        """Add the piece in the text of a code; return whether it is new.

        Raises ``PieceRejected`` for a code that is none, or of another game.
        """
        piece = read_piece(code)
        first = next(iter(self.pieces.values()), piece)
        if (piece.whole, piece.count) != (first.whole, first.count):
            raise PieceRejected(OTHER_GAME_TEXT)
        is_new = piece.number not in self.pieces
        self.pieces.setdefault(piece.number, piece)
        return is_new

    def join(self) -> bytes:
        """Return the bytes of the whole game, at most ``MAX_BYTES``. Raises ``ImportRejected``."""
        packed = b"".join(self.pieces[number].data for number in sorted(self.pieces))
        if not self.is_whole or any(_digest(packed) != piece.whole for piece in self.pieces.values()):
            raise ImportRejected(DAMAGED_WHOLE_TEXT)
        decompressor = zlib.decompressobj()
        try:
            data = decompressor.decompress(packed, MAX_BYTES + 1)
        except zlib.error as error:
            raise ImportRejected(DAMAGED_WHOLE_TEXT) from error
        if len(data) > MAX_BYTES:
            raise ImportRejected(TOO_LARGE_TEXT)
        if not decompressor.eof:
            raise ImportRejected(DAMAGED_WHOLE_TEXT)
        return data


def _digest(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:DIGEST_BYTES]


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(CHECKSUM_BYTES, "big")
