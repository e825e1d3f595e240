"""Each known question about cards: its answer holds in its situation, by the rules that it names."""

from __future__ import annotations

import pytest

from rules.engine import CardQuestion
from rules.four_souls.assist.card_questions import MAX_QUESTIONS, card_questions, questions_about
from rules.four_souls.game import GAME
from rules.four_souls.model.catalogue import monsters, read_rows
from rules.four_souls.model.item_catalogue import item_cards
from tests.support.situation_file import Scene

QUESTIONS = card_questions()
each_question = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)


@each_question
def test_the_answer_holds(question: CardQuestion) -> None:
    """After the plays of the situation the table stands as the answer says, and not before them."""
    scene = Scene(question.situation)
    expected = scene.data["expect"]
    assert expected
    before = {key: scene._is(key) for key in expected}
    scene.played().holds()
    is_refused = any("refused" in play for play in scene.data["play"])
    assert before != expected or is_refused


@each_question
def test_a_question_is_whole(question: CardQuestion) -> None:
    """It has both languages, known cards, rules and setting, and its cards are in its situation or its plays."""
    assert all((question.question.es, question.question.en, question.answer.es, question.answer.en))
    assert question.cards
    assert set(question.cards) <= item_cards().keys() | monsters().keys()
    assert question.rules
    assert set(question.rules) <= GAME.rulebook.keys()
    assert not question.switch or GAME.find_switch(question.switch)
    names = {item_cards()[card].name.en if card in item_cards() else monsters()[card].name for card in question.cards}
    assert all(card in question.situation for card in question.cards) or all(
        name in question.situation for name in names
    )


def test_every_row_has_as_many_cells_as_the_head() -> None:
    """A semicolon in a text would cut it off."""
    assert [row["id"] for row in read_rows("questions/list.csv") if None in row or None in row.values()] == []


def test_a_card_shows_few_questions() -> None:
    """Every question is shown by one of its cards, none shows more than a few, and no id comes twice."""
    cards = {card for question in QUESTIONS for card in question.cards}
    assert {question.id for card in cards for question in questions_about(card)} == {one.id for one in QUESTIONS}
    assert all(1 <= len(questions_about(card)) <= MAX_QUESTIONS for card in cards)
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)
    assert questions_about("a-penny") == ()
