"""Reader of foreign situations: extracted from a file, photo or text, and tested.

Nothing is saved before the test has succeeded.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.match.state import drawn
from companion.storage.codec import Codec
from rules.engine import Event, Game, Refused, Text, WentTo, apply, examples, prompt

from .compression import MARK, MARKED, unpacked
from .document import FORMAT, KIND, LONGEST, STUCK, Situations, parsed
from .toml_codec import Slip, missing, unknown
from .toml_layout import line_of

SAID = re.compile(r"^[ \t]*sobremesa[ \t]*=", re.MULTILINE)
"""Line that occurs in every situation."""
NO_CODE = Text("No QR code can be read in that picture: closer, straight from above, all of it.")
STRANGE = Text("That QR code is no situation of Sobremesa.")
TORN = Text("Those letters are not whole: copy all of them.")
NEWER = Text("It was written by a newer Sobremesa: update this one.")
ANSWERS = 40
"""Maximum number of answers to the first question that are tried."""
WALK = 15
"""Number of usual answers that are tried one after the other."""


def said(data: bytes) -> str:
    """Extract a situation's text: plain, packed, or as a QR code in a picture.

    It is empty for any other data. Raises ``ParseError`` for a picture or packed text without a valid situation.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _pictured(data)
    if MARKED.match(text):
        return _unpacked(text)
    return text if SAID.search(text[: 2 * LONGEST]) and not text.lstrip().startswith("{") else ""


def _pictured(data: bytes) -> str:
    from vision.images.header import begun

    if not begun(data):
        return ""
    from companion.dice.pictures import code_in  # slow import, and few files are pictures

    letters = code_in(data)
    if not letters:
        raise Slip((), NO_CODE)
    if not MARKED.match(letters):
        raise Slip((), STRANGE)
    return _unpacked(letters)


def _unpacked(letters: str) -> str:
    found = MARKED.match(letters)
    if found and f"SOBREMESA{int(found[1][:6])}:" != MARK:
        raise Slip((), NEWER)
    try:
        return unpacked(letters, LONGEST)
    except ValueError as error:
        raise Slip((), TORN) from error


def posed(text: str, games: Mapping[str, Game[Any]], codec: Callable[[Game[Any]], Codec[Any]]) -> tuple[Any, Any]:
    """Load a situation; return the codec of its game and the tested state.

    Raises ``ParseError``.
    """
    data = parsed(text)
    game = _game(data, games)
    try:
        state = Situations(codec(game)).read(data)
        tried(game, state)
    except Slip as slip:
        if isinstance(data.get("rules"), int) and data["rules"] > game.version:
            raise Slip((), NEWER) from slip
        raise
    return codec(game), state


def _game(data: Mapping[str, Any], games: Mapping[str, Game[Any]]) -> Game[Any]:
    if data.get("sobremesa") != KIND:
        raise Slip(("sobremesa",), Text("A situation begins with: {line}", line=f'sobremesa = "{KIND}"'))
    if not isinstance(data.get("format"), int) or data["format"] > FORMAT:
        raise Slip(("format",), NEWER)
    if "game" not in data:
        raise Slip((), missing("game"))
    if data["game"] not in list(games):
        raise Slip(("game",), unknown(str(data["game"]), games))
    return games[data["game"]]


def tried(game: Game[Any], state: Any) -> None:
    """Test a state: render its screens, try answers and jump to every place.

    Raises ``ParseError`` if the rules fail.
    """
    try:
        drawn(game, state)
        for event in (*answers(state), *(WentTo(place.rule) for place in game.places)):
            _followed(game, state, event)
        for _ in range(WALK):
            state = next(filter(None, (_followed(game, state, event) for event in answers(state))), None)
            if state is None:
                return
    except Exception as error:
        logging.getLogger(__name__).info("a situation leads nowhere", exc_info=error)
        raise Slip((), STUCK) from error


def answers(state: Any) -> Iterator[Event]:
    """Yield the first example event of each offered choice, usual ones first."""
    asked = prompt(state)
    choices = sorted(asked.choices if asked else (), key=lambda choice: choice.role != "usual")
    for choice in choices[:ANSWERS]:
        event: Event = next(examples(choice.does))
        yield event


def _followed(game: Game[Any], state: Any, event: Event) -> Any:
    """Return the state after the event, rendered once; None if the event is refused."""
    try:
        after = apply(game, state, event)
    except Refused:
        return None
    drawn(game, after)
    return after


def sentence(text: str, slip: Slip) -> Text:
    """Describe why a text was refused, with its line number."""
    match slip.path:
        case []:
            return Text("{why} Nothing was imported.", why=slip.reason)
        case [int(line)]:
            return _line(line, slip.reason)
    return _line(line_of(text, slip.path), slip.reason)


def _line(number: int, why: Text) -> Text:
    return Text("Line {n} of that situation: {why} Nothing was imported.", n=number, why=why)
