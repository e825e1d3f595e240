"""Every physical move of the rule text is said to the hands: the table ``hand_lines.toml``, played and compared."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Self, TypeAlias

import pytest

from rules import stack
from rules.engine import Note, apply, prompt, start
from rules.engine.record import replace
from rules.four_souls.game import GAME
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Bought, Chose, Placed, Played, Revealed, Told
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import set_owned
from rules.four_souls.vocabulary.state_changes import allocate_id
from tests.support.games.four_souls import FourSoulsTable
from tests.support.games.table import english
from tests.support.ledger.audit import Audit, Walk, audit, follow
from tests.support.ledger.base import Move
from tests.support.paths import TESTS
from tests.support.random_play import NAMES, Seeded, move, sit_down

pytestmark = pytest.mark.landing

WALKS, STEPS = 25, 70
"""Random matches, and moves of each."""
LEDGER_WALKS = 16
"""Matches beside which the ledger books."""
NOT_MOVED = ("life", "depth")
"""Things that the ledger counts and nobody moves: life is a number alone, the stack an order."""
LOOT_DISCARD = "put {card} on the loot discard"


@dataclass(frozen=True)
class Line:
    """A move of the rule text and what says it: exactly one of ``task``, ``number`` and ``question``."""

    rule: str
    seed: int
    move: str
    task: str = ""
    number: str = ""
    by: str = ""
    question: str = ""
    done: bool = False
    ledger: tuple[str, ...] = ()


@cache
def lines() -> tuple[Line, ...]:
    rows = tomllib.loads((TESTS / "rules/four_souls/hand_lines.toml").read_text("utf-8"))["line"]
    return tuple(Line(**{**row, "ledger": tuple(row.get("ledger", ()))}) for row in rows)


Said: TypeAlias = tuple[str, str, str]
"""What was said: how, the rule, and the text or the number with its direction."""


def said_in(notes: tuple[Note, ...]) -> Iterator[Said]:
    """Yield the tasks and the moved numbers of the notes."""
    for note in notes:
        if note.task is not None:
            yield "task", note.rule, note.task.key
        for change in note.changes:
            kind = ".".join(part for part in change.key.split(".") if not part.lstrip("-").isdigit())
            if kind in GAME.hand_moves and change.before != change.after:
                yield "number", note.rule, f"{kind} {'gain' if change.after > change.before else 'loss'}"


def asked_in(state: Any) -> Iterator[Said]:
    """Yield the question that is asked now."""
    asked = prompt(state)
    if asked is not None:
        yield "question", asked.rule, asked.title.key


@cache
def said_at_random() -> frozenset[Said]:
    """What random play says: all settings, all events that are offered, numbers by hand."""
    found = set[Said]()
    for seed in range(WALKS):
        chance = Seeded(seed)
        state = sit_down(chance, GAME)
        found |= {*said_in(state.notes), *asked_in(state)}
        for _ in range(STEPS):
            if state.outcome is not None:
                break
            state = apply(GAME, state, move(chance, GAME, state))
            found |= {*said_in(state.notes), *asked_in(state)}
    return frozenset(found)


# --- scenes of what random play seldom meets -----------------------------------------------------------------------

EVERY_SET = {"cards__g2": "on", "cards__fsp2": "on", "cards__r": "on"}
ISAACS_ITEM = Target("owned", -1)
ANA, BETO = Target("seat", 0), Target("seat", 1)


class Heard(FourSoulsTable):
    """A table that remembers all that it has said, and its tasks in words."""

    def __init__(self, *names: str, **rulings: str) -> None:
        self.said = set[Said]()
        self.tasks = list[str]()
        super().__init__(*names, **{**EVERY_SET, **rulings})

    def do(self, event: Any) -> Self:
        """Apply the event, and remember what is said with it and asked after it."""
        super().do(event)
        self.said |= {*said_in(tuple(self.notes)), *asked_in(self.s)}
        self.tasks += [english(note.task) for note in self.notes if note.task is not None]
        return self

    def used(self, name: str, item: str) -> Self:
        """Use an item of that player as its card offers it first."""
        id = self.item(name, item).id
        return self.do(next(e for e in self.offered if isinstance(e, Played) and e.item == id and e.effects))

    def settled(self, face: int = 1) -> Self:
        """Everybody passes until nothing waits; what is asked gets the first answer without a hole."""
        while self.stack or self.step != "priority":
            if self.step == "roll_die":
                self.rolls(face)
            elif self.step == "priority":
                self.nobody()
            elif self.step == "reveal":
                self.turns_up("dip")
            elif self.step == "take_character":
                self.do(Chose(0, "cain"))
            elif self.step == "reveal_room":
                self.turns_up_room()
            else:
                self.do(next(choice.event for choice in self.asked.choices if not choice.template.holes))
        return self


def heard(*monsters: str, **rulings: str) -> Heard:
    """A table of three in Ana's action phase, with Fly and Clotty or those monsters."""
    t = Heard("Ana", "Beto", "Cira", **rulings)
    while t.step == "reveal_room":
        t.turns_up_room()
    t.chooses(Ana="isaac", Beto="maggy", Cira="judas").saddest("Ana")
    for card in monsters or ("fly", "clotty"):
        t.turns_up(card)
    return t


def triggered(*effects: Effect, **rulings: str) -> Heard:
    """Ana's effects, one after the other, as a card has put them on the stack."""
    t = heard(**rulings)
    for one in effects:
        s, id = allocate_id(t.s)
        t.s = replace(s, stack=stack.push(s.stack, Item(id, "triggered", 0, effects=(one,)), s.active))
        t.settled()
    return t


def turned_up(card: str, face: int = 1, way: int = 0) -> Heard:
    """An attack on the deck turns up that event; its way and its die are those."""
    t = heard().attacks_deck().passes_until("reveal")
    t.turns_up_other(name=card)
    if t.step == "choose_way":
        t.do([c.event for c in t.asked.choices if isinstance(c.event, Told)][way])
    return t.settled(face)


def killed(*monsters: str) -> Heard:
    """The first of two monsters dies, and the die shows a 1."""
    t = heard(*monsters)
    return t.triggers("Ana", t.to(monsters[0], "kill")).settled()


def captured() -> Heard:
    """Friendly Ball captures a monster, and lets it out again."""
    t = heard().names("Ana", "friendly-ball")
    for _ in range(2):
        t.used("Ana", "friendly-ball").settled()
        t.s = set_owned(t.s, t.item("Ana", "friendly-ball").id, ready=True)
    return t


def chest_as_soul() -> Heard:
    """The Chest is destroyed, and becomes a soul."""
    t = heard().names("Ana", "the-chest")
    return t.triggers("Ana", Effect("destroy", Target("owned", t.item("Ana", "the-chest").id))).settled()


def brought_back() -> Heard:
    """Book of the Dead brings the Fly back that has just died."""
    t = killed("fly", "clotty").names("Ana", "book-of-the-dead").used("Ana", "book-of-the-dead")
    while t.step != "bring_back":
        t.do(t.asked.choices[0].event) if t.step == "aim" else t.nobody()
    return t.do(Revealed(0, (monsters()["fly"],))).settled()


def attacked_deck() -> Heard:
    """The top card of the monster deck is attacked, and takes the place of the Fly (FS-A6)."""
    return heard(**{"FS-A6": "discarded"}).attacks_deck().passes_until("reveal").turns_up("dip").do(Placed(0))


def bought() -> Heard:
    t = heard().by_hand("Ana", "cents", 10)
    return t.do(next(c.event for c in t.asked.choices if isinstance(c.event, Bought))).settled()


def changed_room() -> Heard:
    """A monster has died in the turn, and a room is changed at its end (L289)."""
    t = heard(rooms="on")
    t.triggers("Ana", t.to("fly", "kill")).settled().ends_turn().passes_until("change_room")
    return t.changes_room(0)


SCENES: dict[str, Callable[[], Heard]] = {
    "numbers down": lambda: triggered(Effect("loot", ANA, -2), Effect("cents", ANA, -1)),
    "to a hand": lambda: heard().plays("Ana", card="sticky-nickel").settled(),
    "hands": lambda: triggered(Effect("pass_hands")),
    "die of a cake": lambda: heard().names("Ana", "fruitcake").used("Ana", "fruitcake").settled(5),
    "character": lambda: triggered(Effect("change_character", ANA)),
    "upright": lambda: triggered(Effect("recharge_character", BETO)),
    "given": lambda: triggered(Effect("give", ISAACS_ITEM, to=BETO)),
    "turned": lambda: triggered(Effect("deactivate", ISAACS_ITEM), Effect("recharge", ISAACS_ITEM)),
    "all upright": lambda: triggered(Effect("deactivate", ISAACS_ITEM), Effect("recharge", ANA)),
    "own soul": lambda: triggered(Effect("become_soul", ISAACS_ITEM)),
    "soul of a treasure": chest_as_soul,
    "brought back": brought_back,
    "attacked deck": attacked_deck,
    "gold": lambda: triggered(Effect("gild", ISAACS_ITEM)),
    "shop": lambda: triggered(Effect("bury_shop", Target("whole_shop")), Effect("flush_shop", Target("whole_shop"))),
    "captured": captured,
    "searched": lambda: triggered(Effect("summon", card="dip")),
    "on top": lambda: killed("rag-man", "fly"),
    "into the deck": lambda: killed("delirium", "fly"),
    "curse": lambda: triggered(Effect("curse", ANA), Effect("destroy_curse", Target("curse"))),
    "cursed and dead": lambda: triggered(Effect("curse", ANA), Effect("kill", ANA)),
    "room": changed_room,
    "purchase": bought,
    "another turn": lambda: heard().plays("Ana", card="xix-the-sun").settled(),
    "too many cards": lambda: heard().by_hand("Ana", "loot", 12).ends_turn(),
    "bonus soul": lambda: triggered(Effect("cents", ANA, 30), bonus_souls="on"),
    "soul lost": lambda: triggered(Effect("soul", ANA, 1), Effect("soul", ANA, -1)),
}


@cache
def said_in_scenes() -> frozenset[Said]:
    """What the scenes say."""
    return frozenset(said for scene in SCENES.values() for said in scene().said)


def key(line: Line) -> Said:
    """What must have been said for that line."""
    if line.number:
        return "number", line.rule, f"{line.number} {line.by}"
    return ("task", line.rule, line.task) if line.task else ("question", line.rule, line.question)


# --- the table and what is said ------------------------------------------------------------------------------------


@pytest.mark.rule("X-05")
def test_every_line_of_the_table_is_said() -> None:
    """Random play and the scenes say each line; none is there for nothing."""
    said = said_at_random() | said_in_scenes()
    assert [line for line in lines() if key(line) not in said] == []


@pytest.mark.rule("X-05")
def test_everything_that_hands_are_told_to_do_is_in_the_table() -> None:
    """No task of a note without a line of its own; what monsters let somebody look at is the text of their card."""
    told = {(rule, text) for how, rule, text in said_at_random() | said_in_scenes() if how == "task"}
    assert told - {(line.rule, line.task) for line in lines()} - {("FS-34", "{effect}")} == set()


@pytest.mark.rule("X-05")
def test_a_number_is_said_by_its_change_unless_whoever_says_it_does_it() -> None:
    """The numbers of the table are those that the hands are told of, but for what is done while it is said."""
    numbers = [line for line in lines() if line.number]
    assert {line.number for line in numbers} <= set(GAME.hand_moves)
    assert [line for line in numbers if line.done != (line.rule in GAME.self_done_rules)] == []


# --- compared with the ledger ---------------------------------------------------------------------------------------


@cache
def booked() -> tuple[tuple[Walk, list[list[Move]]], ...]:
    """Return random matches with the moves that the ledger books for each of their events."""
    found = list[tuple[Walk, list[list[Move]]]]()
    for seed in range(LEDGER_WALKS):
        _, walk = audit(Seeded(seed), "four_souls", STEPS)
        ledger, log, moves = walk.ledger(), list[Any](), list[list[Move]]()
        for step in walk.steps:
            goes_on = follow(ledger, step, log, Audit())
            moves.append([*ledger.moves] if goes_on else [])
        found.append((walk, moves))
    return tuple(found)


@pytest.mark.rule("X-05")
def test_each_move_of_the_ledger_has_a_line() -> None:
    """Whatever thing the ledger moves, by whatever line of the rule text, the table says who tells the hands."""
    known = {one for line in lines() for one in line.ledger}
    booked_moves = {f"{move.thing} {move.rule}" for _, moves in booked() for event in moves for move in event}
    physical = {one for one in booked_moves if not one.startswith(NOT_MOVED) and "X-06" not in one}
    assert physical - known == set()
    assert len(physical) > 15


@pytest.mark.rule("FS-34")
def test_as_many_loot_cards_are_discarded_as_the_ledger_moves_there() -> None:
    """Each card that the ledger moves from the stack to the discard (L57) is a task, but for what its effect keeps."""
    compared = 0
    for walk, moves in booked():
        state = start(GAME, NAMES[: walk.seats], walk.rulings)
        for step, event in zip(walk.steps[1:], moves[1:], strict=True):
            state = apply(GAME, state, step.event)
            kept = any(move.rule == "L59" or move.thing == "souls" for move in event)
            gone = sum(move.count for move in event if move.rule == "L57" and not kept)
            told = sum(note.task is not None and note.task.key == LOOT_DISCARD for note in state.notes)
            compared += gone
            assert gone <= told, (step.event, event)
    assert compared > 10


# --- the cards of the findings --------------------------------------------------------------------------------------


@pytest.mark.rule("FS-20")
@pytest.mark.parametrize(
    ("card", "face", "way", "task"),
    [
        ("i-can-see-forever", 1, 0, "look at 6 cards of the loot deck, as I Can See Forever! says"),
        ("we-need-to-go-deeper", 1, 0, "put any discarded monsters on the monster deck, as We Need To Go Deeper! says"),
        ("cursed-chest", 6, 0, "search the treasure deck for a Guppy item and shuffle it, as Cursed Chest says"),
        ("devil-deal", 1, 2, "search the treasure deck for a Guppy item and shuffle it, as Devil Deal says"),
        ("trap-door", 2, 0, "look at 3 cards of the monster deck, as Trap Door! says"),
    ],
)
def test_an_event_says_what_hands_do_with_hidden_cards(card: str, face: int, way: int, task: str) -> None:
    """The card's fact: what it lets its player look at, sort or search is a line, and so is its discard (L251)."""
    told = turned_up(card, face, way).tasks
    assert told.count(task) == 1
    assert sum("monster discard" in text and "any discarded" not in text for text in told) == 1
