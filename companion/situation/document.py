"""A situation: one moment of a game as a short TOML text to read, edit and send.

Values that equal those of a new game are omitted.
"""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Generic, TypeVar, get_args

from companion.base.display_names import clean_name
from companion.base.errors import CorruptDataError
from companion.base.input_limits import MAX_STATE_SIZE, KeyPath, find_excess, find_huge_integer, state_size
from companion.base.value_types import Annotation, JsonTable, JsonValue, SavedValue, WritableTable, strings_of
from companion.storage import upgrades
from companion.storage.codec import Codec, build_record
from rules.engine import Game, Refused, State, Step, Text, WentTo, advance, start, steps

from .toml_codec import (
    TOO_LARGE_TEXT,
    ParseError,
    TomlCodec,
    check_number,
    describe_unknown,
    field_hints,
    toml_codec_of,
)
from .toml_layout import format_toml

S = TypeVar("S", bound=State)
KIND = "situation"
MAX_LENGTH = 32_000
"""Maximum length of a text in characters: ten times a crowded table."""
MAX_STEP_LENGTH = 500
"""Maximum length of a step with its arguments, in characters."""
HEADER_KEYS = ("sobremesa", "format", "game", "rules", "seats", "settings", "at", "play", "expect")
"""Keys besides the fields of a state; ``play`` and ``expect`` are for tests of the rules."""
PLAYER_FIELDS = ("seat", "active")
"""Names of the fields that hold a player's number, in any record."""
SPECIAL_FIELDS = ("seats", "agenda", "notes", "rulings")
"""Fields with a notation of their own."""
STEP_PATTERN = re.compile(r"([\w.]+)(?:\((.*)\))?(?: #(\d{1,6}))?", re.DOTALL)
"""Pattern of a step: name, arguments, and the number of its question if that is not the latest."""
WORD_PATTERN = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
"""Pattern of an argument that needs no quotes."""
ARGUMENT_PATTERN = re.compile(rf'\s*("(?:[^"\\]|\\.)*"|-?\d+|{WORD_PATTERN.pattern})\s*', re.ASCII)
"""Pattern of any argument of a step."""


def parse_situation(text: str) -> JsonTable:
    """Parse a text into keys and values.

    Raises ``ParseError``; for invalid TOML its path is the line number.
    """
    if len(text) > MAX_LENGTH:
        raise ParseError((), TOO_LONG_TEXT)
    if found := find_excess(text):
        raise ParseError(found[:1], found[1])
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = re.search(r"at (?:line (\d+)|end of document)", str(error))
        path = (int(place[1] or text.count("\n") + 1),) if place else ()
        raise ParseError(path, Text("Every line is “name = value”, with words in quotes.")) from error
    if (where := find_huge_integer(data)) is not None:
        raise ParseError(where, TOO_LARGE_TEXT)
    return data


@dataclass(frozen=True)
class SituationFormat(Generic[S]):
    """Reader and writer of the situations of one game."""

    codec: Codec[S]

    @property
    def game(self) -> Game[S]:
        """Game of the situations."""
        return self.codec.game

    @cached_property
    def toml_codec(self) -> TomlCodec:
        """TOML codec of the game's values."""
        return toml_codec_of(self.game)

    @cached_property
    def state_hints(self) -> dict[str, Annotation]:
        """Type annotations of a state's fields."""
        record: Annotation = self.game.state_type
        return field_hints(record)

    @cached_property
    def per_seat_fields(self) -> frozenset[str]:
        """Fields of a state that hold one record per seat, for any number of seats."""
        first = {n: start(self.game, tuple(map(str, range(n)))) for n in self.game.player_counts}
        return frozenset(
            field.name
            for field in fields(self.game.state_type)
            if all(_is_record_per_seat(getattr(state, field.name), n) for n, state in first.items())
        )

    def default_state(self, seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...]) -> S:
        """Return the state of a new game, from which a text lists the differences.

        The settings are left out if they do not suit the seats. Raises ``Refused``.
        """
        try:
            return start(self.game, seats, rulings)
        except Refused:
            return start(self.game, seats)

    # --- writing -------------------------------------------------------------------------------------------------

    def write(self, state: S) -> str:
        """Write the state as a text.

        ``read`` restores it except for its notes, which belong to the event before it.
        """
        head: WritableTable = {
            "sobremesa": KIND,
            "format": upgrades.FORMAT,
            "game": self.game.key,
            "rules": self.game.version,
            "seats": list(state.seats),
        }
        settings = {"settings": dict(state.rulings)} if state.rulings else {}
        return format_toml({**head, **self._agenda(state), **settings, **self._fields(state)})

    def _agenda(self, state: S) -> dict[str, list[str]]:
        todo, usual = self._write_agenda(state), self._write_agenda(self.default_state(state.seats, state.rulings))
        return {"agenda": todo} if todo != usual else {}

    def _write_agenda(self, state: S) -> list[str]:
        return [
            self._write_step(step, _default_question_number(step, k, state.asked))
            for k, step in enumerate(state.agenda)
        ]

    def _write_step(self, step: Step, number: int) -> str:
        args = ", ".join(map(_write_argument, step.args))
        asked = "" if step.asked == number else f" #{step.asked}"
        return f"{step.name.removeprefix(f'{self.game.key}.')}{f'({args})' if args else ''}{asked}"

    def _fields(self, state: S) -> JsonTable:
        usual, hints = self.default_state(state.seats, state.rulings), self.state_hints
        written: JsonTable = {}
        for name in (field.name for field in fields(state) if field.name not in SPECIAL_FIELDS):
            now, before = getattr(state, name), getattr(usual, name)
            if now == before:
                continue
            if name in self.per_seat_fields and len(now) == len(state.seats):
                written[name] = self._write_seats(state.seats, now, before, hints[name])
            else:
                written[name] = self.toml_codec.encode(now, hints[name], before)
        return written

    def _write_seats(
        self, seats: tuple[str, ...], now: Sequence[SavedValue], before: Sequence[SavedValue], hint: Annotation
    ) -> JsonTable:
        """Return the differences of each seat's record, by seat label."""
        kind = get_args(hint)[0]
        three = zip(seat_labels(seats), now, before, strict=True)
        return {name: self.toml_codec.encode(one, kind, usual) for name, one, usual in three if one != usual}

    # --- reading -------------------------------------------------------------------------------------------------

    def read(self, data: Mapping[str, JsonValue]) -> S:
        """Build the state of a parsed text and advance it to its question. Raises ``ParseError``."""
        seats, rulings = _parse_seats(data), self._read_rulings(data)
        try:
            usual = self.default_state(seats, rulings)
        except Refused as refused:
            raise ParseError(("seats",), refused.reason) from refused
        values = self._read_fields(data, usual, seats)
        asked = values["asked"]
        assert isinstance(asked, int)
        agenda = self._read_agenda(data, usual, asked)
        special: dict[str, SavedValue] = {"seats": seats, "rulings": rulings, "notes": (), "agenda": agenda}
        try:
            state = self.codec.validate_state(build_record(self.game.state_type, {**values, **special}))
        except CorruptDataError as corrupt:
            raise ParseError((), RULES_FAILED_TEXT) from corrupt
        if state_size(state) > MAX_STATE_SIZE:
            raise ParseError((), TOO_LONG_TEXT)
        for seat in unknown_seats(state, len(seats)):
            raise ParseError((), Text("Player {n} does not sit here.", n=seat))
        return self._advance_to_prompt(data, state)

    def _read_fields(self, data: Mapping[str, JsonValue], default: S, seats: tuple[str, ...]) -> dict[str, SavedValue]:
        names = [field.name for field in fields(self.game.state_type) if field.name not in SPECIAL_FIELDS]
        for key in data:
            if key not in (*HEADER_KEYS, *names, "agenda"):
                raise ParseError((key,), describe_unknown(key, (*HEADER_KEYS, *names, "agenda")))
        values = {name: getattr(default, name) for name in names}
        for name in (name for name in names if name in data):
            hint, before, given = self.state_hints[name], getattr(default, name), data[name]
            if name in self.per_seat_fields and isinstance(given, dict):
                values[name] = self._read_seats(given, before, hint, name, seats)
            else:
                values[name] = self.toml_codec.decode(given, hint, before, (name,))
        return values

    def _read_seats(
        self, data: JsonTable, default: tuple[SavedValue, ...], hint: Annotation, field: str, seats: tuple[str, ...]
    ) -> tuple[SavedValue, ...]:
        names = seat_labels(seats)
        for name in data:
            if name not in names:
                raise ParseError((field, name), describe_unknown(name, names))
        kind = get_args(hint)[0]
        both = zip(names, default, strict=True)
        return tuple(
            self.toml_codec.decode(data[name], kind, one, (field, name)) if name in data else one for name, one in both
        )

    def _read_rulings(self, data: Mapping[str, JsonValue]) -> tuple[tuple[str, str], ...]:
        settings = data.get("settings", {})
        if not isinstance(settings, dict):
            raise ParseError(("settings",), Text("Settings stand under a heading of their own: [settings]."))
        known = [switch.key for switch in self.game.switches]
        found = []
        for name, choice in settings.items():
            switch = self.game.find_switch(name)
            if switch is None:
                raise ParseError(("settings", name), describe_unknown(name, known))
            if not isinstance(choice, str) or choice not in dict(switch.choices):
                raise ParseError(("settings", name), describe_unknown(str(choice), dict(switch.choices)))
            found.append((name, choice))
        return tuple(found)

    def _read_agenda(self, data: Mapping[str, JsonValue], default: S, asked: int) -> tuple[Step, ...]:
        agenda = strings_of(data["agenda"]) if "agenda" in data else self._write_agenda(default)
        if agenda is None:
            raise ParseError(("agenda",), Text("A list of steps in quotes belongs here."))
        return tuple(self._read_step(step, k, asked) for k, step in enumerate(agenda))

    def _read_step(self, text: str, index: int, asked: int) -> Step:
        path = ("agenda", index)
        if len(text) > MAX_STEP_LENGTH:
            raise ParseError(path, TOO_LONG_TEXT)
        match = STEP_PATTERN.fullmatch(text)
        name = f"{self.game.key}.{match[1]}" if match else ""
        if match is None or name not in steps:
            own = [step.removeprefix(f"{self.game.key}.") for step in steps if step.startswith(f"{self.game.key}.")]
            raise ParseError(path, describe_unknown(match[1] if match else text, own))
        step = Step(name, _read_arguments(name, match[2] or "", path))
        return replace(step, asked=int(match[3]) if match[3] else _default_question_number(step, index, asked))

    def _advance_to_prompt(self, data: Mapping[str, JsonValue], state: S) -> S:
        """Advance the state through automatic steps, after a jump to the rule ``at`` if given."""
        try:
            if "at" in data:
                state = self._jump(data["at"], state)
            return replace(advance(self.game.settle, self.game.settle(state)), notes=())
        except Refused as refused:
            raise ParseError(("at",) if "at" in data else (), refused.reason) from refused
        except ParseError:
            raise
        except Exception as error:  # an invalid state can cause any error in the rules
            raise ParseError((), RULES_FAILED_TEXT) from error

    def _jump(self, rule: JsonValue, state: S) -> S:
        known = [place.rule for place in self.game.positions]
        if not isinstance(rule, str) or rule not in known:
            raise ParseError(("at",), describe_unknown(str(rule), known))
        return self.game.go_to_step(replace(state, outcome=None, agenda=()), WentTo(rule))


def unknown_seats(value: SavedValue, seat_count: int) -> Iterator[int]:
    """Yield the player numbers in a state's records that are not seats."""
    if isinstance(value, tuple):
        for item in value:
            yield from unknown_seats(item, seat_count)
    elif is_dataclass(value):
        for field in fields(value):
            inside = getattr(value, field.name)
            if field.name in PLAYER_FIELDS and isinstance(inside, int) and not -seat_count <= inside < seat_count:
                yield inside
            yield from unknown_seats(inside, seat_count)


TOO_LONG_TEXT = Text("It is too long for a situation.")
RULES_FAILED_TEXT = Text("The rules find no way on from such a table.")


def _is_record_per_seat(value: SavedValue, seats: int) -> bool:
    return isinstance(value, tuple) and len(value) == seats and all(map(is_dataclass, value))


def seat_labels(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of the seats: their names, or numbers if two names are equal."""
    return seats if len(set(seats)) == len(seats) else tuple(str(k) for k in range(len(seats)))


def _default_question_number(step: Step, k: int, asked: int) -> int:
    """Return the default question number of a step: the first step of the agenda has the latest."""
    return asked if k == 0 and step.name in steps and steps[step.name].prompt else 0


def _parse_seats(data: Mapping[str, JsonValue]) -> tuple[str, ...]:
    seats = strings_of(data.get("seats"))
    if not seats:
        raise ParseError(("seats",), Text("The names of those who play belong here, as a list of words in quotes."))
    for k, name in enumerate(seats):
        if not name or clean_name(name) != name:
            raise ParseError(("seats", k), Text("That is no player's name: it is empty, too long, or cannot be shown."))
    return tuple(seats)


def _write_argument(arg: int | str) -> str:
    return arg if isinstance(arg, str) and WORD_PATTERN.fullmatch(arg) else json.dumps(arg, ensure_ascii=False)


def _read_arguments(name: str, text: str, path: KeyPath) -> tuple[int | str, ...]:
    """Parse the arguments of a step. Raises ``ParseError`` unless they suit its signature."""
    rule = steps[name]
    try:
        args = _split_arguments(text)
        inspect.signature(rule.prompt or rule.run).bind(None, *args)
    except (ValueError, TypeError) as error:
        short = name.partition(".")[2]
        raise ParseError(path, Text("The step “{step}” has other values in its brackets.", step=short)) from error
    return tuple(check_number(arg, path) if isinstance(arg, int) else arg for arg in args)


def _split_arguments(text: str) -> list[int | str]:
    """Parse numbers and words between commas. Raises ``ValueError`` for anything else."""
    args = ARGUMENT_PATTERN.findall(text)
    if text and not re.fullmatch(f"{ARGUMENT_PATTERN.pattern}(?:,{ARGUMENT_PATTERN.pattern})*", text):
        raise ValueError(text)
    return [arg if WORD_PATTERN.fullmatch(arg) else json.loads(arg) for arg in args]
