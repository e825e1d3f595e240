"""FS-17, FS-26, FS-34: every loot card and treasure that acts, in play, against a reading of the lists of its own.

``tests/support/card_reading`` reads the notation again, carries it out on a small table, and plays the same in a match:
every way, every face of a die, every target, at every moment, for its owner and for somebody else. A row enters by
itself as the match learns its words.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from rules.four_souls.model.item_catalogue import item_cards
from tests.support.card_reading.comparison import scenes
from tests.support.card_reading.notation import UnreadableError
from tests.support.card_reading.side_by_side import CardRow, row_of
from tests.support.paths import SHARED, TESTS

LISTS = SHARED / "rulebook" / "cards"
FILES = {"loot": "fs_loot.csv", "treasure": "fs_treasure.csv"}
IDS = {card.name.en.casefold(): card for card in item_cards().values() if card.kind in FILES}


def facts(kind: str) -> list[dict[str, str]]:
    """The rows of a list; none where the lists do not lie beside the repository."""
    path = LISTS / FILES[kind]
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter=";")) if path.exists() else []


ACTING = {card.id: fact for kind in FILES for fact in facts(kind) if not (card := IDS[fact["name"].casefold()]).lacks}


@cache
def card(id: str) -> CardRow:
    """A card of the lists, read."""
    return row_of(ACTING[id], id)


@pytest.mark.rule("FS-34")
@pytest.mark.parametrize("id", ACTING)
def test_a_card_does_in_play_what_its_line_says(id: str) -> None:
    """After each scene every number, item, monster and attack is what the list says, and nobody else is offered."""
    try:
        played = dict(scenes(card(id)))
    except UnreadableError as word:
        pytest.skip(f"this reading does not know: {word}")
    assert played
    assert {label: found for label, found in played.items() if found} == {}


def unread(ids: Iterable[str]) -> dict[str, str]:
    """The cards that this reading does not understand, each with the word."""
    found = {}
    for id in ids:
        try:
            next(iter(scenes(card(id))), None)
        except UnreadableError as word:
            found[id] = str(word)
    return found


def test_most_cards_that_act_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """Print what this reading cannot compare; a small part of what acts, each with a test of its own."""
    left_out = unread(ACTING)
    with capsys.disabled():
        print(f"\n  {len(ACTING) - len(left_out)} of {len(ACTING)} acting cards are compared; not: {left_out}")
    assert len(left_out) <= 0.24 * len(ACTING)


@pytest.mark.parametrize(
    ("id", "told", "instead"),
    [
        ("a-nickel", "cents:5", "cents:4"),
        ("x-wheel-of-fortune", "4>cents:-4", "4>cents:-3"),
        ("the-d100", "6>attack", "6>rolls"),
        ("pay-to-play", "10c", "9c"),
        ("charged-baby", "any 2", "any 3"),
        ("sacred-heart", "modify:5", "modify:4"),
        ("suicide-king", "death mine", "death any"),
        ("the-habit", "hurt mine", "hurt others"),
        ("breakfast", "health:1", "attack:1"),
        ("meat", "attack rolls", "first attack roll of a turn"),
        ("edens-blessing", "cents=0", "cents=1"),
        ("the-midas-touch", "any", "mine"),
        ("soul-heart", "shield:1", "shield:2"),
        ("chaos-card", "kill@body", "kill@player"),
        ("no-card", "activated,paid", "loot"),
        ("tech-x", "counters:3", "counters:2"),
    ],
)
def test_a_wrong_line_is_noticed(id: str, told: str, instead: str) -> None:
    """A line with one wrong word differs from play, so that the match is seen to be wrong if it were."""
    if id not in ACTING:
        pytest.skip("the lists do not lie beside the repository")
    fact = ACTING[id]
    wrong = row_of({**fact, "effect": fact["effect"].replace(told, instead, 1)}, id)
    assert wrong != card(id)
    assert any(found for _, found in scenes(replace(wrong, id=id)))


def test_the_reading_knows_nothing_of_the_rules() -> None:
    """Only what plays matches imports the rules, and of them only the words of the log and the state."""
    allowed = tuple(f"from rules.four_souls.model.{word} import" for word in ("effect", "events", "state"))
    for path in (TESTS / "support" / "card_reading").glob("*.py"):
        imports = [line for line in path.read_text("utf-8").splitlines() if re.match(r"(from|import) rules", line)]
        assert all(line.startswith(allowed) for line in imports)
        assert not imports or path.stem in ("scene", "side_by_side", "comparison")
