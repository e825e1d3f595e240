"""The names that saves, exports, situations and settings hold, and the check of their list.

``python -m tests.support.persisted_names`` adds those of today to ``fixtures/persisted_names.toml`` and removes none,
because an upgrade (``companion/storage/upgrades.py``) has to lead on what a release has written. ``--prune`` removes
the names that are gone, for those that no release has written.
"""

from __future__ import annotations

import inspect
import json
import re
import sqlite3
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

import click

from companion.base import actors
from companion.base.value_types import JsonTable, JsonValue
from companion.dice import provenance
from companion.exchange import importer
from companion.library import archive
from companion.server import tls
from companion.situation import document
from companion.situation.document import SituationFormat
from companion.situation.toml_codec import ParseError, union_members
from companion.storage import daily_copies, schema, sqlite_database, upgrades
from companion.storage import settings as remembered
from companion.storage.codec import COMMON_EVENTS, Codec, field_types
from companion.storage.upgrades import DocumentKind
from companion.ui.design import preferences, speech
from companion.ui.games.four_souls.effect_builder import pad
from companion.ui.games.malifaux import muster
from rules.engine import FactSet, Game, State, steps
from rules.malifaux.model.fate_deck import DECK
from rules.registry import GAMES
from tests.support.paths import FIXTURES, ROOT

FILE = FIXTURES / "persisted_names.toml"
RULES = ROOT / "rules"
ENGINE, COMPANION = "engine", "companion"
KEY_NUMBER = re.compile(r"(?<=\.)-?\d+(?=\.|$)")
"""A number within a tracker's key, such as the 2 of ``seat.2.life``."""
Names = dict[str, dict[str, Any]]
"""By game (or ``engine``, ``companion``) and kind: names, or names with their parts."""
TABLES = {
    "boss_monster": """
        seats = ["Ana", "Beto"]
        settings = {cards = "virtual", machinations = "on"}
        turn = 1
        phase = "build"
        town = [{id = 1, card = {klass = "c", health = 4}}, {id = 2, card = {klass = "m", health = 6}}]
        declared = [{id = 3, seat = 0, key = "fear"}]
        discards = ["freeze"]
        keeps = {Ana = {boss = "robobo", piles = [[{id = 4, card = "Witch's Kitchen"}]], score = [
            {hero = {id = 5, card = {klass = "m", health = 6}}, wounds = true}
        ]}}
    """,
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
    found = {ENGINE: _of_engine(every), COMPANION: _of_companion()}
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
        schema.upgrade(db)
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
    """The ids of the cards in a game's data files; what people ask about cards is none."""
    found = set(DECK) if game == "malifaux" else set()
    for path in (path for path in (RULES / game).rglob("*.*") if path.parent.name != "questions"):
        if path.suffix == ".csv":
            found |= {line.partition(";")[0] for line in path.read_text("utf-8").splitlines()[1:] if line}
        elif path.suffix == ".toml":
            data = tomllib.loads(path.read_text("utf-8"))
            found |= {key for key, card in data.items() if isinstance(card, dict)}
    return frozenset(found)


# --- problems ----------------------------------------------------------------------------------------------------

Found = tuple[str, tuple[str, ...]]
"""A kind, and a name followed by its part, if any."""
Probe = Callable[..., tuple[DocumentKind, JsonValue]]
PROBES: dict[str, Probe] = {
    "steps": lambda game, name: ("state", {"type": "Step", "name": f"{game}.{name}", "args": [], "asked": 0}),
    "events": lambda _, name: ("event", {"type": name}),
    "records": lambda _, name, *field: ("event", {"type": name, **dict.fromkeys(field)}),
    "values": lambda _, where, *word: ("event", _record_of(where, *word)),
    "switches": lambda _, switch, choice="": ("rulings", {switch: choice}),
    "trackers": lambda _, key: ("event", {"type": "Adjusted", "key": key.replace("#", "1"), "by": 1}),
    "facts": lambda _, key: ("event", {"type": "FactSet", "key": key.replace("#", "1"), "value": ""}),
    "places": lambda _, rule: ("event", {"type": "WentTo", "rule": rule}),
    "settings": lambda _, key: ("setting", {"key": key, "value": ""}),
    "remembered_cards": lambda _, kind: ("card", {"kind": kind, "name": "", "data": None}),
    "dice": lambda _, kind: ("die", {"kind": kind, "face": 1}),
    "export_head": lambda _, key: ("export", {key: None}),
    "export_entry": lambda _, key: ("entry", {key: None}),
    "situation": lambda _, key: ("situation", {key: None}),
}
"""By kind, the smallest document that holds a name of an owner."""
FIXED = ("browser", "habits", "archive", "files")
"""Kinds of names that no upgrade reaches."""
ADVICE = (
    "bring it back; or, if a release has written it, raise FORMAT in companion/storage/upgrades.py and let the upgrade"
    " lead on what holds it (CONTRIBUTING, “A changed save”); or, if none has,"
    " python -m tests.support.persisted_names --prune"
)


def problems(kept: Names, present: Names) -> list[str]:
    """A sentence for every name that is neither there today nor upgraded, and for every one that is not listed."""
    found = []
    for owner in {**kept, **present}:
        listed, today = list(_flat(kept.get(owner, {}))), _with_shared(present.get(owner, {}), present)
        lost = [one for one in listed if not _there(today, *one) and not is_upgraded(owner, *one)]
        new = sorted(set(_flat(present.get(owner, {}))) - set(listed))
        found += [f"{owner}: {_said(one)} is in saves of a release and is gone: {ADVICE}" for one in _whole(lost)]
        found += [
            f"{owner}: {_said(one)} is not in {FILE.name}: run python -m tests.support.persisted_names"
            for one in _whole(new)
        ]
    return found


def is_upgraded(owner: str, kind: str, name: tuple[str, ...]) -> bool:
    """Whether the upgrades change a document that holds this name; of names without a probe, whether they name it."""
    if kind not in PROBES:
        code = "".join(
            f"{inspect.getsource(upgrade.document)}{' '.join(upgrade.statements)}"
            for upgrade in upgrades.UPGRADES.values()
        )
        return kind not in FIXED and re.search(rf"\b{re.escape(name[-1])}\b", code) is not None
    document_kind, document = PROBES[kind](owner, *name)
    with suppress(upgrades.UpgradeError):
        return upgrades.upgrade_document(document_kind, owner, document, 1) != document
    return False


def _record_of(where: str, *word: str) -> JsonTable:
    """A record with that field (``Record.field``)."""
    record, _, field = where.rpartition(".")
    return {"type": record, field: word[0] if word else None}


def _said(one: Found) -> str:
    kind, name = one
    return f"{kind} {' / '.join(name)}"


def _whole(names: list[Found]) -> list[Found]:
    """Those names without the parts of names that are among them."""
    return [(kind, name) for kind, name in names if len(name) == 1 or (kind, name[:1]) not in names]


def _with_shared(today: Mapping[str, Any], present: Names) -> dict[str, Any]:
    """The names of a game and of the engine, where a record of the game may have moved."""
    shared = present.get(ENGINE, {})
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


def _there(today: Mapping[str, Any], kind: str, name: tuple[str, ...]) -> bool:
    """Whether that name is one of today's; a field that is no longer limited to some values takes them all."""
    held = today.get(kind, {})
    if kind == "values" and name[0] not in held:
        record, _, field = name[0].rpartition(".")
        return field in today["records"].get(record, ())
    return name[0] in held and all(part in held[name[0]] for part in name[1:])


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
        "# Written by tests/support/persisted_names.py: every name that a save of a release may hold, or one of today."
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


@click.command(help=__doc__)
@click.option("--prune", "is_pruned", is_flag=True, help="Take out the names that are gone.")
def main(is_pruned: bool) -> None:
    """Write the list anew."""
    FILE.write_text(text(merged({} if is_pruned else read(), collect())), "utf-8")


if __name__ == "__main__":
    main()
