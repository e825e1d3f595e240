"""Reader of foreign situations: extracted from a file, photo or text, and tested.

Nothing is saved before the test has succeeded.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping

from companion.base.value_types import JsonTable, JsonValue
from companion.match.table_state import assert_renderable
from companion.situation.pasted_text import (
    DASHES,
    DOUBLE_QUOTES,
    SINGLE_QUOTES,
    decode_text,
    message_lines,
    visible_text,
)
from companion.storage import upgrades
from companion.storage.codec import Codec, CodecProvider
from rules.engine import Event, Game, Refused, State, Text, WentTo, apply, examples, prompt

from .compression import PIECE_PATTERN, PREFIX, PREFIX_PATTERN, find_code, unpack
from .document import KIND, MAX_LENGTH, RULES_FAILED_TEXT, SituationFormat, parse_situation
from .toml_codec import ParseError, describe_missing, describe_unknown
from .toml_layout import line_of

SITUATION_HEADER = re.compile(r"^[ \t]*sobremesa[ \t]*=", re.MULTILINE)
"""Line that occurs in every situation."""
CURLY = f"{DOUBLE_QUOTES}{SINGLE_QUOTES}"
STRING = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|\#.*'
    rf'|["{CURLY}](?P<curly>(?:[^"{CURLY}\n]|(?<=\w)[{SINGLE_QUOTES}](?=\w)){{0,300}})["{CURLY}](?=[ ,\]}}#]|$)'
    rf"|(?P<minus>[{DASHES}])(?=\d)"
)
"""A string or a comment as it was written, a string whose quotes a phone made curly, or a minus sign."""
NO_QR_CODE_TEXT = Text("No QR code can be read in that picture: closer, straight from above, all of it.")
OTHER_QR_CODE_TEXT = Text("That QR code is no situation of Sobremesa.")
PIECE_TEXT = Text("That is one of several codes of a game: read them all with the camera, beside the import.")
INCOMPLETE_TEXT = Text("Those letters are not whole: copy all of them.")
NEWER_VERSION_TEXT = Text("It was written by a newer Sobremesa: update this one.")
MAX_TRIED_ANSWERS = 40
"""Maximum number of answers to the first question that are tried."""
TRIED_STEPS = 15
"""Number of usual answers that are tried one after the other."""


def extract_text(data: bytes) -> str:
    """Extract a situation's text: plain, packed, or as a QR code in a picture.

    What a chat, a mail or a phone put around it or changed in it is undone. It is empty for any other data. Raises
    ``ParseError`` for a picture or packed text without a valid situation.
    """
    try:
        text = decode_text(data)
    except UnicodeDecodeError:
        return _text_from_picture(data)
    if text.lstrip().startswith("{"):  # a whole game
        return ""
    if SITUATION_HEADER.search(text[: 2 * MAX_LENGTH]) and _is_lawful(text):
        return text
    lines = message_lines(visible_text(text[: 4 * MAX_LENGTH]), ends_at_fence=True)
    if any(map(SITUATION_HEADER.match, lines)):
        return _restored(lines)
    code = find_code("\n".join(lines))
    return _unpack_text(code) if code else ""


def _is_lawful(text: str) -> bool:
    try:
        parse_situation(text)
    except ParseError:
        return False
    return True


def _restored(lines: list[str]) -> str:
    """Return the situation in the lines of a message, with straight quotes.

    Its lines keep their numbers."""
    if sum(map(len, lines)) > MAX_LENGTH:  # is refused
        return "\n".join(lines)
    first = next(number for number, line in enumerate(lines) if SITUATION_HEADER.match(line))
    before = (line if line.lstrip().startswith("#") else "" for line in lines[:first])
    return "\n".join((*before, *(STRING.sub(_straight_string, line) for line in lines[first:])))


def _straight_string(found: re.Match[str]) -> str:
    """Return a string with straight quotes, or a straight minus sign.

    What is in straight quotes stays as it is."""
    if found["curly"] is None:
        return "-" if found["minus"] else found[0]
    return '"' + found["curly"].replace('"', '\\"') + '"'


def _text_from_picture(data: bytes) -> str:
    from vision.images.header import has_known_signature

    if not has_known_signature(data):
        return ""
    from companion.dice.capture import read_code_file  # slow import, and few files are pictures

    return text_of_code(read_code_file(data))


def text_of_code(code: str | None) -> str:
    """Return the situation in a QR code that was read in a picture; None where there was none.

    Raises ``ParseError``.
    """
    if not code:
        raise ParseError((), NO_QR_CODE_TEXT)
    if not PREFIX_PATTERN.match(code):
        raise ParseError((), PIECE_TEXT if PIECE_PATTERN.match(code) else OTHER_QR_CODE_TEXT)
    return _unpack_text(code)


def _unpack_text(code: str) -> str:
    found = PREFIX_PATTERN.match(code)
    if found and f"SOBREMESA{int(found[1][:6])}:" != PREFIX:
        raise ParseError((), NEWER_VERSION_TEXT)
    try:
        return unpack(code, MAX_LENGTH)
    except ValueError as error:
        raise ParseError((), INCOMPLETE_TEXT) from error


def load(text: str, games: Mapping[str, Game[State]], codec: CodecProvider) -> tuple[Codec[State], State]:
    """Load a situation; return the codec of its game and the tested state.

    Raises ``ParseError``.
    """
    data = _in_todays_format(parse_situation(text))
    game = _game(data, games)
    try:
        state = SituationFormat(codec(game)).read(data)
        smoke_test(game, state)
    except ParseError as slip:
        version = data.get("rules")
        if isinstance(version, int) and version > game.version:
            raise ParseError((), NEWER_VERSION_TEXT) from slip
        raise
    return codec(game), state


def _in_todays_format(data: JsonTable) -> JsonTable:
    """Return a parsed situation, of an older format upgraded. Raises ``ParseError``."""
    if data.get("sobremesa") != KIND:
        raise ParseError(("sobremesa",), Text("A situation begins with: {line}", line=f'sobremesa = "{KIND}"'))
    written = data.get("format")
    if not isinstance(written, int) or written > upgrades.FORMAT:
        raise ParseError(("format",), NEWER_VERSION_TEXT)
    try:
        upgraded = upgrades.upgrade_document("situation", str(data.get("game")), data, written)
    except upgrades.UpgradeError as error:
        raise ParseError((), RULES_FAILED_TEXT) from error
    return upgraded if isinstance(upgraded, dict) else {}


def _game(data: Mapping[str, JsonValue], games: Mapping[str, Game[State]]) -> Game[State]:
    key = data.get("game")
    if "game" not in data:
        raise ParseError((), describe_missing("game"))
    if not isinstance(key, str) or key not in games:
        raise ParseError(("game",), describe_unknown(str(key), games))
    return games[key]


def smoke_test(game: Game[State], state: State) -> None:
    """Test a state: render its screens, try answers and jump to every place.

    Raises ``ParseError`` if the rules fail.
    """
    try:
        assert_renderable(game, state)
        for event in (*example_answers(state), *(WentTo(place.rule) for place in game.positions)):
            _try_event(game, state, event)
        for _ in range(TRIED_STEPS):
            after = next(filter(None, (_try_event(game, state, event) for event in example_answers(state))), None)
            if after is None:
                return
            state = after
    except Exception as error:  # a state from outside may cause any error in the rules
        logging.getLogger(__name__).info("a situation leads nowhere", exc_info=error)
        raise ParseError((), RULES_FAILED_TEXT) from error


def example_answers(state: State) -> Iterator[Event]:
    """Yield the first example event of each offered choice, usual ones first."""
    current = prompt(state)
    choices = sorted(current.choices if current else (), key=lambda choice: choice.role != "default")
    for choice in choices[:MAX_TRIED_ANSWERS]:
        event: Event = next(examples(choice.template))
        yield event


def _try_event(game: Game[State], state: State, event: Event) -> State | None:
    """Return the state after the event, rendered once; None if the event is refused."""
    try:
        after = apply(game, state, event)
    except Refused:
        return None
    assert_renderable(game, after)
    return after


def describe_error(text: str, error: ParseError) -> Text:
    """Describe why a text was refused, with its line number."""
    match error.path:
        case []:
            return Text("{why} Nothing was imported.", why=error.reason)
        case [int(line)]:
            return _line_error_text(line, error.reason)
    return _line_error_text(line_of(text, error.path), error.reason)


def _line_error_text(number: int, why: Text) -> Text:
    return Text("Line {n} of that situation: {why} Nothing was imported.", n=number, why=why)
