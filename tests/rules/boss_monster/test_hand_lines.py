"""Boss Monster with the cards on the table: every physical move of the rules text has a line for hands."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from rules.boss_monster.model.events import Activated, Aimed, Cast, Countered, Stood, Walked
from rules.engine import Note
from tests.support.games.boss_monster import BOSSES, BossMonsterTable, plain, seated, table
from tests.support.hand_lines import random_notes, rows, tasks_of, unsaid_moves

pytestmark = pytest.mark.landing

GAME = "boss_monster"
FIVE = ("golem_factory", "dark_altar", "bottomless_pit", "mimic_vault", "open_grave")
SEEDS = range(40)


def walking(*rooms: str, health: int = 20) -> BossMonsterTable:
    """A cleric in the first of those rooms of Ana; Bea has an All-Seeing Eye."""
    t = table().dungeon(0, *rooms).dungeon(1, "all_seeing_eye")
    return t.hero(0, "c", health).at_phase("adventure").do(Walked(0))


def set_up() -> list[Note]:
    return BossMonsterTable("Ana", "Bea").notes


def searched() -> list[Note]:
    t = seated(bosses=("cleopatra", *BOSSES[1:])).dungeon(0, *FIVE)
    return t.builds(t.ids(0)[0]).notes


def exhausted() -> list[Note]:
    t = walking("golem_factory", "dark_altar")
    return t.casts(1, "freeze", t.ids(0)[1]).notes


def sent_home() -> list[Note]:
    t = walking("golem_factory")
    return t.casts(1, "fear", t.s.walk.hero).notes


def harvested() -> list[Note]:
    t = walking("golem_factory").scored(0, souls=1)
    return t.casts(0, "soul_harvest", t.s.keeps[0].score[0].hero.id).notes


def cancelled() -> list[Note]:
    t = walking("golem_factory", "dark_altar")
    return t.do(Cast(0, "freeze"), Aimed(t.ids(0)[1]), Countered(1, t.ids(1)[0])).notes


def destroyed() -> list[Note]:
    t = walking("golem_factory", "dark_altar")
    return t.do(Activated(t.ids(0)[1])).notes


SCENES: tuple[Callable[[], list[Note]], ...] = (
    *(set_up, searched, exhausted, sent_home, harvested, cancelled, destroyed),
    lambda: walking("golem_factory", "dark_altar").casts(0, "jeopardy").notes,
)


@cache
def told() -> frozenset[str]:
    """The sentences for hands of the scenes and of random play."""
    scripted = {task for scene in SCENES for note in scene() for task in tasks_of(note)}
    return frozenset(scripted | {task for _, _, note in random_notes(GAME, SEEDS) for task in tasks_of(note)})


@pytest.mark.parametrize("row", [row for row in rows(GAME) if row.task], ids=lambda row: f"L{row.line} {row.task}")
def test_every_line_is_told_somewhere(row) -> None:
    """Each sentence of the table comes in a scene or in random play; its rule is one of the game's."""
    assert row.task in told()


def test_every_sentence_for_hands_is_in_the_table() -> None:
    """Random play and the scenes tell hands nothing that the table does not derive from the rules text."""
    assert told() - {row.task for row in rows(GAME)} == set()
    assert len(told()) > 15


def test_every_physical_move_is_told() -> None:
    """Each move that the ledger books from the rules text has a line, a number or an answer that says it."""
    assert unsaid_moves(GAME, range(8), 60) == set()


@pytest.mark.rule("BM-48", "BM-54")
def test_what_happens_to_one_card_has_one_subject() -> None:
    """A later line about the same card replaces the earlier one: at the entrance, then with the souls (L424, L479)."""
    t = table().dungeon(0, plain("cc", 5)).hero(-1, "c", 4).hero(-1, "c", 4).at_phase("bait")
    lured = [note.subject for note in t.notes if note.rule == "BM-26"]
    t.do(Walked(-1))
    first = [note.subject for note in t.notes if note.rule == "BM-32"]
    assert (len(lured), lured[0]) == (2, first[0])
    assert lured[0] != lured[1], "two clerics of 4 are not one"


@pytest.mark.rule("BM-67", "BM-51")
def test_whoever_cancels_and_whoever_is_cancelled_discard() -> None:
    """L601, L176: the cancelled spell and the spell for the Eye go to the discards, each by its player."""
    assert [(note.seat, note.task.key) for note in cancelled() if note.task] == [
        (1, "discard a spell"),
        (0, "discard {card}"),
    ]


@pytest.mark.rule("BM-16")
def test_a_spell_is_discarded_as_it_takes_effect() -> None:
    """L176: a spell that is played goes to the discards; a spell that waits lies there still."""
    t = walking("golem_factory", "dark_altar").do(Cast(0, "freeze"))
    t.do(Aimed(t.ids(0)[1]))
    assert [note.task for note in t.notes if note.task] == []
    assert "discard {card}" in {task for note in t.do(Stood()).notes for task in tasks_of(note)}


@pytest.mark.rule("BM-35")
def test_exhausted_rooms_are_straightened_by_their_players() -> None:
    """L490: "endereza las Habitaciones agotadas" at the end of the turn."""
    t = walking("golem_factory", "dark_altar")
    room = t.ids(0)[1]
    t.casts(1, "freeze", room).do(Walked(-1))
    done = [(note.seat, note.task.key) for note in t.notes if note.rule == "BM-35" and note.task]
    assert done == [(0, "straighten {room}")]
