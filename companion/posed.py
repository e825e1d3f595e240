"""A situation that somebody sent: found in a file, a photo of its code, or letters, and tried before it is kept."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.engine import Event, Game, Refused, Text, WentTo, apply, examples, prompt

from .codec import Codec
from .now import drawn
from .packing import MARK, MARKED, unpacked
from .sheet import line_of
from .situation import FORMAT, KIND, LONGEST, STUCK, Situations, parsed
from .spelling import Slip, missing, unknown

SAID = re.compile(r"^[ \t]*sobremesa[ \t]*=", re.MULTILINE)
"""What every situation says somewhere."""
NO_CODE = Text("No QR code can be read in that picture: closer, straight from above, all of it.")
STRANGE = Text("That QR code is no situation of Sobremesa.")
TORN = Text("Those letters are not whole: copy all of them.")
NEWER = Text("It was written by a newer Sobremesa: update this one.")
ANSWERS = 40
"""Answers to the first question that are tried."""
WALK = 15
"""Usual answers in a row that are tried."""


def said(data: bytes) -> str:
    """The text of the situation in those bytes: itself, its packed letters, or its code in a picture.

    Empty if they are something else. Raises ``Slip`` for a picture or letters that hold none.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _pictured(data)
    if MARKED.match(text):
        return _unpacked(text)
    return text if SAID.search(text[: 2 * LONGEST]) and not text.lstrip().startswith("{") else ""


def _pictured(data: bytes) -> str:
    from vision.header import begun

    if not begun(data):
        return ""
    from .pictures import code_in  # OpenCV takes its time, and few files are pictures

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
    """The codec of the situation's game, and its state, tried. Raises ``Slip``."""
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
    """Look at all that a screen shows of it, answer a few times, go everywhere. Raises ``Slip`` if the rules fall."""
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
    """The first example of each answer that is offered, the usual ones first."""
    asked = prompt(state)
    choices = sorted(asked.choices if asked else (), key=lambda choice: choice.role != "usual")
    for choice in choices[:ANSWERS]:
        event: Event = next(examples(choice.does))
        yield event


def _followed(game: Game[Any], state: Any, event: Event) -> Any:
    """Where the event leads, once that has been looked at; None if it is refused."""
    try:
        after = apply(game, state, event)
    except Refused:
        return None
    drawn(game, after)
    return after


def sentence(text: str, slip: Slip) -> Text:
    """Why a text was refused, with the number of the line on which that stands."""
    match slip.path:
        case []:
            return Text("{why} Nothing was imported.", why=slip.reason)
        case [int(line)]:
            return _line(line, slip.reason)
    return _line(line_of(text, slip.path), slip.reason)


def _line(number: int, why: Text) -> Text:
    return Text("Line {n} of that situation: {why} Nothing was imported.", n=number, why=why)
