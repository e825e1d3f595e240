"""Known questions about cards: what a table asks when two of them meet."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.engine import CardQuestion, Name
from rules.four_souls.model.catalogue import monster_cards, read_rows
from rules.four_souls.model.item_catalogue import item_cards

MAX_QUESTIONS = 3
"""Number of questions that a card shows."""


@cache
def card_questions() -> tuple[CardQuestion, ...]:
    """Return every known question, in the order of the data file."""
    return tuple(_question(row) for row in read_rows("questions/list.csv"))


def _question(row: dict[str, str]) -> CardQuestion:
    situation = files("rules.four_souls").joinpath("data", "questions", f"{row['id']}.toml").read_text("utf-8")
    cards = tuple(row["cards"].split())
    return CardQuestion(
        row["id"],
        cards,
        tuple(map(_card_name, cards)),
        tuple(row["rules"].split()),
        row["switch"],
        Name(row["es"], row["en"]),
        Name(row["answer_es"], row["answer_en"]),
        situation,
    )


def _card_name(card: str) -> Name:
    found = item_cards().get(card)
    return found.name if found else next(one.name for one in monster_cards() if one.record.id == card)


def questions_about(card: str) -> tuple[CardQuestion, ...]:
    """Return the questions about the card of that id, at most ``MAX_QUESTIONS``."""
    return tuple(one for one in card_questions() if card in one.cards)[:MAX_QUESTIONS]
