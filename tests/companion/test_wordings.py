"""Agreed wordings: one translation a term of docs/terms.md, pinned sentences, discarded words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.i18n import spanish_catalogue
from companion.i18n.extract import ROOT
from tests.support.paths import FIXTURES

TERMS_FILE = ROOT / "docs" / "terms.md"
GAMES = {
    "Four Souls": "four_souls",
    "King of Tokyo": "king_of_tokyo",
    "Malifaux": "malifaux",
    "Darkmoor": "darkmoor",
    "Boss Monster": "boss_monster",
}
"""The games as the list names them: in a heading, or in a row that concerns one of several."""
WORDINGS = tomllib.loads((FIXTURES / "wordings.toml").read_text("utf-8"))
STEMS: dict[str, str] = WORDINGS["stems"]
"""What the Spanish of each English term contains, in lower case."""
EXCEPTIONS: dict[str, str] = WORDINGS["exceptions"]
"""By English text: why a term in it is translated otherwise."""
SENTENCES: dict[str, str] = WORDINGS["sentences"]
"""By English text: the Spanish that is agreed on."""
DISCARDED: dict[str, dict[str, str]] = WORDINGS["discarded"]
"""By language and pattern: what stands in place of words that no text has."""
PAGES = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")))
"""What people read outside the app."""
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


def texts_of(language: str) -> Iterator[str]:
    """Every text of the catalogue, the rulebooks and the cards in a language."""
    for message in spanish_catalogue():
        yield from forms_of(message.id if language == "en" else message.string)
    for file in sorted(ROOT.glob("rules/**/*.toml")):
        yield from texts_below(tomllib.loads(file.read_text("utf-8")), language)


def texts_below(data: object, language: str) -> Iterator[str]:
    """Every text of a language in nested tables of a data file."""
    if isinstance(data, list):
        for item in data:
            yield from texts_below(item, language)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key == language and isinstance(value, str):
                yield value
            else:
                yield from texts_below(value, language)


def with_discarded(language: str, texts: Iterable[str]) -> list[str]:
    """The texts with words that the language has discarded."""
    pattern = re.compile("|".join(DISCARDED[language]), re.I)
    return [text for text in texts if pattern.search(text)]


def test_the_agreed_sentences_stand_in_the_catalogue() -> None:
    """Each pinned English text is in the catalogue with the pinned Spanish."""
    spanish = {forms_of(message.id)[0]: forms_of(message.string)[0] for message in spanish_catalogue()}
    assert {english: spanish.get(english) for english in SENTENCES} == SENTENCES


@pytest.mark.parametrize("language", DISCARDED)
def test_discarded_words_are_nowhere(language: str) -> None:
    """No text of the app, a rulebook or a card has a discarded word."""
    assert with_discarded(language, texts_of(language)) == []


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_the_pages_have_no_discarded_words(file: Path) -> None:
    """README, CHANGELOG and the pages of docs/ name things as the app does."""
    assert with_discarded("en", file.read_text("utf-8").splitlines()) == []


def test_a_discarded_word_is_found() -> None:
    """A text with a discarded word is reported, one with a longer word is not."""
    assert with_discarded("en", ["Throw the dice", "Flame Thrower"]) == ["Throw the dice"]
    assert with_discarded("es", ["Lanza los dados", "Lanzallamas"]) == ["Lanza los dados"]


def in_colons() -> list[str]:
    """The texts of the games that end in a colon in either language."""
    ends = re.compile(r":\s*$")
    messages = [
        message for message in spanish_catalogue() if any(file.startswith("rules/") for file, _ in message.locations)
    ]
    forms = [(*forms_of(message.id), *forms_of(message.string)) for message in messages]
    return [each[0] for each in forms if any(map(ends.search, each))]


def test_what_a_game_asks_or_says_is_a_whole_sentence() -> None:
    """No title, label or note of a game ends in a colon: what would come after it is no part of the text."""
    assert in_colons() == []


def test_a_title_that_ends_in_a_colon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In either language, also a plural."""
    title = next(message for message in spanish_catalogue() if message.id == "{who} flips again")
    monkeypatch.setattr(title, "string", "Carta de {who}:")
    assert in_colons() == ["{who} flips again"]


def test_texts_of_cards_and_rulebooks_are_read() -> None:
    """The texts that are searched hold a card's name and a rulebook's title in each language."""
    assert {"Lanzallamas", "Tres tiradas como mucho"} <= set(texts_of("es"))
    assert {"Flame Thrower"} <= set(texts_of("en"))
