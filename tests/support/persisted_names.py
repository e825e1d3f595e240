"""The names that saves, exports, situations and settings hold, and the check of their list.

``python -m tests.support.persisted_names`` adds those of today to ``fixtures/persisted_names.toml`` and removes none:
a name that was written once stays in the list, and an alias (``rules/persisted_aliases.toml``) leads to today's.
"""

from __future__ import annotations

import json
import sqlite3
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

from companion.base import actors
from companion.dice import provenance
from companion.exchange import importer
from companion.library import archive
from companion.server import tls
from companion.situation import document
from companion.situation.document import SituationFormat
from companion.situation.toml_codec import ParseError, union_members
from companion.storage import daily_copies, schema, sqlite_database
from companion.storage import settings as remembered
from companion.storage.codec import COMMON_EVENTS, Codec, field_types
from companion.ui.design import preferences, speech
from companion.ui.games.four_souls.effect_builder import pad
from companion.ui.games.malifaux import muster
from rules.engine import Aliases, FactSet, Game, State, steps
from rules.engine.aliases import KEY_NUMBER, resolve_name
from rules.malifaux.model.fate_deck import DECK
from rules.persisted_aliases import EVERY_GAME, load_aliases
from rules.registry import GAMES
from tests.support.paths import FIXTURES, ROOT

FILE = FIXTURES / "persisted_names.toml"
RULES = ROOT / "rules"
COMPANION = "companion"
Names = dict[str, dict[str, Any]]
"""By game (or ``engine``, ``companion``) and kind: names, or names with their parts."""
TABLES = {
    "four_souls": """
        seats = ["Ana", "Beto"]
        settings = {mode = "solo"}
        turn = 1
        numbered = 3
        slots = [{id = 1, card = "Fly", life = 1, evasion = 2, attack = 1}, false]
        players = {Ana = {treasures = 1, items = [{id = 3, name = "Sack", counters = 1}]}}
    """,
    "king_of_tokyo": """
        seats = ["Ana", "Beto"]
        turn = 1
        curse = "pharaonic_ego"
        [settings]
        "variant.curses" = "on"
        "variant.tower" = "on"
        "variant.berserk" = "on"
        "variant.transformation" = "on"
        "variant.wickedness" = "both"
        "follow.shop" = "on"
        [monsters.Ana]
        poison = 1
        shrink = 1
        cultists = 1
        wickedness = 1
        cards = [{id = 1, card = "acid_attack", counters = 1}, {id = 2, card = "mimic"}]
    """,
    "malifaux": """
        seats = ["Ana", "Beto"]
        turn = 1
        players = {Ana = {crew = [{id = 1, name = "Seamus", wounds = 3, full = 3, conditions = [
            {id = 2, name = "Slow", turns = 1, acts = false}
        ]}]}}
    """,
}
"""Situations with the trackers that those of the fixtures lack."""


# --- today's names -----------------------------------------------------------------------------------------------


def collect(games: Iterable[Game[Any]] = tuple(GAMES.values())) -> Names:
    """Every name of today that reaches a file."""
    every = tuple(games)
    found = {EVERY_GAME: _of_engine(every), COMPANION: _of_companion()}
    return {**found, **{game.key: of_game(game) for game in every}}


def of_game(game: Game[Any]) -> dict[str, Any]:
    """The names that belong to one game."""
    own = {name: record for name, record in records(game).items() if not _shared(record)}
    cards = [card for catalogue in game.catalogues.values() for card in catalogue]
    return {
        "steps": sorted(name.partition(".")[2] for name in steps if name.startswith(f"{game.key}.")),
        "events": sorted(event.__name__ for event in game.event_types if not _shared(event)),
        "records": _fields(own),
        "values": _values(own),
        "switches": {switch.key: [choice for choice, _ in switch.choices] for switch in game.switches},
        "trackers": sorted(trackers(game)),
        "facts": sorted(facts(game)),
        "places": sorted(place.rule for place in game.positions),
        "cards": sorted(_card_ids(game.key)),
        "card_names": sorted({name for card in cards for name in (card.name.es, card.name.en)}),
        "catalogues": sorted(game.catalogues),
        "dice": sorted(kind.key for kind in game.dice_kinds if kind),
    }


def _of_engine(games: Iterable[Game[Any]]) -> dict[str, Any]:
    shared = {name: r for game in games for name, r in records(game).items() if _shared(r)}
    events = {event.__name__ for game in games for event in (*COMMON_EVENTS, *game.event_types) if _shared(event)}
    return {"events": sorted(events), "records": _fields(shared), "values": _values(shared)}


def _of_companion() -> dict[str, Any]:
    chosen = {field.name for field in fields(preferences.Preferences)} - set(preferences.SYSTEM_FIELDS)
    return {
        "settings": sorted(remembered.SETTING_KEYS),
        "browser": sorted((preferences.PREFERENCES_KEY, preferences.LETTERS_KEY, speech.SPEECH_KEY)),
        "habits": sorted({*chosen, "scale"}),
        "archive": sorted(
            (archive.HEADER_FILE, archive.GAMES_FOLDER, archive.CARDS_FILE, archive.DICE_FILE, archive.SETTINGS_FILE)
        ),
        "files": sorted(
            (
                sqlite_database.DATABASE_FILE,
                daily_copies.BACKUP_FOLDER,
                f"{tls.TLS_FOLDER}/{tls.AUTHORITY_FILE}",
                f"{tls.TLS_FOLDER}/{tls.SERVER_FILE}",
            )
        ),
        "actors": sorted((actors.HOST_ACTOR, actors.PHONE_ACTOR, actors.CAMERA_ACTOR, actors.STOPS_ACTOR)),
        "throws": sorted(get_args(provenance.RollSource)),
        "remembered_cards": sorted((pad.EFFECTS_KEY, pad.EVENTS_KEY, muster.CREWS_KIND)),
        "export_head": sorted(field.name for field in fields(importer.ExportHeader)),
        "export_entry": sorted(field.name for field in fields(importer.ExportedEntry)),
        "situation": sorted((*document.HEADER_KEYS, "agenda")),
        "tables": _tables(),
    }


def _tables() -> dict[str, list[str]]:
    with closing(sqlite3.connect(":memory:")) as db:
        schema.migrate(db)
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [row[1] for row in db.execute(f"PRAGMA table_info({name})")] for name in sorted(names)}


def records(game: Game[Any]) -> dict[str, type]:
    """Every record that is stored for that game; records reached by its notes alone are not."""
    waiting: list[Any] = [*COMMON_EVENTS, *game.event_types, game.state_type]
    found, seen = dict[str, type](), set[Any]()
    while waiting:
        hint = waiting.pop()
        if hint in seen:
            continue
        seen.add(hint)
        waiting += get_args(hint)
        record = get_origin(hint) or hint
        if isinstance(record, type) and is_dataclass(record):
            found[record.__name__] = record
            unwritten = ("notes",) if issubclass(record, State) else ()
            waiting += (kind for name, kind in field_types(record).items() if name not in unwritten)
    return found


def _shared(record: type) -> bool:
    return record.__module__.startswith("rules.engine.")


def _fields(found: Mapping[str, type]) -> dict[str, list[str]]:
    return {name: sorted(field.name for field in fields(record)) for name, record in sorted(found.items())}


def _values(found: Mapping[str, type]) -> dict[str, list[str]]:
    """The string literals that a field allows."""
    every = {f"{name}.{f}": _words(kind) for name, record in found.items() for f, kind in field_types(record).items()}
    return {where: sorted(words) for where, words in sorted(every.items()) if words}


def _words(hint: Any) -> set[str]:
    if get_origin(hint) is Literal:
        return {word for word in get_args(hint) if isinstance(word, str)}
    inside = union_members(hint) if union_members(hint) != (hint,) else get_args(hint)
    return {word for arm in inside for word in _words(arm)}


def trackers(game: Game[Any]) -> set[str]:
    """The tracker keys in the fixtures' situations and in ``TABLES``; ``#`` stands for a number."""
    return {KEY_NUMBER.sub("#", tracker.key) for state in _states(game) for tracker in game.trackers(state)}


def facts(game: Game[Any]) -> set[str]:
    """The keys of the facts in the same situations; those that are trackers elsewhere are among those."""
    found = (fact for state in _states(game) for fact in game.facts(state))
    return {KEY_NUMBER.sub("#", fact.key) for fact in found if isinstance(fact.template.value, FactSet)}


def _states(game: Game[Any]) -> Iterator[Any]:
    """The states of the fixtures' situations and of ``TABLES``."""
    texts = [path.read_text("utf-8") for path in (FIXTURES / "situations").glob(f"{game.key}-*.toml")]
    return _readable(SituationFormat(Codec(game)), (*texts, TABLES.get(game.key, 'seats = ["A", "B"]')))


def _readable(situations: SituationFormat[Any], texts: Iterable[str]) -> Iterator[Any]:
    """The states of the readable situations; a lost name is reported instead of raised."""
    for text in texts:
        with suppress(ParseError):
            yield situations.read(tomllib.loads(text))


@cache
def _card_ids(game: str) -> frozenset[str]:
    """The ids of the cards in a game's data files."""
    found = set(DECK) if game == "malifaux" else set()
    for path in (RULES / game).rglob("*.*"):
        if path.suffix == ".csv":
            found |= {line.partition(";")[0] for line in path.read_text("utf-8").splitlines()[1:] if line}
        elif path.suffix == ".toml":
            data = tomllib.loads(path.read_text("utf-8"))
            found |= {key for key, card in data.items() if isinstance(card, dict)}
    return frozenset(found)


# --- problems ----------------------------------------------------------------------------------------------------


def problems(kept: Names, present: Names, known: Mapping[str, Aliases], settings: Mapping[str, str]) -> list[str]:
    """A sentence for every name that is lost, not in the list, or wrongly aliased.

    ``settings`` maps old setting keys to newer ones.
    """
    found = []
    for owner in {**kept, **present}:
        ours, today = kept.get(owner, {}), present.get(owner, {})
        old = known.get(owner, Aliases())
        every, read_by = _with_shared(today, present), known.get(EVERY_GAME, Aliases()).merged_with(old)
        lost = [one for one in _flat(ours) if not _there(every, read_by, settings, owner, *one)]
        new = sorted(set(_flat(today)) - set(_flat(ours)))
        found += [
            f"{owner}: {_said(one)} is in saved files, and is neither there today nor aliased" for one in _whole(lost)
        ]
        found += [
            f"{owner}: {_said(one)} is not in {FILE.name}: run python -m tests.support.persisted_names"
            for one in _whole(new)
        ]
        found += bad_aliases(owner, old, present, settings if owner == COMPANION else {})
    return found


Found = tuple[str, tuple[str, ...]]
"""A kind, and a name followed by its part, if any."""


def _said(one: Found) -> str:
    kind, name = one
    return f"{kind} {' / '.join(name)}"


def _whole(names: list[Found]) -> list[Found]:
    """Those names without the parts of names that are among them."""
    return [(kind, name) for kind, name in names if len(name) == 1 or (kind, name[:1]) not in names]


def _with_shared(today: Mapping[str, Any], present: Names) -> dict[str, Any]:
    """The names of a game and of the engine, where a record of the game may have moved."""
    shared = present.get(EVERY_GAME, {})
    return {
        **today,
        "events": [*shared.get("events", ()), *today.get("events", ())],
        "records": {**shared.get("records", {}), **today.get("records", {})},
        "values": {**shared.get("values", {}), **today.get("values", {})},
    }


def _flat(names: Mapping[str, Any]) -> Iterator[Found]:
    """Each name with its kind."""
    for kind, held in names.items():
        for name in held:
            yield kind, (name,)
            yield from ((kind, (name, one)) for one in (held[name] if isinstance(held, dict) else ()))


def _there(
    today: Mapping[str, Any], old: Aliases, settings: Mapping[str, str], owner: str, kind: str, name: tuple[str, ...]
) -> bool:
    """Whether that name resolves to one of today's."""
    held = today.get(kind, {})
    match kind, name:
        case "records", (record, field):
            present = old.record(record)
            return old.field(present, field) in held.get(present, ())
        case "values", (where, *words):
            return _value_there(today, old, where, words)
        case "switches", (switch, choice):
            key, chosen = old.ruling(switch, choice)
            return chosen in held.get(key, ())
        case "cards", (card,):
            return any(resolve_name(table, card) in held for table in ({}, *old.values.values()))
        case _, (one,):
            return _present(old, settings, owner, kind, one) in held
        case _, (one, inside):
            return inside in held.get(one, ())
    raise ValueError(kind)


def _value_there(today: Mapping[str, Any], old: Aliases, where: str, words: list[str]) -> bool:
    """Whether the field exists, and allows those values if it is limited to some."""
    record, _, field = where.rpartition(".")
    record = old.record(record)
    field = old.field(record, field)
    taken = today["values"].get(f"{record}.{field}")
    if taken is None:
        return field in today["records"].get(record, ())
    return all(old.value(record, field, word) in taken for word in words)


def _present(old: Aliases, settings: Mapping[str, str], owner: str, kind: str, name: str) -> str:
    """The present name of what older files call by that name."""
    match kind:
        case "steps":
            return old.step(f"{owner}.{name}").partition(".")[2]
        case "events" | "records":
            return old.record(name)
        case "switches":
            return old.switch(name)
        case "trackers" | "facts":
            return old.tracker(name)
        case "places":
            return old.place(name)
        case "card_names":
            return old.card_name(name)
        case "settings":
            return resolve_name(settings, name)
    return name


def bad_aliases(owner: str, old: Aliases, present: Names, settings: Mapping[str, str]) -> Iterator[str]:
    """A sentence for every alias that leads to no name, or whose old name is in use."""
    today = present.get(owner, {})
    every = {**present.get(EVERY_GAME, {}).get("records", {}), **today.get("records", {})}
    tables = {
        "steps": (old.steps, today.get("steps", ())),
        "records": (old.records, every),
        "trackers": (old.trackers, today.get("trackers", ())),
        "switches": (old.switches, today.get("switches", ())),
        "places": (old.places, today.get("places", ())),
        "card_names": (old.card_names, today.get("card_names", ())),
        "fields": (old.fields, None),
        "settings": (settings, today.get("settings", ())),
        **{f"choices.{key}": (t, today.get("switches", {}).get(key, ())) for key, t in old.choices.items()},
        **{f"values.{key}": (t, _words_of(key, today, every)) for key, t in old.values.items()},
    }
    for kind, (table, names) in tables.items():
        pairs = _field_pairs(table, every) if names is None else ((a, resolve_name(table, a), names) for a in table)
        for alias, target, held in pairs:
            if target not in held:
                yield f"{owner}: the alias {kind} {alias!r} leads to {target!r}, which there is not"
            if alias.rpartition(".")[2] in held if names is None else alias in held:
                yield f"{owner}: the alias {kind} {alias!r} hides what is called so today"


def _field_pairs(table: Mapping[str, str], every: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for name in table:
        record, _, field = name.rpartition(".")
        yield name, Aliases(fields=table).field(record, field), every.get(record, ())


def _words_of(where: str, today: Mapping[str, Any], every: Mapping[str, Any]) -> Any:
    """The values that a field allows, or the ids of cards where it takes any text."""
    record, _, field = where.rpartition(".")
    if field not in every.get(record, ()):
        return ()
    return today.get("values", {}).get(where) or today.get("cards", ())


def known_aliases() -> dict[str, Aliases]:
    """The aliases of every game, and the shared ones."""
    return {EVERY_GAME: load_aliases(EVERY_GAME), **{key: game.aliases for key, game in GAMES.items()}}


# --- the file ----------------------------------------------------------------------------------------------------


def read() -> Names:
    """The names of the file."""
    return tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}


def merged(kept: Any, present: Any) -> Any:
    """The union of both, sorted."""
    if isinstance(present, dict) or isinstance(kept, dict):
        kept, present = kept or {}, present or {}
        return {key: merged(kept.get(key), present.get(key)) for key in sorted({*kept, *present})}
    return sorted({*(kept or ()), *(present or ())})


def text(names: Names) -> str:
    """The content of the file: by game, then by kind."""
    lines = [
        "# Written by tests/support/persisted_names.py; a name is only ever added. See rules/persisted_aliases.toml."
    ]
    for owner, kinds in names.items():
        plain = {kind: held for kind, held in kinds.items() if not isinstance(held, dict)}
        lines += ["", f"[{owner}]", *(f"{kind} = {_list(held)}" for kind, held in plain.items())]
        for kind in (kind for kind in kinds if kind not in plain):
            lines += ["", f"[{owner}.{kind}]"]
            lines += [f"{json.dumps(key)} = {_list(held)}" for key, held in kinds[kind].items()]
    return "\n".join(lines) + "\n"


def _list(held: list[str]) -> str:
    said = ", ".join(json.dumps(name, ensure_ascii=False).replace(" ", "\0") for name in held)
    lines = textwrap.wrap(said, 114, break_long_words=False, break_on_hyphens=False)
    whole = f"[{lines[0]}]" if len(lines) == 1 else "".join(("[\n", *(f"    {line}\n" for line in lines), "]"))
    return (whole if lines else "[]").replace("\0", " ")


if __name__ == "__main__":
    FILE.write_text(text(merged(read(), collect())), "utf-8")
