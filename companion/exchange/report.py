"""Report of a moment as one file: version, settings, latest steps and the situation.

It is itself a situation that can be imported; what describes it are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime

from companion import VERSION
from companion.base.value_types import SavedValue
from companion.i18n import Translate
from companion.match.log import LogLine, actor_namer
from companion.match.match_state import MatchRecord
from companion.situation.document import MAX_LENGTH, SituationFormat
from companion.storage.codec import Codec
from rules.engine import Event, State, Text
from rules.engine.record import replace

from .share import commented_situation

MAX_STEPS = 20
"""Number of latest steps that are told."""
MAX_COMMENT_LENGTH = 400
"""Maximum length of a comment line, in characters."""
IDENTIFIER = re.compile(r"[a-z0-9_.-]+")
"""Pattern of a value that the program gave, such as a phase, so that no name is looked for in it."""
UNCHANGED_FIELDS = ("rulings",)
"""Fields in which no name stands."""
LEFT_OUT_TEXT = Text("The situation is left out: other players have secrets.")


@dataclass(frozen=True, slots=True)
class Report:
    """Name and text of a report."""

    name: str
    text: str


@dataclass(frozen=True)
class _Names:
    """What stands in place of the players' names: nothing else, or each player's number."""

    seats: tuple[str, ...]
    shown: tuple[str, ...]

    def in_text(self, text: str) -> str:
        return self._pattern.sub(lambda found: self._by_name[found[0]], text)

    def in_state(self, state: State) -> State:
        """Return a state with the shown names, also where people wrote them."""
        shown = self._in_value(replace(state, notes=()))
        assert isinstance(shown, State)
        return replace(shown, seats=self.shown)

    def _in_value(self, value: SavedValue) -> SavedValue:
        if isinstance(value, str):
            return value if IDENTIFIER.fullmatch(value) else self.in_text(value)
        if isinstance(value, (tuple, frozenset)):
            return type(value)(map(self._in_value, value))
        if is_dataclass(value) and not isinstance(value, type):
            changed = {
                field.name: self._in_value(getattr(value, field.name))
                for field in fields(value)
                if field.name not in UNCHANGED_FIELDS
            }
            return replace(value, **changed)
        return value

    @property
    def _by_name(self) -> dict[str, str]:
        return dict(zip(self.seats, self.shown, strict=True))

    @property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self.seats, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def report_moment(
    record: MatchRecord, state: State | None, codec: Codec[State], translate: Translate, *, with_names: bool
) -> Report:
    """Return the report of that state of a match, None where it holds secrets of others.

    The record is what the reporting device may see, up to that moment. Without names the players are numbered, also in
    what they wrote.
    """
    seats = record.match.seats
    numbered = tuple(translate(Text("Player {n}", n=k)) for k in range(1, len(seats) + 1))
    names = _Names(seats, seats if with_names else numbered)
    situation = f"# {translate(LEFT_OUT_TEXT)}\n"
    if state is not None:
        shown = names.in_state(state)
        situation = commented_situation(SituationFormat(codec).write(shown), codec.game, shown, translate)
    head = "".join(map(_comment, _head(record, codec, translate)))
    steps = _latest_steps(record.lines, codec, translate, names.in_text, MAX_LENGTH - len(head) - len(situation))
    at = record.lines[-1].entry.at if record.lines else record.match.created
    name = f"sobremesa-report-{codec.game.key}-{datetime.fromtimestamp(at, UTC):%Y-%m-%d}.toml"
    return Report(name, head + steps + situation)


def _comment(line: str) -> str:
    printable = "".join(letter if letter.isprintable() else " " for letter in line)
    return f"# {printable[:MAX_COMMENT_LENGTH].rstrip()}\n"


def _head(record: MatchRecord, codec: Codec[State], translate: Translate) -> Iterator[str]:
    game, match = codec.game, record.match
    yield f"Sobremesa {VERSION} · {translate(game.title)} · {game.key} {game.version} ({match.rules_version})"
    settings = "; ".join(f"{key} = {choice}" for key, choice in record.last_state.rulings)
    yield translate(Text("Settings: {settings}", settings=settings or "–"))
    yield translate(Text("The latest steps, and what the rules did:"))


def _latest_steps(
    lines: Sequence[LogLine], codec: Codec[State], translate: Translate, rename: Callable[[str], str], room: int
) -> str:
    """Return the latest steps as comments, the oldest first, as many as there is room for."""
    name_of, steps = actor_namer(lines), list[str]()
    for line in reversed(lines[-MAX_STEPS:]):
        said = (rename(part) for part in _step(line, codec, translate, translate(name_of(line.entry.actor))))
        step = "".join(map(_comment, said))
        room -= len(step)
        if room < 0:
            break
        steps.insert(0, step)
    return "".join(steps)


def _step(line: LogLine, codec: Codec[State], translate: Translate, actor: str) -> Iterator[str]:
    """Yield an entry in lines: what it was and who said it, what the rules did, the event."""
    entry = line.entry
    time = f"{datetime.fromtimestamp(entry.at, UTC):%H:%M:%S}"
    stands = "" if line.is_in_effect else f" · {translate(Text('undone'))}"
    yield f"{entry.seq} · {time} · {actor}: {translate(line.text)}{stands}"
    yield from (f"    {note.rule}  {translate(note.text)}" for note in line.notes)
    if type(entry.event) is not Event:  # a secret of somebody else
        yield f"    {codec.write_event(entry.event)}"
