"""Every sentence of random play is complete: it says what happened, with its articles, numbers and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.i18n import translator
from companion.match.undo import _restorations
from rules.engine import Displayable, Game, Pick, apply, describe, prompt, remarks
from rules.four_souls.model.item_catalogue import item_cards
from rules.registry import GAMES
from tests.support.random_play import Seeded, move, sit_down, usual

pytestmark = pytest.mark.landing

SPANISH, ENGLISH = translator("es"), translator("en")
GAMES_PLAYED, MOVES = 8, 90
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
IDS = frozenset(id for id, card in item_cards().items() if "-" in id and id not in (card.name.es, card.name.en))
"""Ids of cards, which nobody reads."""
FAULTS = {
    "es": {
        "a number disagrees": r"(?i)\b(quedan|se evitan|faltan|pueden) 1\b|\b1 (?!¢)\w+[aeiou]s\b(?<!menos)(?<!más)",
        "an article is missing": r"(?i)\b(responde a|primero:?|se resuelve:) (tirada|ataque|muerte|recompensas?) ",
        "a number comes back in halves": r"otra vez a \d",
        "an em dash labels": r" — ",
        "a part is empty": r" ,|: *(,|\.|;)| {2}|\(\)",
        "of the and to the": r"\b([Aa]|[Dd]e) el\b",
        "a capital within a line": r"[:;] (Gana|Ganan|Empieza|Sigue) [A-Z]|[:;] Empate: ",
    },
    "en": {
        "an article disagrees": r"\b[Aa] (8|11|18)\b|\b[Aa]n (?!8|11|18)\d",
        "a number disagrees": r"\b1 (hearts|points|cultists|souls|wounds|items|counters|smashes|soulstones|heroes)\b",
        "an em dash labels": r" — ",
        "a part is empty": r" ,|: *(,|\.|;)| {2}|\(\)",
    },
}
"""By language: what a sentence never has."""
BARE = re.compile(r"\w+")
"""An answer in the log, or behind "Undo:", that is one word: it says that something was answered, not what."""


@cache
def said(key: str) -> tuple[tuple[str, str, str], ...]:
    """Where, Spanish and English of each sentence of random matches, once."""
    found: dict[tuple[str, Displayable], None] = {}
    for seed in range(GAMES_PLAYED):
        game, chance = GAMES[key], Seeded(5000 + seed)
        state = sit_down(chance, game)
        for _ in range(MOVES):
            if state.outcome is not None:
                break
            event = usual(state, chance) if chance.number(0, 2) else move(chance, game, state)
            found.update(dict.fromkeys((*asked(game, state), ("answer", describe(game, state, event)))))
            state = apply(game, state, event)
            found.update(dict.fromkeys(followed(game, state)))
    return tuple((where, SPANISH(text), ENGLISH(text)) for where, text in found)


def asked(game: Game[Any], state: Any) -> Iterator[tuple[str, Displayable]]:
    """Yield what the question and the choices say."""
    question = prompt(state)
    if question is None:
        return
    yield from (("question", text) for text in (question.title, question.stake, question.phase) if text)
    for choice in (*question.choices, *remarks(game, state)):
        yield from (("choice", text) for text in (choice.label, choice.consequence) if text)
        picks = (hole for hole in choice.template.holes if isinstance(hole, Pick))
        options = (option for pick in picks for option in pick.options)
        yield from (("choice", text) for option in options for text in (option.label, option.stake) if text)


def followed(game: Game[Any], state: Any) -> Iterator[tuple[str, Displayable]]:
    """Yield what the log notes, what hands do, and what an undo would give back."""
    yield from (("note", text) for note in state.notes for text in (note.text, note.task) if text)
    yield from (("undo", text) for text in _restorations(state.notes, game.trackers(state)))


def faults(language: str, text: str) -> list[str]:
    """What is wrong with a sentence of that language."""
    return [fault for fault, pattern in FAULTS[language].items() if re.search(pattern, text)]


@each_game
def test_every_sentence_is_complete(game: Game[Any]) -> None:
    """No sentence of random play disagrees in number, lacks an article or has an empty part."""
    sentences = said(game.key)
    assert len(sentences) > min(90, 10 * len(game.rulebook))
    wrong = [(where, es, fault) for where, es, _ in sentences for fault in faults("es", es)]
    wrong += [(where, en, fault) for where, _, en in sentences for fault in faults("en", en)]
    assert not wrong


@each_game
def test_an_answer_says_what_happened(game: Game[Any]) -> None:
    """What was answered is more than a word in the log, since "Undo:" stands before it."""
    answers = {(es, en) for where, es, en in said(game.key) if where == "answer"}
    assert not [answer for answer in answers if any(map(BARE.fullmatch, answer))]


def test_no_card_is_called_by_its_id() -> None:
    """Also where a table gave the id: the treasures of the shop."""
    ids = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, IDS))})(?![\w-])")
    assert not [es for _, es, _ in said("four_souls") if ids.search(es)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Se evitan 1 de daño"),
        ("es", "Ana gasta 1 (quedan 1)"),
        ("es", "Nadie responde a ataque a Gaper"),
        ("es", "Primero: muerte de Lujuria"),
        ("es", "Caro: energía, de 1 otra vez a 3"),
        ("es", "Ana: entra , vida 1"),
        ("es", "En ambos casos: Gana Ana"),
        ("es", "la carta de el monstruo"),
        ("en", "Beto flips a 8"),
        ("en", "Ana: +1 points"),
    ],
)
def test_a_fault_is_found(language: str, text: str) -> None:
    assert faults(language, text)
