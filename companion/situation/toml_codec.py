"""TOML codec of state records: defaults are omitted, errors have a path."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin

from companion.base.input_limits import TOO_DEEP, Path
from companion.storage.codec import built, hints
from rules.engine import NO_ALIASES, Aliases, Game, Text

FARTHEST = 9_999
"""Maximum magnitude of a number in a state: a count of cards, a turn, a question number."""
TOO_LARGE = Text("That number is too large: {n} is the most.", n=FARTHEST)
DEEPEST = 12
"""Maximum nesting of lists and records; no game has half of that."""
TYPE = "type"
"""Key of the record's class name, where several classes are possible."""


class Slip(ValueError):  # noqa: N818 - whoever wrote it slipped
    """The value at ``path`` cannot be read; ``reason`` says why."""

    def __init__(self, path: Path, reason: Text) -> None:
        super().__init__(f"{path}: {reason.key}")
        self.path = path
        self.reason = reason


@dataclass(frozen=True)
class Spelling:
    """Codec between the values of one game and TOML values; ``cards`` are the named records.

    None is written as ``false``, a record as a table of its differences from the default, a card of a catalogue as its
    name. Old names from ``aliases`` are accepted when reading.
    """

    cards: Mapping[type, Mapping[str, Any]]
    aliases: Aliases = NO_ALIASES

    def written(self, value: Any, hint: Any, usual: Any = MISSING) -> Any:
        """Encode a value of that annotation; of a record only the differences from ``default``."""
        match value:
            case None:
                return False
            case bool() | int() | str():
                return value
            case frozenset():
                return [self.written(item, _of(hint, frozenset)[0]) for item in sorted(value)]
            case tuple():
                kinds = _kinds(_of(hint, tuple), len(value))
                return [self.written(item, kind) for item, kind in zip(value, kinds, strict=True)]
        return self._named(value, hint) or self._table(value, hint, usual)

    def _named(self, value: Any, hint: Any) -> str:
        """Return the catalogue name of exactly this record, if a name is allowed here."""
        cards = self.cards.get(type(value), {})
        return "" if str in arms(hint) else next((name for name, card in cards.items() if card == value), "")

    def _table(self, value: Any, hint: Any, usual: Any) -> dict[str, Any]:
        arm, among = _arm(hint, type(value)), records(hint)
        said: dict[str, Any] = {TYPE: type(value).__name__} if len(among) > 1 else {}
        kinds = hints_of(arm)
        for name, before in _usual(type(value), usual).items():
            now = getattr(value, name)
            if before is MISSING or now != before:
                said[name] = self.written(now, kinds[name], before)
        return said

    def read(self, data: Any, hint: Any, usual: Any = MISSING, path: Path = ()) -> Any:
        """Decode a value of that annotation. Raises ``ParseError``."""
        kinds = arms(hint)
        if len(path) > DEEPEST:
            raise Slip(path, TOO_DEEP)
        match data:
            case False if type(None) in kinds:
                return None
            case bool() if bool in kinds:
                return data
            case int() if int in kinds and not isinstance(data, bool):
                return bounded(data, path)
            case str() if str in kinds or data in _words(kinds):
                return data
            case str() if any(kind in self.cards for kind in kinds):
                return self._card(data, kinds, path)
            case list() if any(get_origin(kind) in (tuple, frozenset) for kind in kinds):
                return self._list(data, hint, path)
            case dict() if records(hint):
                return self._record(data, hint, usual, path)
        raise Slip(path, _wanted(kinds))

    def _card(self, name: str, kinds: Iterable[Any], path: Path) -> Any:
        known = {key.casefold(): card for kind in kinds for key, card in self.cards.get(kind, {}).items()}
        found = name.casefold() if name.casefold() in known else self.aliases.card_name(name).casefold()
        if found not in known:
            raise Slip(path, unknown(name, [key for kind in kinds for key in self.cards.get(kind, {})]))
        return known[found]

    def _list(self, data: list[Any], hint: Any, path: Path) -> Any:
        loose = _of(hint, frozenset)
        if loose:
            return frozenset(self.read(item, loose[0], path=(*path, k)) for k, item in enumerate(data))
        kinds = _kinds(_of(hint, tuple), len(data))
        if len(kinds) != len(data):
            raise Slip(path, Text("{n} values belong here.", n=len(kinds)))
        return tuple(self.read(item, kinds[k], path=(*path, k)) for k, item in enumerate(data))

    def _record(self, data: dict[str, Any], hint: Any, usual: Any, path: Path) -> Any:
        arm = self._chosen(data, hint, path)
        record = get_origin(arm) or arm
        before, kinds = _usual(record, usual), hints_of(arm)
        data = self.renamed(record, data)
        for key in data:
            if key not in kinds and key != TYPE:
                raise Slip((*path, key), unknown(key, kinds))
        found = {}
        for name, value in before.items():
            if name in data:
                found[name] = self.read(data[name], kinds[name], value, (*path, name))
            elif value is MISSING:
                raise Slip(path, missing(name))
            else:
                found[name] = value
        return built(record, found)

    def renamed(self, record: type, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data of a record with old field names and words replaced by today's."""
        today = ((self.aliases.field(record.__name__, key), value) for key, value in data.items())
        return {key: self.aliases.value(record.__name__, key, value) for key, value in today}

    def _chosen(self, data: dict[str, Any], hint: Any, path: Path) -> Any:
        """Return the record type: the only possible one, or the one named in the data."""
        among = {(get_origin(arm) or arm).__name__: arm for arm in records(hint)}
        if len(among) == 1:
            return next(iter(among.values()))
        name = data.get(TYPE)
        found = self.aliases.record(name) if isinstance(name, str) else ""
        if found not in among:
            raise Slip(path, Text("“{key}” is one of these here: {words}.", key=TYPE, words=", ".join(among)))
        return among[found]


def spelling(game: Game[Any], aliases: Aliases = NO_ALIASES) -> Spelling:
    """Create the codec of a game; card names are written in English, read in both languages."""
    cards: dict[type, dict[str, Any]] = {}
    every = [card for catalogue in game.catalogues.values() for card in catalogue]
    for name, record in [(card.name.en, card.record) for card in every] + [
        (card.name.es, card.record) for card in every
    ]:
        cards.setdefault(type(record), {}).setdefault(name, record)
    return Spelling(cards, aliases)


def unknown(word: str, known: Iterable[str]) -> Text:
    """Describe an unknown name, with the most similar known one."""
    near = get_close_matches(word[:60], list(known), 1, 0.5)
    if near:
        return Text("Nothing here is called “{word}”. Is it “{near}”?", word=word[:60], near=near[0])
    return Text("Nothing here is called “{word}”.", word=word[:60])


def missing(key: str) -> Text:
    """Describe a missing key."""
    return Text("“{key}” is missing here.", key=key)


def _wanted(kinds: Sequence[Any]) -> Text:
    """Describe which kind of value is expected."""
    words = _words(kinds)
    if words:
        return Text("One of these belongs here: {words}.", words=", ".join(word or '""' for word in words))
    if bool in kinds:
        return Text("“true” or “false” belongs here.")
    if int in kinds:
        return Text("A whole number belongs here.")
    if str in kinds:
        return Text("Words in quotes belong here.")
    if any(get_origin(kind) in (tuple, frozenset) for kind in kinds):
        return Text("A list in square brackets belongs here.")
    return Text("Names with their values in braces belong here.")


def bounded(number: int, path: Path) -> int:
    """Return the number if it is within ``MAX_NUMBER``. Raises ``ParseError``."""
    if abs(number) > FARTHEST:
        raise Slip(path, TOO_LARGE)
    return number


# --- type annotations --------------------------------------------------------------------------------------------


@cache
def arms(hint: Any) -> tuple[Any, ...]:
    """Return the members of a union annotation, or the annotation itself."""
    if get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(arm for member in get_args(hint) for arm in arms(member))
    return (hint,)


@cache
def records(hint: Any) -> tuple[Any, ...]:
    """Return the dataclasses among the members of an annotation."""
    return tuple(arm for arm in arms(hint) if is_dataclass(get_origin(arm) or arm))


@cache
def _words(kinds: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind))


def _of(hint: Any, container: type) -> tuple[Any, ...]:
    """Return the item types of the container that the annotation allows, if it does."""
    return next((get_args(arm) for arm in arms(hint) if get_origin(arm) is container), ())


def _kinds(held: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    return held[:1] * count if held[1:] == (...,) else held


def _arm(hint: Any, record: type) -> Any:
    return next(arm for arm in records(hint) if (get_origin(arm) or arm) is record)


@cache
def hints_of(arm: Any) -> dict[str, Any]:
    """Return the annotations of a record's fields, with type variables of generics replaced."""
    record = get_origin(arm) or arm
    filled = dict(zip(getattr(record, "__parameters__", ()), get_args(arm), strict=True))
    return {name: _filled(hint, filled) for name, hint in hints(record).items()}


def _filled(hint: Any, filled: Mapping[Any, Any]) -> Any:
    if isinstance(hint, TypeVar):
        return filled[hint]
    free = getattr(hint, "__parameters__", ())
    return hint[tuple(filled[one] for one in free)] if free else hint


def _usual(record: type, usual: Any) -> dict[str, Any]:
    """Return the default of each field.

    It is taken from the default record, else from the class; ``MISSING`` if there is none.
    """
    if type(usual) is record:
        return {field.name: getattr(usual, field.name) for field in fields(record)}
    return dict(_defaults(record))


def _defaults(record: type) -> Iterator[tuple[str, Any]]:
    for field in fields(record):
        made = field.default if field.default_factory is MISSING else field.default_factory()
        yield field.name, made
