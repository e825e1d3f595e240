"""A situation prepared for sharing: commented text, packed letters and QR code."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.i18n import Translate
from companion.match.state import Story
from companion.situation.compression import packed
from companion.situation.document import Situations
from companion.storage.codec import Codec
from rules.engine import Game, Text, prompt

from . import qr
from .jsonl import file_name

SEATS = Text("Where a number means a player: {seats}", seats="")
HOW = Text("Change what you like: a line that is left out is as in a new game. Sobremesa opens it on its first page.")


@dataclass(frozen=True, slots=True)
class Sent:
    """File name and text of a situation, the packed text without comments, and a PNG of it.

    ``qr_png`` is empty if the code would be too large.
    """

    name: str
    text: str
    letters: str
    picture: bytes


def sent(story: Story, state: Any, codec: Codec[Any], words: Translate) -> Sent:
    """Prepare that state of a match for sharing."""
    bare = Situations(codec).written(state)
    letters = packed(bare)
    name = Path(file_name(story)).with_suffix(".toml").name
    return Sent(name, _headed(bare, codec.game, state, words), letters, qr.small(letters))


def _headed(bare: str, game: Game[Any], state: Any, words: Translate) -> str:
    """Return the text with comment lines that describe it to people."""
    asked = prompt(state)
    seats = ", ".join(f"{k} {name}" for k, name in enumerate(state.seats))
    what = f"{words(asked.title)} ({asked.rule})" if asked else words(Text("The game has ended."))
    lines = (f"{words(game.title)}: {what}", words(HOW), words(SEATS.but(seats=seats)))
    return "".join(f"# {' '.join(line.split())}\n" for line in lines) + bare
