"""Every physical move of the rule text is said to hands: by a task, by a number, or by the question for it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.engine import Note
from rules.engine.record import replace
from rules.king_of_tokyo.model.card_catalogue import copies_in_deck
from rules.king_of_tokyo.model.events import Bought, Copied, Dressed, Swept, Used
from tests.support.games.king_of_tokyo import KingOfTokyoTable, three
from tests.support.games.king_of_tokyo_cards import CardTable
from tests.support.games.king_of_tokyo_walks import moments
from tests.support.ledger.audit import Audit, audit, follow
from tests.support.random_play import Seeded

SEED = "king_of_tokyo"


@dataclass(frozen=True)
class Row:
    """A physical move: its rule and line, what is moved, what says it, and what the ledger books."""

    rule: str
    line: int
    what: str
    says: str
    by: str
    thing: str = ""


def rows() -> tuple[Row, ...]:
    """The table."""
    read = tomllib.loads(Path(__file__).with_name("hand_lines.toml").read_text("utf-8"))
    return tuple(Row(**row) for row in read["move"])


# --- scenes ------------------------------------------------------------------------------------------------------


def bay() -> Iterator[KingOfTokyoTable]:
    """Five monsters: the Bay is entered, and closes as one is eliminated."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Elsa").stand("Beto")
    yield t.throws("112233")
    yield t.has("Cira", hearts=1).throws("11223s").on()


def shop() -> Iterator[KingOfTokyoTable]:
    """A keep card, a discard card, a card of which only the price is said, and a sweep."""
    t = CardTable("").has("A", energy=30).throws("112233")
    for id in ("alien_origin", "heal"):
        yield t.buys(id)
    yield t.do(Bought(0, -1, (), 3))
    yield t.do(Swept())


def empty_deck() -> Iterator[KingOfTokyoTable]:
    """A followed shop whose deck is used up."""
    t = CardTable("", follow__shop="on").has("A", energy=30)
    yield t.change(replace, discard=("heal",) * sum(copies_in_deck("base").values())).throws("112233").do(Swept())


def cards() -> Iterator[KingOfTokyoTable]:
    """Mimic's token goes to a card and comes back; tokens; a card is bought from another."""
    t = CardTable("", "wings", "poison_spit shrink_ray").has("A", energy=30).throws("112233").buys("mimic")
    yield t.do(Copied(t.monster("B").cards[0].id))
    t = CardTable("mimic", "metamorph wings")
    wings = t.monster("B").cards[1].id
    t.change(replace_copies, wings).throws("112233").on().throws("112233")
    while not t.may_use("metamorph"):
        t.usual()
    yield t.uses("metamorph", n=wings)
    yield CardTable("poison_spit shrink_ray").throws("11223s")
    t = CardTable("parasitic_tentacles", "wings").has("A", energy=30).throws("112233")
    yield t.uses("parasitic_tentacles", n=t.monster("B").cards[0].id)


def replace_copies(s: Any, item: int) -> Any:
    """A's Mimic copies that card."""
    first, *others = s.monsters
    mimic, *more = first.cards
    return replace(s, monsters=(replace(first, cards=(replace(mimic, copies=item), *more)), *others))


def duel() -> Iterator[KingOfTokyoTable]:
    """Two players: an energy for entering Tokyo, and one for starting there."""
    t = KingOfTokyoTable("Ana", "Beto")
    yield t.throws("112233")
    yield t.on().throws("112233").on()


def costumes() -> Iterator[KingOfTokyoTable]:
    """Everybody takes a costume, the others go into the deck; one is stolen."""
    t = KingOfTokyoTable("Ana", "Beto", variant__costumes="on")
    yield t.do(Dressed(0, "devil"))
    yield t.do(Dressed(1, "pirate"))
    t.stand("Beto").has("Ana", energy=9).throws("112sss")
    while not t.offers(Used):
        t.usual()
    yield t.uses()


def variants() -> Iterator[KingOfTokyoTable]:
    """Cultists, the tower, berserk, forms, wickedness and curses."""
    t = three(variant__cultists="on").throws("eeee12")
    yield t
    yield t.aside("Ana", face=4)
    t = three(variant__tower="on").stand("Ana").throws("1111he")
    yield t
    yield t.on().throws("112233").on().throws("112233").on()
    t = three(variant__tower="on").change(replace, tower=(1, -1, -1)).stand("Ana")
    yield t.throws("1111he")
    t = three(variant__berserk="on").throws("ssss12")
    yield t.on()
    yield t.until("Ana").throws("hhh112")
    yield t.face(1)
    t = three(variant__transformation="on").has("Ana", energy=1).throws("112233")
    yield t.do(next(event for event in t.events if isinstance(event, Used)))
    t = three(variant__wickedness="both").has("Ana", wickedness=9).throws("111he2")
    yield t
    yield t.takes("starburst")
    t = KingOfTokyoTable("Ana", "Beto", "Cira", variant__curses="on")
    yield t
    yield t.turns_up("set_s_storm").throws("112233")
    yield t.fate("eye")
    yield t.turns_up("bow_before_ra")


SCENES: tuple[Callable[[], Iterator[KingOfTokyoTable]], ...] = (
    bay, shop, empty_deck, cards, duel, costumes, variants,
)  # fmt: skip


def told(notes: tuple[Note, ...], title: str) -> set[tuple[str, str]]:
    """What the notes of an answer and the question after it say to hands, as kind and message."""
    tasks = {("task", note.task.key) for note in notes if note.task is not None}
    numbers = {("number", change.key.rpartition(".")[2]) for note in notes for change in note.changes}
    return tasks | numbers | {("asked", title)}


@cache
def scripted() -> frozenset[tuple[str, str]]:
    """What is said in the scenes."""
    found: set[tuple[str, str]] = set()
    for scene in SCENES:
        for t in scene():
            found |= told(t.notes, t.asked.title.key if t.outcome is None else "")
    return frozenset(found)


# --- the laws ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-05")
def test_every_move_of_the_table_is_said() -> None:
    """Each row of the table is produced: its task is given, its number changes, or its question is asked."""
    asked = {("asked", "Which dice do you keep? They show {faces}")} if keeps_dice() else set()
    missing = [row for row in rows() if (row.says, row.by) not in scripted() | asked]
    assert missing == []


def keeps_dice() -> bool:
    """Whether the dice that are kept are asked for where each throw is told."""
    return three(throws="each").throws("112233").asked.title.key == "Which dice do you keep? They show {faces}"


@pytest.mark.rule("X-05")
def test_every_task_of_the_scenes_is_in_the_table() -> None:
    """No task is given that the table does not know."""
    known = {row.by for row in rows() if row.says == "task"}
    assert {by for says, by in scripted() if says == "task"} - known == set()


@pytest.mark.landing
@pytest.mark.rule("X-05")
def test_every_task_of_random_play_is_in_the_table() -> None:
    """The same over random play."""
    known = {row.by for row in rows() if row.says == "task"}
    found = {note.task.key for _, _, after in moments() for note in after.notes if note.task is not None}
    assert len(found) > 8
    assert found - known == set()


@pytest.mark.landing
@pytest.mark.rule("X-05")
def test_every_move_of_the_ledger_is_in_the_table() -> None:
    """What the ledger moves by a line of the rule text has a row with that line and that thing."""
    known = {(f"L{row.line}", row.thing) for row in rows() if row.thing}
    moved: set[tuple[str, str]] = set()
    for seed in range(8):
        _, walk = audit(Seeded(seed), SEED, 60)
        ledger, log, found = walk.ledger(), list[Any](), Audit()
        for step in walk.steps:
            if not follow(ledger, step, log, found):
                break
            moved |= {(move.rule, move.thing) for move in ledger.moves if move.rule.startswith("L")}
    assert len(moved) > 8
    assert moved - known == set()
