"""A whole game as QR codes: rendered, read in any order, and refused where they are not what they claim."""

from __future__ import annotations

import base64
import hashlib
import random
import zlib

import cv2
import pytest

from companion.dice.frame_analysis import read_code_frame
from companion.exchange import qr
from companion.exchange.importer import data_of_code, read_match
from companion.exchange.pieces import (
    CHECKSUM_BYTES,
    DAMAGED_CODE_TEXT,
    DAMAGED_WHOLE_TEXT,
    DIGEST_BYTES,
    FOREIGN_CODE_TEXT,
    MAX_LETTERS,
    MAX_PIECES,
    NEWER_CODE_TEXT,
    OTHER_GAME_TEXT,
    PIECE_BYTES,
    PREFIX,
    TOO_LONG_TEXT,
    Piece,
    PieceCollection,
    PieceRejected,
    read_piece,
    split_into_pieces,
    write_piece,
)
from companion.exchange.rejection import FOREIGN_FILE_TEXT, MAX_BYTES, TOO_LARGE_TEXT, ImportRejected
from companion.library.library import Library
from companion.situation.reader import PIECE_TEXT
from companion.storage.codec import Codec
from rules.engine import Text
from rules.registry import GAMES
from tests.support.saved_games import play
from tests.support.stored_matches import EN, ES, assert_same_match, start_match, win_four_souls
from tests.support.table_play import stroll
from tests.support.ui.fake_camera import before_a_camera


def read_in_frame(code: str, seed: int, *, is_mirrored: bool = False) -> str:
    """The text that the camera's reader finds in a frame of that code."""
    frame = before_a_camera(qr.text_png(code), seed)
    seen = cv2.flip(frame, 1) if is_mirrored else frame
    read = read_code_frame(cv2.imencode(".jpg", seen)[1].tobytes(), is_mirrored)
    assert read is not None
    assert read.size == (1280, 720)
    return read.code


def pieces_of(data: bytes) -> list[str]:
    return list(split_into_pieces(data))


def noise(length: int, seed: int = 1) -> bytes:
    """Bytes that do not compress."""
    return random.Random(seed).randbytes(length)


# --- round trip --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_mirrored", [False, True])
def test_a_game_moves_from_phone_to_phone_by_its_codes(library: Library, other: Library, is_mirrored: bool) -> None:
    """Every code is drawn, filmed and read in any order, twice; the game arrives with its whole log."""
    table = win_four_souls(library)
    codes = list(library.exchange.export_as_pieces(table.match.id, ES))
    assert len(codes) > 2
    assert max(map(len, codes)) <= MAX_LETTERS
    random.Random(4).shuffle(codes)
    collection = PieceCollection()
    for number, code in enumerate(codes):
        assert not collection.is_whole
        read = read_in_frame(code, number, is_mirrored=is_mirrored)
        assert read == code
        assert collection.add(read)
        assert not collection.add(read), "a code that is seen again changes nothing"
        assert (len(collection.pieces), collection.count) == (number + 1, len(codes))
    assert collection.is_whole
    there = other.matches.open(other.exchange.import_match(collection.join()).id)
    assert_same_match(table, there)
    assert [ES(line.text) for line in there.log()] == [ES(line.text) for line in table.log()]


@pytest.mark.parametrize("key", GAMES)
def test_a_long_game_fits(library: Library, key: str) -> None:
    """Three hundred random actions of every game are few enough codes, which say the same as the file."""
    table = library.matches.create(key, ("Ana", "Beto", "Caro"), ())
    stroll(table, random.Random(3), 300)
    collection = PieceCollection()
    for code in library.exchange.export_as_pieces(table.match.id, ES):
        collection.add(code)
    assert collection.count < MAX_PIECES / 3
    codec = Codec(table.game)
    _, whole = library.exchange.export(table.match.id, ES)
    assert read_match(collection.join(), GAMES, lambda game: codec) == read_match(whole, GAMES, lambda game: codec)


def test_a_game_that_is_too_long_is_said(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is shown more codes than a camera is held to."""
    assert len(pieces_of(noise(MAX_PIECES * PIECE_BYTES - 100))) == MAX_PIECES
    with pytest.raises(PieceRejected) as said:
        split_into_pieces(noise(MAX_PIECES * PIECE_BYTES + 1))
    assert said.value.reason == TOO_LONG_TEXT


# --- what is not taken -------------------------------------------------------------------------------------------


def why_not(code: str, collection: PieceCollection | None = None) -> Text:
    """Why that code is not taken; the collection stays as it was."""
    collection = collection or PieceCollection()
    before = dict(collection.pieces)
    with pytest.raises(PieceRejected) as said:
        collection.add(code)
    assert collection.pieces == before
    return said.value.reason


def test_a_piece_of_another_game_is_told_apart() -> None:
    """What was read stays; the other game's codes are not mixed in."""
    first, other = pieces_of(noise(1000)), pieces_of(noise(1000, seed=2))
    collection = PieceCollection()
    collection.add(first[0])
    assert why_not(other[1], collection) == OTHER_GAME_TEXT
    for code in first[1:]:
        collection.add(code)
    assert collection.join() == noise(1000)


@pytest.mark.parametrize("code", ["https://192.168.0.2:8550/join/abc", "SOBREMESA1:ABC", "", "SOBREMESA-:A", "\0", "4"])
def test_a_foreign_code_is_no_piece(code: str) -> None:
    assert why_not(code) == FOREIGN_CODE_TEXT


def test_a_code_of_a_later_version_says_so() -> None:
    assert why_not("SOBREMESA-2:ABCDEFGH") == NEWER_CODE_TEXT


def test_a_damaged_code_is_read_again() -> None:
    """No letter may be wrong or missing: the checksum of each piece finds it."""
    code = pieces_of(noise(1000))[1]
    for at in range(len(PREFIX), len(code), 7):
        swapped = code[:at] + ("A" if code[at] != "A" else "B") + code[at + 1 :]
        assert why_not(swapped) == DAMAGED_CODE_TEXT, at
    for length in range(len(PREFIX), len(code), 31):
        assert why_not(code[:length]) == DAMAGED_CODE_TEXT, length
    assert why_not(code.replace("2", "1")) == DAMAGED_CODE_TEXT, "a letter that Base32 does not have"
    assert why_not(code + "ñ") == DAMAGED_CODE_TEXT


def forged(data: bytes, number: int = 1, count: int = 1, whole: bytes | None = None) -> str:
    """A code with a right checksum that claims anything."""
    digest = hashlib.sha256(data).digest()[:DIGEST_BYTES]
    return write_piece(Piece(digest if whole is None else whole, number, count, data))


@pytest.mark.parametrize(
    ("number", "count", "length"),
    [(0, 1, 9), (2, 1, 9), (1, 0, 9), (1, 255, 9), (1, MAX_PIECES + 1, 9), (1, 1, 0), (1, 1, 2000)],
)
def test_hostile_numbers_are_refused(number: int, count: int, length: int) -> None:
    """Numbers, counts and sizes that no game has."""
    assert why_not(forged(noise(length), number, count)) == DAMAGED_CODE_TEXT


def collected(*codes: str) -> PieceCollection:
    collection = PieceCollection()
    for code in codes:
        collection.add(code)
    return collection


def why_not_joined(collection: PieceCollection) -> Text:
    with pytest.raises(ImportRejected) as said:
        collection.join()
    return said.value.reason


def test_a_whole_that_is_not_what_it_claims_is_refused() -> None:
    """Wrong digests, what cannot be unpacked, what is not whole, and a bomb of zeros."""
    packed = zlib.compress(noise(300))
    assert collected(forged(packed)).join() == noise(300)
    assert why_not_joined(collected(forged(packed, whole=b"12345"))) == DAMAGED_WHOLE_TEXT
    assert why_not_joined(collected(forged(b"no zlib"))) == DAMAGED_WHOLE_TEXT
    assert why_not_joined(collected(forged(packed[:-20]))) == DAMAGED_WHOLE_TEXT
    assert why_not_joined(PieceCollection()) == DAMAGED_WHOLE_TEXT
    assert why_not_joined(collected(pieces_of(noise(1000))[0])) == DAMAGED_WHOLE_TEXT
    assert why_not_joined(collected(*pieces_of(bytes(MAX_BYTES + 1)))) == TOO_LARGE_TEXT


def test_two_claims_on_one_number_keep_the_first() -> None:
    """A piece cannot be replaced by another one under its number; the whole is then refused."""
    codes = pieces_of(noise(1000))
    piece = read_piece(codes[0])
    other = write_piece(Piece(piece.whole, 1, piece.count, noise(PIECE_BYTES, seed=3)))
    collection = collected(codes[0])
    assert not collection.add(other)
    for code in codes[1:]:
        collection.add(code)
    assert collection.join() == noise(1000)
    assert why_not_joined(collected(other, *codes[1:])) == DAMAGED_WHOLE_TEXT


def test_what_arrives_is_checked_as_any_file(library: Library) -> None:
    """Codes may hold anything: the import reads it with the same distrust."""
    with pytest.raises(ImportRejected) as said:
        library.exchange.import_match(collected(*pieces_of(b'{"hello": 1}')).join())
    assert said.value.reason == FOREIGN_FILE_TEXT
    table = start_match(library)
    play(table, 3)
    codes = library.exchange.export_as_pieces(table.match.id, ES)
    with pytest.raises(ImportRejected):
        library.exchange.import_match(collected(*codes).join())


def test_a_photo_of_one_code_says_that_there_are_more() -> None:
    """The picture of a single piece is no situation, and no foreign code."""
    with pytest.raises(ImportRejected) as said:
        data_of_code(pieces_of(noise(1000))[0])
    assert EN(PIECE_TEXT) in EN(said.value.reason)


def test_the_checksum_is_of_the_whole_body() -> None:
    """As long as the constant says, at the end."""
    code = pieces_of(b"game")[0].removeprefix(PREFIX)
    content = base64.b32decode(code + "=" * (-len(code) % 8))
    assert zlib.crc32(content[:-CHECKSUM_BYTES]).to_bytes(4, "big") == content[-CHECKSUM_BYTES:]
