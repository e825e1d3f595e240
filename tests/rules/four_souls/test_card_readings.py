"""FS-17, FS-26, FS-34: every loot card and treasure that acts, in play, against a reading of the lists of its own.

``tests/support/card_reading`` reads the notation again, carries it out on a small table, and plays the same in a match:
every way, every face of a die, every target, at every moment, for its owner and for somebody else. A row enters by
itself as the match learns its words.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from rules.four_souls.model.item_catalogue import item_cards
from tests.support.card_reading.comparison import scenes
from tests.support.card_reading.notation import UnreadableError
from tests.support.card_reading.rows import CardRow, row_of
from tests.support.paths import ROOT, SHARED, TESTS

LISTS = SHARED / "rulebook" / "cards"
FILES = {"loot": "fs_loot.csv", "treasure": "fs_treasure.csv"}
IDS = {card.name.en.casefold(): card for card in item_cards().values() if card.kind in FILES}


def facts(kind: str) -> list[dict[str, str]]:
    """The rows of a list; none where the lists do not lie beside the repository."""
    path = LISTS / FILES[kind]
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter=";")) if path.exists() else []


ACTING = {card.id: fact for kind in FILES for fact in facts(kind) if not (card := IDS[fact["name"].casefold()]).lacks}


LEFT_OUT = {
    id: test
    for test, ids in (
        ("test_cards_of_other_sets.py", "auction-gavel"),
        ("test_conditional_items.py", "bag-lunch"),
        ("test_place_cards.py", "trinity-shield"),
        ("test_would_die.py", "finger gnawed-leaf"),
        ("test_copies.py", "blank-card placebo"),
        ("test_gold_and_guises.py", "golden-trinket undefined the-clicker"),
        ("test_captured_monsters.py", "friendly-ball"),
        ("test_attackable_items.py", "punching-bag"),
        ("test_attackable_players.py", "backstabber"),
    )
    for id in ids.split()
}
"""Acting cards with a word that this reading does not know, and the file with their scenario."""


PLACES = {"items.csv": "", "events.csv": "", "curses.csv": "curse", "rooms.csv": "room"}
"""Data files of the cards whose facts are in words, and where such a card lies if it is no item."""


def own_lines() -> Iterator[tuple[str, dict[str, str]]]:
    """The lines that the data has for those facts, which tests by hand hold to them; the second reading plays them."""
    for file, place in PLACES.items():
        text = (ROOT / "rules/four_souls/data" / file).read_text("utf-8")
        for row in csv.DictReader(text.splitlines(), delimiter=";"):
            if row["does"] and not row["lacks"]:
                yield row["id"], {"effect": row["does"], "tags": "", "targets": "", "note": "", "place": place}


OWN = dict(own_lines())
OWN_LEFT_OUT = {
    id: test
    for test, ids in (
        ("test_cards_that_act.py", "book-of-virtues curse-of-the-soulless"),
        ("test_conditional_items.py", "hypercoagulation abyss"),
        ("test_gold_and_guises.py", "glitch"),
        (
            "test_rooms_that_act.py",
            "room-all-hallows-eve room-angelic-intervention room-blessing-of-the-inner-eye room-blessing-of-the-sack "
            "room-equality room-haunted room-heavy-is-the-head room-i-am-error room-isaacs-blessing room-laser-eye "
            "room-battle-royale-3 room-battle-royale-4 room-battle-royale-5 room-might-for-the-meek "
            "room-restock-machine room-conjoined-twin room-edens-blessing room-the-mirror room-greed-looms "
            "room-tax-for-the-mighty room-shadow-of-famine",
        ),
        (
            "test_read_off.py",
            "golden-troll-bomb lust-for-blood overflow room-bomb-bum room-challenge-room room-dice-room-1 "
            "room-dice-room-2 room-dice-room-3 room-dice-room-4 room-dice-room-5 room-dice-room-6 room-gus "
            "room-key-master room-planetarium room-red-vise",
        ),
        (
            "test_starting_items.py",
            "lord-of-the-pit void spindown-dice sibling-rivalry ibs hemoptysis flip soulbond gello keepers-bargain "
            "lemegeton anima-sola",
        ),
        ("test_targets_before_dice.py", "betrayal"),
        ("test_turned_up_cards.py", "curse-of-fatigue boss-rush dressing-table mothers-shadow"),
    )
    for id in ids.split()
}
"""Lines of the data with a word that this reading does not know, and the file with their scenario."""


@cache
def card(id: str) -> CardRow:
    """A card of the lists, read."""
    return row_of(ACTING[id], id)


@pytest.mark.rule("FS-34")
@pytest.mark.parametrize("id", OWN)
def test_a_card_does_in_play_what_the_line_of_the_data_says(id: str) -> None:
    """Starting items, events, curses and rooms do what a second reading of their line says."""
    if id in OWN_LEFT_OUT:
        assert id in (TESTS / "rules/four_souls" / OWN_LEFT_OUT[id]).read_text("utf-8")
        return
    played = dict(scenes(row_of(OWN[id], id)))
    assert played
    assert {label: found for label, found in played.items() if found} == {}


@pytest.mark.rule("FS-34")
@pytest.mark.parametrize("id", ACTING)
def test_a_card_does_in_play_what_its_line_says(id: str) -> None:
    """After each scene every number, item, monster and attack is what the list says, and nobody else is offered."""
    if id in LEFT_OUT:
        with pytest.raises(UnreadableError):
            list(scenes(card(id)))
        return
    played = dict(scenes(card(id)))
    assert played
    assert {label: found for label, found in played.items() if found} == {}


def test_most_cards_that_act_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """Print what this reading cannot compare: a small part of what acts, each with a scenario written by hand."""
    left_out = [id for id in ACTING if id in LEFT_OUT]
    with capsys.disabled():
        print(
            f"\n  {len(ACTING) - len(left_out)} of {len(ACTING)} acting cards are compared; not: {', '.join(left_out)}"
        )
    assert len(left_out) <= 0.06 * len(ACTING)
    assert not [id for id, test in LEFT_OUT.items() if id not in (TESTS / "rules/four_souls" / test).read_text("utf-8")]


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
        ("the-d20", "reroll_item@item", "destroy@item"),
        ("dagaz", "destroy_curse@curse", "loot:1@me"),
        ("the-d10", "fill_slot:1@slot(top of monster deck, not attacked)", "attack_again"),
        ("ehwaz", "each_monster_not_attacked", "attacked"),
        ("belly-button", "recharge@character", "loot:1@me"),
        ("theres-options", "purchase_again", "attack_again"),
        ("xix-the-sun", "extra_turn", "attack_again"),
        ("chaos", "pass_hands", "loot:1"),
        ("two-of-clubs", "as_many_more", "1"),
        ("crystal-ball", "loot:3", "loot:2"),
        ("black-heart", "damage:2", "damage:1"),
        ("holy-card", "cancel_all, end_turn", "cancel_all"),
        ("host-hat", "damage:1@other", "damage:2@other"),
        ("lemon-mishap", "damage:1", "damage:2"),
        ("plan-c", "kill@everyone", "kill@others"),
        ("contract-from-below", "destroy:2 own_item", "3c"),
        ("donation-machine", "cents:8", "cents:7"),
        ("rib-of-greed", "loot,cents", "cents"),
        ("bum-bo", "attacks:any", "attacks:1"),
        ("magic-skin", "destroy@each_own_item", "cents:-1@me"),
        ("magic-marker", "within 1-6", "within 0-9"),
        ("fire-mind", "mine 1 attack", "mine 2 attack"),
        ("car-battery", "no_recharge@this", "peek:1@deck"),
        ("diplopia", "passive, not eternal, until end", "not eternal, for good"),
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
