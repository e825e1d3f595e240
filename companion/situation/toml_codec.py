"""TOML codec of state records: defaults are omitted, errors have a path."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

from companion.base.input_limits import TOO_DEEP_TEXT, KeyPath
from companion.base.value_types import Annotation, JsonTable, JsonValue, SavedValue
from companion.storage.codec import build_record, field_types
from rules.engine import Game, State, Text

if TYPE_CHECKING:
    from dataclasses import _MISSING_TYPE

    from _typeshed import DataclassInstance

S = TypeVar("S", bound=State)
Default: TypeAlias = "SavedValue | _MISSING_TYPE"
"""The default of a field; ``MISSING`` if it has none."""
MAX_NUMBER = 9_999
"""Maximum magnitude of a number in a state: a count of cards, a turn, a question number."""
TOO_LARGE_TEXT = Text("That number is too large: {n} is the most.", n=MAX_NUMBER)
MAX_DEPTH = 12
"""Maximum nesting of lists and records; no game has half of that."""
TYPE_KEY = "type"
"""Key of the record's class name, where several classes are possible."""


class ParseError(ValueError):
    """The value at ``path`` cannot be read; ``reason`` says why."""

    def __init__(self, path: KeyPath, reason: Text) -> None:
        super().__init__(f"{path}: {reason.key}")
        self.path = path
        self.reason = reason


@dataclass(frozen=True)
class TomlCodec:
    """Codec between the values of one game and TOML values; ``cards`` are the named records.

    None is written as ``false``, a record as a table of its differences from the default, a card of a catalogue as its
    name.
    """

    cards: Mapping[type, Mapping[str, DataclassInstance]]

    def encode(self, value: SavedValue, hint: Annotation, default: Default = MISSING) -> JsonValue:
        """Encode a value of that annotation; of a record only the differences from ``default``."""
        match value:
            case None:
                return False
            case int() | str():
                return value
            case frozenset():
                members: Iterable[Any] = value  # of one kind, which has an order
                return [self.encode(item, _item_types(hint, frozenset)[0]) for item in sorted(members)]

            case tuple():
                kinds = _types_of_items(_item_types(hint, tuple), len(value))
                return [self.encode(item, kind) for item, kind in zip(value, kinds, strict=True)]
        assert is_dataclass(value)  # no state holds a map or a fraction
        return self._catalogue_name(value, hint) or self._encode_record(value, hint, default)

    def _catalogue_name(self, value: DataclassInstance, hint: Annotation) -> str:
        """Return the catalogue name of exactly this record, if a name is allowed here."""
        cards = self.cards.get(type(value), {})
        return "" if str in union_members(hint) else next((name for name, card in cards.items() if card == value), "")

    def _encode_record(self, value: DataclassInstance, hint: Annotation, default: Default) -> JsonTable:
        candidates = record_types(hint)
        arm = next(arm for arm in candidates if _record_class(arm) is type(value))
        table: JsonTable = {TYPE_KEY: type(value).__name__} if len(candidates) > 1 else {}
        kinds = field_hints(arm)
        for name, before in _default_values(type(value), default).items():
            now = getattr(value, name)
            if before is MISSING or now != before:
                table[name] = self.encode(now, kinds[name], before)
        return table

    def decode(self, data: JsonValue, hint: Annotation, default: Default = MISSING, path: KeyPath = ()) -> SavedValue:
        """Decode a value of that annotation. Raises ``ParseError``."""
        kinds = union_members(hint)
        if len(path) > MAX_DEPTH:
            raise ParseError(path, TOO_DEEP_TEXT)
        match data:
            case False if type(None) in kinds:
                return None
            case bool() if bool in kinds:
                return data
            case int() if int in kinds and not isinstance(data, bool):
                return check_number(data, path)
            case str() if str in kinds or data in _literal_words(kinds):
                return data
            case str() if any(kind in self.cards for kind in kinds):
                return self._decode_card(data, kinds, path)
            case list() if any(get_origin(kind) in (tuple, frozenset) for kind in kinds):
                return self._decode_list(data, hint, path)
            case dict() if record_types(hint):
                return self._decode_record(data, hint, default, path)
        raise ParseError(path, _describe_expected(kinds))

    def _decode_card(self, name: str, kinds: Iterable[Annotation], path: KeyPath) -> DataclassInstance:
        cards = [card for kind, table in self.cards.items() if kind in kinds for card in table.items()]
        known = {key.casefold(): card for key, card in cards}
        if name.casefold() not in known:
            raise ParseError(path, describe_unknown(name, [key for key, _ in cards]))
        return known[name.casefold()]

    def _decode_list(self, data: list[JsonValue], hint: Annotation, path: KeyPath) -> SavedValue:
        item_types = _item_types(hint, frozenset)
        if item_types:
            return frozenset(self.decode(item, item_types[0], path=(*path, k)) for k, item in enumerate(data))
        kinds = _types_of_items(_item_types(hint, tuple), len(data))
        if len(kinds) != len(data):
            raise ParseError(path, Text("{n} values belong here.", n=len(kinds)))
        return tuple(self.decode(item, kinds[k], path=(*path, k)) for k, item in enumerate(data))

    def _decode_record(self, data: JsonTable, hint: Annotation, default: Default, path: KeyPath) -> DataclassInstance:
        arm = self._record_type(data, hint, path)
        record = _record_class(arm)
        before, kinds = _default_values(record, default), field_hints(arm)
        for key in data:
            if key not in kinds and key != TYPE_KEY:
                raise ParseError((*path, key), describe_unknown(key, kinds))
        values = dict[str, SavedValue]()
        for name, value in before.items():
            if name in data:
                values[name] = self.decode(data[name], kinds[name], value, (*path, name))
            elif value is MISSING:
                raise ParseError(path, describe_missing(name))
            else:
                values[name] = value
        return build_record(record, values)

    def _record_type(self, data: JsonTable, hint: Annotation, path: KeyPath) -> Annotation:
        """Return the record type: the only possible one, or the one named in the data."""
        candidates = {_record_class(arm).__name__: arm for arm in record_types(hint)}
        if len(candidates) == 1:
            return next(iter(candidates.values()))
        name = data.get(TYPE_KEY)
        if not isinstance(name, str) or name not in candidates:
            raise ParseError(
                path, Text("“{key}” is one of these here: {words}.", key=TYPE_KEY, words=", ".join(candidates))
            )
        return candidates[name]


def toml_codec_of(game: Game[S]) -> TomlCodec:
    """Create the codec of a game; card names are written in English, read in both languages."""
    cards: dict[type, dict[str, DataclassInstance]] = {}
    every = [card for catalogue in game.catalogues.values() for card in catalogue]
    for name, record in [(card.name.en, card.record) for card in every] + [
        (card.name.es, card.record) for card in every
    ]:
        cards.setdefault(type(record), {}).setdefault(name, record)
    return TomlCodec(cards)


def describe_unknown(word: str, known: Iterable[str]) -> Text:
    """Describe an unknown name, with the most similar known one."""
    near = get_close_matches(word[:60], list(known), 1, 0.5)
    if near:
        return Text("Nothing here is called “{word}”. Is it “{near}”?", word=word[:60], near=near[0])
    return Text("Nothing here is called “{word}”.", word=word[:60])


def describe_missing(key: str) -> Text:
    """Describe a missing key."""
    return Text("“{key}” is missing here.", key=key)


def _describe_expected(kinds: tuple[Annotation, ...]) -> Text:
    words = _literal_words(kinds)
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


def check_number(number: int, path: KeyPath) -> int:
    """Return the number if it is within ``MAX_NUMBER``. Raises ``ParseError``."""
    if abs(number) > MAX_NUMBER:
        raise ParseError(path, TOO_LARGE_TEXT)
    return number


# --- type annotations --------------------------------------------------------------------------------------------


@cache
def union_members(hint: Annotation) -> tuple[Annotation, ...]:
    """Return the members of a union annotation, or the annotation itself."""
    if get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(arm for member in get_args(hint) for arm in union_members(member))
    return (hint,)


@cache
def record_types(hint: Annotation) -> tuple[Annotation, ...]:
    """Return the dataclasses among the members of an annotation."""
    return tuple(arm for arm in union_members(hint) if is_dataclass(get_origin(arm) or arm))


@cache
def _literal_words(kinds: tuple[Annotation, ...]) -> tuple[str, ...]:
    return tuple(word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind))


def _item_types(hint: Annotation, container: type) -> tuple[Annotation, ...]:
    return next((get_args(arm) for arm in union_members(hint) if get_origin(arm) is container), ())


def _types_of_items(item_types: tuple[Annotation, ...], count: int) -> tuple[Annotation, ...]:
    return item_types[:1] * count if item_types[1:] == (...,) else item_types


def _record_class(arm: Annotation) -> type[DataclassInstance]:
    record = get_origin(arm) or arm
    if isinstance(record, type) and is_dataclass(record):
        return record
    raise TypeError(f"{arm} is no dataclass")


@cache
def field_hints(arm: Annotation) -> dict[str, Annotation]:
    """Return the annotations of a record's fields, with type variables of generics replaced."""
    record = _record_class(arm)
    filled = dict(zip(getattr(record, "__parameters__", ()), get_args(arm), strict=True))
    return {name: _fill_type_variables(hint, filled) for name, hint in field_types(record).items()}


def _fill_type_variables(hint: Annotation, filled: Mapping[TypeVar, Annotation]) -> Annotation:
    if isinstance(hint, TypeVar):
        return filled[hint]
    free = getattr(hint, "__parameters__", ())
    generic: Any = hint
    return generic[tuple(filled[one] for one in free)] if free else hint


def _default_values(record: type[DataclassInstance], default: Default) -> dict[str, Default]:
    """Return the default of each field.

    It is taken from the default record, else from the class; ``MISSING`` if there is none.
    """
    if type(default) is record:
        return {field.name: getattr(default, field.name) for field in fields(record)}
    return {f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in fields(record)}
