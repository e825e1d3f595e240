"""Each term of docs/terms.md has one translation throughout the Spanish catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import pytest

from companion.i18n import spanish_catalogue
from companion.i18n.extract import ROOT

TERMS_FILE = ROOT / "docs" / "terms.md"
GAMES = {
    "Four Souls": "four_souls",
    "King of Tokyo": "king_of_tokyo",
    "Malifaux": "malifaux",
    "Darkmoor": "darkmoor",
    "Boss Monster": "boss_monster",
}
"""The games as the list names them: in a heading, or in a row that concerns one of several."""
STEMS = {
    "host": r"anfitri",
    "guest": r"invitad",
    "seat": r"asiento|sient|sentado",
    "middle of the table": r"en medio de la mesa",
    "stop": r"parad|par[ae]",
    "hands-free": r"manos libres",
    "guided": r"con guía",
    "numbers only": r"solo números",
    "every window": r"cada momento",
    "house rules": r"reglas de la casa",
    "by hand": r"a mano",
    "undo": r"deshac|deshaz|deshecho",
    "redo": r"rehac|rehecho",
    "history": r"historial",
    "why?": r"¿?por qué",
    "what if?": r"¿y si",
    "situation": r"situaci",
    "loot": r"bot[ií]n|saque",
    "treasure": r"tesoro",
    "shop": r"tienda",
    "soul": r"alma",
    "bonus soul": r"almas? de bonificación",
    "stack": r"pila",
    "priority": r"prioridad",
    "evasion": r"evasi",
    "recharge": r"recarg|cargado",
    "eternal item": r"objetos? eternos?",
    "curse": r"maldi|maldecir",
    "penalty": r"penalizaci",
    "slot": r"casilla",
    "claw": r"garra",
    "smash": r"garra|golpe",
    "yield": r"ced[ea]",
    "tokyo city": r"ciudad (y bahía )?de tokio",
    "bay": r"bahía",
    "energy": r"energía",
    "sweep": r"barr[ei]",
    "mimic": r"mímico",
    "die of fate": r"dado del destino",
    "cultist": r"cultista",
    "berserk": r"berserker",
    "wickedness": r"maldad",
    "crew": r"banda",
    "model": r"miniatura",
    "activation": r"activaci",
    "fate deck": r"barajas? del destino",
    "flip": r"volte",
    "soulstone": r"piedras? de alma",
    "minion": r"esbirro",
    "horde": r"horda",
    "peril": r"peligro",
    "location": r"ubicaci",
    "haven": r"refugio",
    "room": r"habitaci",
    "dungeon": r"mazmorra",
    "bait": r"señuelo",
    "jam": r"atasco",
    "level up": r"sub[ei]\w* de nivel|subido de nivel",
    "wound": r"herida",
}
"""What the Spanish of each English term contains, in lower case."""
EXCEPTIONS = {
    "the Soul of {name}": "a card keeps the name that is printed on it",
    "Stop here": "no stop of the app: the player rolls no more",
    "Stops here": "no stop of the app: the player rolls no more",
}
"""By English text: why a term in it is translated otherwise."""
SIGNS = ("¢", "cents")
"""Terms that are a sign in both languages."""
HOLE = re.compile(r"\{\w*\}")


class Term(NamedTuple):
    """An English term, and the games whose texts use it; none for all texts."""

    english: str
    spanish: str
    games: tuple[str, ...]


@cache
def listed_terms() -> tuple[Term, ...]:
    """Every English term of the list with its row's Spanish, without signs."""
    section, found = "", []
    for line in TERMS_FILE.read_text("utf-8").splitlines():
        section = line if line.startswith("## ") else section
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0] not in ("español", "---"):
            where = re.findall(r"\*([^*]+)\*", cells[2]) or [section]
            games = tuple(key for game, key in GAMES.items() if any(game in place for place in where))
            english = dict.fromkeys(word.removeprefix("to ").lower() for word in re.split(r", | and ", cells[1]))
            found += [Term(word, cells[0].lower(), games) for word in english if word not in SIGNS]
    return tuple(found)


def pattern_of(english: str) -> re.Pattern[str]:
    """The pattern of an English term as a word, with the usual endings at its first and last word."""
    first, _, rest = english.partition(" ")
    ending = "(s|es|ed|led|ing)?"
    return re.compile(rf"(?<!\w){re.escape(first)}{ending}{f' {re.escape(rest)}{ending}' if rest else ''}(?!\w)", re.I)


def forms_of(value: str | Sequence[str]) -> tuple[str, ...]:
    """The singular and plural of a message, or its only form."""
    return (value,) if isinstance(value, str) else tuple(value)


def pairs_with(term: Term) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every English text with the term, of its games, and its Spanish forms."""
    word = pattern_of(term.english)
    for message in spanish_catalogue():
        english = forms_of(message.id)
        is_theirs = not term.games or any(f"/{game}/" in file for file, _ in message.locations for game in term.games)
        if is_theirs and any(word.search(HOLE.sub("{}", form)) for form in english):
            yield english[0], forms_of(message.string)


def wrong(term: Term) -> list[str]:
    """The English texts whose Spanish lacks the term's."""
    stem = re.compile(STEMS[term.english], re.I)
    return [english for english, spanish in pairs_with(term) if not all(map(stem.search, spanish))]


def test_every_term_of_the_list_has_its_stem() -> None:
    """The stems are those of the list, and each is found in the Spanish that is listed."""
    assert {term.english for term in listed_terms()} == set(STEMS)
    lacking = [term for term in listed_terms() if not re.search(STEMS[term.english], term.spanish, re.I)]
    assert lacking == []


@pytest.mark.parametrize("term", listed_terms(), ids=lambda term: term.english)
def test_a_term_has_one_translation(term: Term) -> None:
    """Wherever the English uses a listed term, the Spanish uses the listed one."""
    assert [english for english in wrong(term) if english not in EXCEPTIONS] == []


def test_no_exception_is_left_over() -> None:
    """Each exception is a text that would be wrong without it."""
    assert set(EXCEPTIONS) == {english for term in listed_terms() for english in wrong(term)}


def test_another_translation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text whose Spanish uses another word for a term is reported."""
    loot = next(term for term in listed_terms() if term.english == "loot")
    monkeypatch.setitem(STEMS, "loot", "saque")
    assert "Play loot" in wrong(loot)
