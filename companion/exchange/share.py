"""A situation prepared for sharing: commented text, packed letters and QR code."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.i18n import Translate
from companion.match.match_state import MatchRecord
from companion.situation.compression import pack
from companion.situation.document import SituationFormat
from companion.storage.codec import Codec
from rules.engine import Game, State, Text, prompt

from . import qr
from .jsonl import export_file_name

SEAT_NUMBERS_TEXT = Text("Where a number means a player: {seats}", seats="")
INSTRUCTIONS_TEXT = Text(
    "Change what you like: a line that is left out is as in a new game. Sobremesa opens it on its first page."
)


@dataclass(frozen=True, slots=True)
class SharedSituation:
    """File name and text of a situation, the packed text without comments, and a PNG of it.

    ``qr_png`` is empty if the code would be too large.
    """

    name: str
    text: str
    packed: str
    qr_png: bytes


def share_situation(record: MatchRecord, state: State, codec: Codec[State], translate: Translate) -> SharedSituation:
    """Prepare that state of a match for sharing."""
    situation_text = SituationFormat(codec).write(state)
    packed_text = pack(situation_text)
    name = Path(export_file_name(record)).with_suffix(".toml").name
    return SharedSituation(
        name, commented_situation(situation_text, codec.game, state, translate), packed_text, qr.text_png(packed_text)
    )


def commented_situation(situation_text: str, game: Game[State], state: State, translate: Translate) -> str:
    """Return the text with comment lines that describe it to people."""
    current = prompt(state)
    seats = ", ".join(f"{k} {name}" for k, name in enumerate(state.seats))
    what = f"{translate(current.title)} ({current.rule})" if current else translate(Text("The game has ended."))
    lines = (
        f"{translate(game.title)}: {what}",
        translate(INSTRUCTIONS_TEXT),
        translate(SEAT_NUMBERS_TEXT.with_args(seats=seats)),
    )
    return "".join(f"# {' '.join(line.split())}\n" for line in lines) + situation_text
