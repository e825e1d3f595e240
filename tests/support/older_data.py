"""Data of commit a5b865e as it was left there, and what of it mended rules tell otherwise since."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import string
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.i18n import Translate, translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.engine import Choice, Event, Outcome, Pick, Prompt, Refused, Text, Tracker, examples, steps
from rules.registry import GAMES
from tests.support.paths import FIXTURES

FOLDER = FIXTURES / "a5b865e"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
MATCHES, EXPORTS, SITUATIONS = EXPECTED["matches"], EXPECTED["exports"], EXPECTED["situations"]
LETTERS: dict[str, str] = json.loads((FOLDER / "situations" / "letters.json").read_text("utf-8"))
LANGUAGES = {"es": translator("es"), "en": translator("en")}
NO_LONGER_ASKED = {"king_of_tokyo-16-KT-54": "KT-22"}
"""Situations whose question a mended rule no longer asks, with the rule of the question that follows.

KT L105: Fluxling copies a keep card; that question offered costumes only.
"""
MENDED_CHOICES: dict[str, tuple[slice, tuple[Text, ...]]] = {
    "01-four_souls": (slice(3, 11), (Text("Use {room}", room="Bomba"), Text("Use {room}", room=Text("the room")))),
    "36-four_souls": (slice(2, 2), (Text("Buy from the shop"), Text("Buy from the deck"))),
    "44-boss_monster": (slice(1, 1), (Text("All {n} heroes: nobody", n=2),)),
}
"""By match, the choices that a mended rule no longer offers, and those that it offers in their place.

01: FS L110, "El jugador con prioridad es el único jugador que puede jugar efectos": what Ana and Beto could play before
Čeda passed is gone; Čeda, whose turn it is, may use the rooms in the start phase too (FS L287). 36: FS L177, a purchase
is declared, and its ¢ are needed only as it resolves (L278). 44: one answer for all heroes who walk (BM-31).
"""
MENDED_LINES = {
    "Beto attacks a monster that has gone": "Beto attacks the monster deck",
    "Beto ataca a un monstruo que ya no está": "Beto ataca el mazo de monstruos",
    "Nada de eso": "Ninguno",
}
"""Lines of the log that are told as what they are.

FS L185: the top of the monster deck is attacked, no monster. The last one is better Spanish for minions.
"""
NO_LONGER_DECLINED = (
    "boss_monster-07-BM-20",
    "boss_monster-11-BM-57",
    "boss_monster-15-BM-24",
    "boss_monster-17-BM-50",
    "darkmoor-02-RD-15",
    "darkmoor-07-RD-25",
)
"""Situations whose last answer, to decline, is no longer offered.

BM L356: "Cada jugador roba una carta"; L379: "Cualquier capacidad … se resuelve". RD L64: "debes activar la habilidad";
L102: "luego resuelven cualquier habilidad".
"""
NOW_DECLINED = {"king_of_tokyo-18-KT-54": Text("Take no tile")}
"""Situations whose question may now be declined, with that last answer: KT L208, "puedes elegir una loseta"."""
FOR_ALL_NOW = {"boss_monster-19-BM-31": Text("All {n} heroes: nobody", n=3)}
"""Situations whose question has a second answer now, for all heroes who walk (BM-31)."""
MORE_OPTIONS = {"boss_monster-03-BM-24": {"es": (4, "Armería goblin"), "en": (4, "Goblin Armory")}}
"""Situations whose first answer names one more card, with its place: BM L50, "75 cartas de Habitaciones"."""
MONSTERS_TO_CHOOSE = {"king_of_tokyo-27-KT-16": Text("Choose monsters first")}
"""Situations whose question has one more answer, the last: everybody may choose a monster before (KT-55)."""
COUNTED_NOW = {"king_of_tokyo-28-KT-16": tuple(Text("{n} smash", "{n} smashes", n=n) for n in range(7))}
"""Situations whose question has more answers in front: of a throw for the start only the smashes count (KT-A2)."""
CHARACTERS_OF_SETS = {"four_souls-22-FS-07": Text("Another character")}
"""Situations whose answers list the characters of the sets on the table, without The Lost, and a typed one (FS-07)."""
WHOLE_TABLE_NOW = (
    "28-four_souls",
    "boss_monster-23-BM-06",
    "darkmoor-11-RD-03",
    "darkmoor-12-RD-07",
    "four_souls-15-FS-82",
    "four_souls-16-FS-92",
    "four_souls-17-FS-109",
    "four_souls-18-FS-122",
    "four_souls-25-FS-10",
    "king_of_tokyo-23-KT-14",
    "king_of_tokyo-27-KT-16",
)
"""Names of what asked one player and asks the whole table now: who begins, what lies there, what was set by hand."""
TOLD_APART = ("boss_monster-13-BM-51", "23-boss_monster", "darkmoor-07-RD-25")
"""Names in which what is called alike is told apart by its place.

Rooms by that in the dungeon (BM L601: its target), escaped minions by that in the haven (RD L102: each one's ability).
"""
PLACE = re.compile(r", (?:(?:habitación|room) \d+|(?:n\.º \d+ en el refugio de|number \d+ in the haven of) [^\"]+)")
LAST = 6
"""Number of the newest log lines that are compared."""
REWORDED: dict[str, list[list[str]]] = tomllib.loads((FIXTURES / "reworded.toml").read_text("utf-8"))
"""By language: every wording of a sentence that was reworded since, the former one first."""
HOLES = {"by": r"[+−]\d+", "n": r"\d+"}
"""Patterns of the holes that hold a number; any other may hold anything."""


# --- opening -----------------------------------------------------------------------------------------------------


@cache
def saves() -> bytes:
    """The database as an SQLite file, built once from its SQL."""
    with sqlite3.connect(":memory:") as db:
        db.executescript(gzip.decompress((FOLDER / "saves.sql.gz").read_bytes()).decode())
        return db.serialize()


@contextmanager
def shelf(folder: Path, data: bytes = b"") -> Iterator[Library]:
    """A library in that folder; with ``data`` it opens that database."""
    if data:
        (folder / "sobremesa.sqlite").write_bytes(data)
    storage = Storage(folder)
    try:
        yield Library(storage, GAMES)
    finally:
        storage.close()


def parametrized(name: str, cases: Iterable[str], label: Any = str) -> Any:
    return pytest.mark.parametrize(name, list(cases), ids=[label(case) for case in cases])


def match_name(id: str) -> str:
    return f"{list(MATCHES).index(id):02}-{MATCHES[id]['facts']['game']}"


# --- what is compared --------------------------------------------------------------------------------------------


def facts(table: Table) -> dict[str, Any]:
    """The prompt's rule and seats, the trackers, the log's length, and the outcome."""
    asked, now, log = table.prompt, table.table_state, table.log(HOST_ROLE)
    return {
        "game": table.game.key,
        "seats": list(table.match.seats),
        "asked": prompt_facts(asked) if asked else None,
        "step_rules": list(steps[table.state.agenda[0].name].rule_ids) if asked else [],
        "trackers": tracker_facts(now.trackers),
        "entries": now.seq,
        "lines": len(log),
        "struck": sum(not line.is_in_effect for line in log),
        "by": [line.entry.actor for line in log[-LAST:]],
        "undoable": now.undo_group is not None,
        "redoable": now.can_redo,
        "outcome": _outcome(table.state.outcome),
    }


def prompt_facts(asked: Prompt) -> dict[str, Any]:
    return {
        "rule": asked.rule,
        "seats": list(asked.seats),
        "window": list(asked.window),
        "choices": len(asked.choices),
    }


def tracker_facts(trackers: Iterable[Tracker]) -> list[Any]:
    return [[one.seat, one.value] for one in trackers]


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"winners": list(outcome.winners), "rule": outcome.rule, "draw": outcome.draw}


def sentences(table: Table, words: Translate) -> dict[str, Any]:
    """The texts of prompt, choices, trackers, newest log lines and rulings."""
    return {
        "title": words(table.prompt.title) if table.prompt else None,
        "choices": choice_texts(table.prompt, words),
        "trackers": [words(one.label) for one in table.table_state.trackers],
        "log": [words(line.text) for line in table.log(HOST_ROLE)[-LAST:]],
        "settings": _settings(table, words),
        "phones": {table.match.seats[seat]: _on_phone(table, seat, words) for seat in sorted(table.claimed_seats)},
    }


def choice_texts(asked: Prompt | None, words: Translate) -> list[Any]:
    return [_choice(choice, words) for choice in asked.choices] if asked else []


def _choice(choice: Choice, words: Translate) -> Any:
    options = [words(one.label) for hole in choice.template.holes if isinstance(hole, Pick) for one in hole.options]
    return [words(choice.label), *options] if options else words(choice.label)


def _settings(table: Table, words: Translate) -> list[str]:
    switches = {one.key: one for one in table.game.switches}
    settled = ((switches[key], choice) for key, choice in table.state.rulings)
    return sorted(f"{words(switch.title)}: {words(dict(switch.choices)[choice])}" for switch, choice in settled)


def _on_phone(table: Table, seat: int, words: Translate) -> list[Any]:
    """The choices on a player's own phone, which may concern a hidden hand."""
    return choice_texts(table.table_state_for(DeviceRole(seat)).prompt, words)


def all_sentences(table: Table) -> dict[str, Any]:
    return {key: sentences(table, words) for key, words in LANGUAGES.items()}


def words_of(id: str, **but: Any) -> dict[str, Any]:
    """The texts of a match as they were then, but for what mended rules changed."""
    return {key: {**_mended_words(id, key, words), **but} for key, words in LANGUAGES.items()}


def _mended_words(id: str, key: str, words: Translate) -> dict[str, Any]:
    expected: dict[str, Any] = MATCHES[id][key]
    choices = list(expected["choices"])
    place, instead = MENDED_CHOICES.get(match_name(id), (slice(0, 0), ()))
    choices[place] = [words(label) for label in instead]
    return {**expected, "choices": choices, "log": mended_lines(expected["log"])}


def mended_lines(lines: Iterable[str]) -> list[str]:
    return [MENDED_LINES.get(line, line) for line in lines]


def facts_of(id: str) -> dict[str, Any]:
    """The facts of a match as they were then, but for the number of choices that mended rules offer."""
    expected: dict[str, Any] = _asked_of_all(match_name(id), MATCHES[id]["facts"])
    if match_name(id) not in MENDED_CHOICES:
        return expected
    return {
        **expected,
        "asked": {**expected["asked"], "choices": len(_mended_words(id, "en", LANGUAGES["en"])["choices"])},
    }


def _asked_of_all(name: str, expected: dict[str, Any]) -> dict[str, Any]:
    """The facts with every seat asked, where that is so now."""
    if name not in WHOLE_TABLE_NOW:
        return expected
    return {**expected, "asked": {**expected["asked"], "seats": list(range(len(expected["seats"])))}}


def mended(name: str) -> dict[str, Any]:
    """What a situation leads to under today's rules."""
    expected = deepcopy(SITUATIONS[name])
    expected["facts"] = _asked_of_all(name, expected["facts"])
    if name in NO_LONGER_DECLINED:
        expected["facts"]["asked"]["choices"] -= 1
        for key in LANGUAGES:
            expected[key]["choices"].pop()
            for choices in expected[key]["phones"].values():
                choices[-1:] = []
    if name in NOW_DECLINED:
        expected["facts"]["asked"]["choices"] += 1
        for key, words in LANGUAGES.items():
            expected[key]["choices"].append(words(NOW_DECLINED[name]))
    if name in FOR_ALL_NOW:
        expected["facts"]["asked"]["choices"] += 1
        for key, words in LANGUAGES.items():
            for choices in (expected[key]["choices"], *expected[key]["phones"].values()):
                choices.insert(1, words(FOR_ALL_NOW[name]))
    if name in MONSTERS_TO_CHOOSE:
        expected["facts"]["asked"]["choices"] += 1
        for key, words in LANGUAGES.items():
            for choices in filter(None, (expected[key]["choices"], *expected[key]["phones"].values())):
                choices.append(words(MONSTERS_TO_CHOOSE[name]))
    if name in COUNTED_NOW:
        expected["facts"]["asked"]["choices"] += len(COUNTED_NOW[name])
        for key, words in LANGUAGES.items():
            counted = [words(label) for label in COUNTED_NOW[name]]
            for choices in (expected[key]["choices"], *expected[key]["phones"].values()):
                choices[:0] = counted
    if name in CHARACTERS_OF_SETS:
        expected["facts"]["asked"]["choices"] *= 2
        for key, words in LANGUAGES.items():
            typed = words(CHARACTERS_OF_SETS[name])
            for choices in (expected[key]["choices"], *expected[key]["phones"].values()):
                choices[:] = [choice for listed in choices for choice in (listed[:-1], typed)]
    for key, (place, option) in MORE_OPTIONS.get(name, {}).items():
        expected[key]["choices"][0].insert(place, option)
    return expected


def told(name: str, texts: Any, expected: Any) -> Any:
    """The texts as they were, where rooms or minions called alike are told apart now."""
    if name not in TOLD_APART:
        return texts
    assert texts != expected
    return json.loads(PLACE.sub("", json.dumps(texts, ensure_ascii=False)))


# --- wordings ----------------------------------------------------------------------------------------------------


def pattern_of(wording: str) -> re.Pattern[str]:
    """The pattern of a filled sentence; a hole that stands twice is filled alike."""
    seen: set[str] = set()
    parts = []
    for text, hole, _, _ in string.Formatter().parse(wording):
        parts.append(re.escape(text))
        if hole is not None:
            parts.append(f"(?P={hole})" if hole in seen else f"(?P<{hole}>{HOLES.get(hole, '.*?')})")
            seen.add(hole)
    return re.compile("".join(parts))


@cache
def wordings(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each wording of each reworded sentence with its first one."""
    return tuple((pattern_of(wording), every[0]) for every in REWORDED[language] for wording in every)


def in_first_wording(language: str, texts: Any) -> Any:
    """The texts with every reworded sentence in its first wording, also one that fills another; settings sorted."""
    match texts:
        case str():
            found = ((one, pattern.fullmatch(texts)) for pattern, one in wordings(language))
            one, filled = next(((one, match) for one, match in found if match), ("", None))
            holes = filled.groupdict() if filled else {}
            return one.format(**{hole: in_first_wording(language, part) for hole, part in holes.items()}) or texts
        case list():
            return [in_first_wording(language, one) for one in texts]
        case dict():
            worded = {key: in_first_wording(language, one) for key, one in texts.items()}
            return worded | ({"settings": sorted(worded["settings"])} if "settings" in worded else {})
    return texts


def worded(texts: dict[str, Any]) -> dict[str, Any]:
    """The texts in both languages, each in its first wording."""
    return {language: in_first_wording(language, one) for language, one in texts.items()}


# --- playing on --------------------------------------------------------------------------------------------------


def offered(table: Table) -> Iterator[Event]:
    """Examples of the answers, the usual ones first."""
    asked = table.prompt
    for choice in sorted(asked.choices if asked else (), key=lambda one: one.role != "default"):
        yield from examples(choice.template)


def answered(table: Table) -> bool:
    """Give the first answer that is accepted; return whether one was."""
    for event in offered(table):
        try:
            table.answer(table.prompt_id, event, HOST_ROLE)
        except Refused:
            continue
        return True
    return False


def question(table: Table) -> Any:
    return facts(table)["asked"], facts(table)["trackers"], all_sentences(table)["es"]["choices"]
