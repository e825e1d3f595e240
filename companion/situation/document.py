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
from typing import Any, Generic, TypeVar

from companion.base.display_names import clean
from companion.base.errors import Corrupt
from companion.base.input_limits import THINGS, Path, huge, overfull, things
from companion.storage.codec import Codec, built
from rules.engine import Game, Refused, State, Step, Text, WentTo, advance, start, steps

from .toml_codec import TOO_LARGE, Slip, Spelling, bounded, hints_of, spelling, unknown
from .toml_layout import laid_out

S = TypeVar("S", bound=State)
KIND = "situation"
FORMAT = 1
"""Version of the format written here; a text with a higher one comes from a newer Sobremesa."""
LONGEST = 32_000
"""Maximum length of a text in characters: ten times a crowded table."""
LONGEST_STEP = 500
"""Maximum length of a step with its arguments, in characters."""
HEAD = ("sobremesa", "format", "game", "rules", "seats", "settings", "at", "play", "expect")
"""Keys besides the fields of a state; ``play`` and ``expect`` are for tests of the rules."""
WHO = ("seat", "active")
"""Names of the fields that hold a player's number, in any record."""
APART = ("seats", "agenda", "notes", "rulings")
"""Fields with a notation of their own."""
STEP = re.compile(r"([\w.]+)(?:\((.*)\))?(?: #(\d{1,6}))?", re.DOTALL)
"""Pattern of a step: name, arguments, and the number of its question if that is not the latest."""
WORD = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
"""Pattern of an argument that needs no quotes."""
ARGUMENT = re.compile(rf'\s*("(?:[^"\\]|\\.)*"|-?\d+|{WORD.pattern})\s*', re.ASCII)
"""Pattern of any argument of a step."""


def parsed(text: str) -> dict[str, Any]:
    """Parse a text into keys and values.

    Raises ``ParseError``; for invalid TOML its path is the line number.
    """
    if len(text) > LONGEST:
        raise Slip((), TOO_LONG)
    if found := overfull(text):
        raise Slip(found[:1], found[1])
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = re.search(r"at (?:line (\d+)|end of document)", str(error))
        path = (int(place[1] or text.count("\n") + 1),) if place else ()
        raise Slip(path, Text("Every line is “name = value”, with words in quotes.")) from error
    if (where := huge(data)) is not None:
        raise Slip(where, TOO_LARGE)
    return data


@dataclass(frozen=True)
class Situations(Generic[S]):
    """Reader and writer of the situations of one game."""

    codec: Codec[S]

    @property
    def game(self) -> Game[S]:
        """Game of the situations."""
        return self.codec.game

    @cached_property
    def spelling(self) -> Spelling:
        """TOML codec of the game's values."""
        return spelling(self.game, self.codec.aliases)

    @cached_property
    def hints(self) -> dict[str, Any]:
        """Type annotations of a state's fields."""
        record: Any = self.game.state
        return hints_of(record)

    @cached_property
    def seated(self) -> frozenset[str]:
        """Fields of a state that hold one record per seat, for any number of seats."""
        first = {n: start(self.game, tuple(map(str, range(n)))) for n in self.game.players}
        return frozenset(
            field.name
            for field in fields(self.game.state)
            if all(_one_each(getattr(state, field.name), n) for n, state in first.items())
        )

    def usual(self, seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...]) -> S:
        """Return the state of a new game, from which a text lists the differences.

        The settings are left out if they do not suit the seats. Raises ``Refused``.
        """
        try:
            return start(self.game, seats, rulings)
        except Refused:
            return start(self.game, seats)

    # --- writing -------------------------------------------------------------------------------------------------

    def written(self, state: S) -> str:
        """Write the state as a text.

        ``read`` restores it except for its notes, which belong to the event before it.
        """
        head = {
            "sobremesa": KIND,
            "format": FORMAT,
            "game": self.game.key,
            "rules": self.game.version,
            "seats": list(state.seats),
        }
        settings = {"settings": dict(state.rulings)} if state.rulings else {}
        return laid_out({**head, **self._agenda(state), **settings, **self._fields(state)})

    def _agenda(self, state: S) -> dict[str, Any]:
        todo, usual = self._steps(state), self._steps(self.usual(state.seats, state.rulings))
        return {"agenda": todo} if todo != usual else {}

    def _steps(self, state: S) -> list[str]:
        return [self._step(step, _number(step, k, state.asked)) for k, step in enumerate(state.agenda)]

    def _step(self, step: Step, number: int) -> str:
        args = ", ".join(map(_argument, step.args))
        asked = "" if step.asked == number else f" #{step.asked}"
        return f"{step.name.removeprefix(f'{self.game.key}.')}{f'({args})' if args else ''}{asked}"

    def _fields(self, state: S) -> dict[str, Any]:
        usual, hints = self.usual(state.seats, state.rulings), self.hints
        said: dict[str, Any] = {}
        for name in (field.name for field in fields(state) if field.name not in APART):
            now, before = getattr(state, name), getattr(usual, name)
            if now == before:
                continue
            if name in self.seated and len(now) == len(state.seats):
                said[name] = self._each(state.seats, now, before, hints[name])
            else:
                said[name] = self.spelling.written(now, hints[name], before)
        return said

    def _each(self, seats: tuple[str, ...], now: Sequence[Any], before: Sequence[Any], hint: Any) -> dict[str, Any]:
        """Return the differences of each seat's record, by seat label."""
        kind = hint.__args__[0]
        three = zip(called(seats), now, before, strict=True)
        return {name: self.spelling.written(one, kind, usual) for name, one, usual in three if one != usual}

    # --- reading -------------------------------------------------------------------------------------------------

    def read(self, data: Mapping[str, Any]) -> S:
        """Build the state of a parsed text and advance it to its question. Raises ``ParseError``."""
        data = self.spelling.renamed(self.game.state, dict(data))
        seats, rulings = _seats(data), self._rulings(data)
        try:
            usual = self.usual(seats, rulings)
        except Refused as refused:
            raise Slip(("seats",), refused.reason) from refused
        values = self._values(data, usual, seats)
        agenda = self._todo(data, usual, values["asked"])
        apart = {"seats": seats, "rulings": rulings, "notes": (), "agenda": agenda}
        try:
            state = self.codec.checked(built(self.game.state, {**values, **apart}))
        except Corrupt as corrupt:
            raise Slip((), STUCK) from corrupt
        if things(state) > THINGS:
            raise Slip((), TOO_LONG)
        for stranger in strangers(state, len(seats)):
            raise Slip((), Text("Player {n} does not sit here.", n=stranger))
        return self._asking(data, state)

    def _values(self, data: Mapping[str, Any], usual: S, seats: tuple[str, ...]) -> dict[str, Any]:
        names = [field.name for field in fields(self.game.state) if field.name not in APART]
        for key in data:
            if key not in (*HEAD, *names, "agenda"):
                raise Slip((key,), unknown(key, (*HEAD, *names, "agenda")))
        values = {name: getattr(usual, name) for name in names}
        for name in (name for name in names if name in data):
            hint, before = self.hints[name], values[name]
            if name in self.seated and isinstance(data[name], dict):
                values[name] = self._seat_by_seat(data[name], before, hint, name, seats)
            else:
                values[name] = self.spelling.read(data[name], hint, before, (name,))
        return values

    def _seat_by_seat(
        self, data: dict[str, Any], usual: tuple[Any, ...], hint: Any, field: str, seats: tuple[str, ...]
    ) -> tuple[Any, ...]:
        names = called(seats)
        for name in data:
            if name not in names:
                raise Slip((field, name), unknown(name, names))
        kind = hint.__args__[0]
        both = zip(names, usual, strict=True)
        return tuple(
            self.spelling.read(data[name], kind, one, (field, name)) if name in data else one for name, one in both
        )

    def _rulings(self, data: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        settings = data.get("settings", {})
        if not isinstance(settings, dict):
            raise Slip(("settings",), Text("Settings stand under a heading of their own: [settings]."))
        known = {switch.key: dict(switch.choices) for switch in self.game.switches}
        found = []
        for said, words in settings.items():
            key, choice = self.codec.aliases.ruling(said, str(words))
            if key not in known:
                raise Slip(("settings", said), unknown(said, known))
            if not isinstance(words, str) or choice not in known[key]:
                raise Slip(("settings", said), unknown(str(words), known[key]))
            found.append((key, choice))
        return tuple(found)

    def _todo(self, data: Mapping[str, Any], usual: S, asked: int) -> tuple[Step, ...]:
        todo = data.get("agenda", self._steps(usual))
        if not isinstance(todo, list) or not all(isinstance(step, str) for step in todo):
            raise Slip(("agenda",), Text("A list of steps in quotes belongs here."))
        return tuple(self._spelled(step, k, asked) for k, step in enumerate(todo))

    def _spelled(self, said: str, k: int, asked: int) -> Step:
        path = ("agenda", k)
        if len(said) > LONGEST_STEP:
            raise Slip(path, TOO_LONG)
        match = STEP.fullmatch(said)
        name = self.codec.aliases.step(f"{self.game.key}.{match[1]}") if match else ""
        if match is None or name not in steps:
            own = [step.removeprefix(f"{self.game.key}.") for step in steps if step.startswith(f"{self.game.key}.")]
            raise Slip(path, unknown(match[1] if match else said, own))
        step = Step(name, _args(name, match[2] or "", path))
        return replace(step, asked=int(match[3]) if match[3] else _number(step, k, asked))

    def _asking(self, data: Mapping[str, Any], state: S) -> S:
        """Advance the state through automatic steps, after a jump to the rule ``at`` if given."""
        try:
            if "at" in data:
                state = self._gone(data["at"], state)
            return replace(advance(self.game.settle, self.game.settle(state)), notes=())
        except Refused as refused:
            raise Slip(("at",) if "at" in data else (), refused.reason) from refused
        except Slip:
            raise
        except Exception as error:  # an invalid state can cause any error in the rules
            raise Slip((), STUCK) from error

    def _gone(self, rule: Any, state: S) -> S:
        known = [place.rule for place in self.game.places]
        place = self.codec.aliases.place(rule) if isinstance(rule, str) else ""
        if place not in known:
            raise Slip(("at",), unknown(str(rule), known))
        return self.game.go(replace(state, outcome=None, agenda=()), WentTo(place))


def strangers(value: Any, seats: int) -> Iterator[int]:
    """Yield the player numbers in a state's records that are not seats."""
    if isinstance(value, tuple):
        for item in value:
            yield from strangers(item, seats)
    elif is_dataclass(value):
        for field in fields(value):
            inside = getattr(value, field.name)
            if field.name in WHO and isinstance(inside, int) and not -seats <= inside < seats:
                yield inside
            yield from strangers(inside, seats)


TOO_LONG = Text("It is too long for a situation.")
STUCK = Text("The rules find no way on from such a table.")


def _one_each(value: Any, seats: int) -> bool:
    return isinstance(value, tuple) and len(value) == seats and all(map(is_dataclass, value))


def called(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of the seats: their names, or numbers if two names are equal."""
    return seats if len(set(seats)) == len(seats) else tuple(str(k) for k in range(len(seats)))


def _number(step: Step, k: int, asked: int) -> int:
    """Return the default question number of a step: the first step of the agenda has the latest."""
    return asked if k == 0 and step.name in steps and steps[step.name].prompt else 0


def _seats(data: Mapping[str, Any]) -> tuple[str, ...]:
    seats = data.get("seats")
    if not isinstance(seats, list) or not seats or not all(isinstance(name, str) for name in seats):
        raise Slip(("seats",), Text("The names of those who play belong here, as a list of words in quotes."))
    for k, name in enumerate(seats):
        if not name or clean(name) != name:
            raise Slip(("seats", k), Text("That is no player's name: it is empty, too long, or cannot be shown."))
    return tuple(seats)


def _argument(arg: int | str) -> str:
    return arg if isinstance(arg, str) and WORD.fullmatch(arg) else json.dumps(arg, ensure_ascii=False)


def _args(name: str, said: str, path: Path) -> tuple[int | str, ...]:
    """Parse the arguments of a step. Raises ``ParseError`` unless they suit its signature."""
    rule = steps[name]
    try:
        args = _listed(said)
        inspect.signature(rule.prompt or rule.run).bind(None, *args)
    except (ValueError, TypeError) as error:
        short = name.partition(".")[2]
        raise Slip(path, Text("The step “{step}” has other values in its brackets.", step=short)) from error
    return tuple(bounded(arg, path) if isinstance(arg, int) else arg for arg in args)


def _listed(said: str) -> list[int | str]:
    """Parse numbers and words between commas. Raises ``ValueError`` for anything else."""
    args = ARGUMENT.findall(said)
    if said and not re.fullmatch(f"{ARGUMENT.pattern}(?:,{ARGUMENT.pattern})*", said):
        raise ValueError(said)
    return [arg if WORD.fullmatch(arg) else json.loads(arg) for arg in args]
