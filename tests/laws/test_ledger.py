"""Every physical thing lies where the rule text puts it: a ledger of the log against the product's numbers (X-05)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from rules.engine import Adjusted, Event, FactSet, Rolled
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Aimed, Chose, Passed, Played, Revealed
from rules.king_of_tokyo.model.dice import HEART
from rules.king_of_tokyo.model.events import Began, Braced, Used, UsedAside
from rules.king_of_tokyo.variants.cultists import KEY as CULTISTS
from rules.stack import seats_to_pass
from tests.support.examples import law_settings
from tests.support.games.four_souls import FourSoulsTable
from tests.support.ledger.audit import LEDGERS, UNACCOUNTED, Audit, Walk, audit, follow, played, replay
from tests.support.paths import TESTS
from tests.support.random_play import Drawn, Seeded

pytestmark = pytest.mark.landing

each_game = pytest.mark.parametrize("game", LEDGERS)
WALKS, STEPS = 20, 90
"""Walks of each game, and events of each walk; ``bench/ledger.py`` walks longer."""
FEW = law_settings(4, phases=(Phase.explicit, Phase.generate))
"""Few matches, and no search for a shorter one, which takes minutes; ``bench/ledger.py`` prints the shortest it met."""
UNSEEN = {
    "four_souls": {"L57"},  # from the stack to the discards, which the product keeps nowhere
    "darkmoor": {"L95"},  # the tokens of a minion that is gone
}
"""Rules whose absence no number shows."""
MOVES_LEFT_OUT = (
    ("four_souls", "rules.four_souls.stack.play_options.gain"),  # L51: the card that is played leaves the hand
    ("four_souls", "rules.four_souls.board.purchase.gain"),  # L177: 10¢
    ("four_souls", "rules.four_souls.effects.belongings.put_counters"),  # FS-34: counters on an item
    ("king_of_tokyo", "rules.king_of_tokyo.shop.shop.pay"),  # L96: the price of a card
    ("king_of_tokyo", "rules.king_of_tokyo.city.places.gain"),  # L90: a point for Tokyo
    ("malifaux", "rules.malifaux.phases.draw.draw_into_hand"),  # L35: cards of the deck
    ("malifaux", "rules.malifaux.phases.initiative.spend_soulstone"),  # L56: the soulstone of a new flip
    ("malifaux", "rules.malifaux.phases.closing.suffer"),  # MX-A11: the damage of a condition
    ("darkmoor", "rules.darkmoor.model.horde.gain_tokens"),  # L86, L102: VP tokens
    ("boss_monster", "rules.boss_monster.phases.scoring._score"),  # L479: the hero in the score area
    ("boss_monster", "rules.boss_monster.model.decks.add_to_hand"),  # L356: the room of the turn
)
"""Changes of state that a test leaves out of the product: the game, and the function that makes them."""


@cache
def walked(game: str) -> tuple[tuple[Audit, Walk], ...]:
    """The short form of a game: its matches, each with what was found."""
    return tuple(audit(Seeded(seed), game, STEPS) for seed in range(WALKS))


def total(game: str) -> Audit:
    """What all matches of the short form found together."""
    found = Audit()
    for one, _ in walked(game):
        found += one
    return found


def is_noticed(game: str, rule: str) -> bool:
    """Whether a ledger that leaves out the moves of that rule disputes anything in these matches."""
    return any(next(replay(walk, rule), None) for one, walk in walked(game) if rule in one.rules)


def disputed_after(walk: Walk, k: int) -> tuple[set[str], set[str]]:
    """The numbers in dispute where all are shown one too high after that event, and all that are compared there."""
    ledger, log, before = walk.ledger(), list[Any](), Audit()
    for step in walk.steps[:k]:
        follow(ledger, step, log, before)
    assert before.disputes == []
    found, there = Audit(), walk.steps[k].shown
    follow(ledger, replace(walk.steps[k], shown={key: value + 1 for key, value in there.items()}), log, found)
    compared = {key for key in there if key.rpartition(".")[2] in ledger.shown and not ledger.skips(key)}
    return {dispute.key for dispute in found.disputes}, compared


@pytest.mark.rule("X-05")
@each_game
def test_everything_lies_where_the_rule_text_puts_it(game: str, say: Callable[[str], None]) -> None:
    """After every event of random play each number is what the log and the rule text say."""
    found = total(game)
    left_out = "; ".join(f"{count} × {reason}" for reason, count in found.unaccounted.most_common())
    say(f"{game}: {found.compared} numbers compared after {found.events} events; left out: {left_out}")
    assert list(map(str, found.disputes)) == []
    assert found.events > 500
    assert found.compared > 5000


@pytest.mark.rule("X-05")
@each_game
@FEW
@given(data=st.data())
def test_hypothesis_finds_nothing_out_of_place(game: str, data: st.DataObject) -> None:
    """The same for matches that Hypothesis plays."""
    found, _ = audit(Drawn(data), game, 40)
    assert list(map(str, found.disputes)) == []


@each_game
def test_a_ledger_that_leaves_out_a_move_is_caught(game: str) -> None:
    """A ledger that forgets the moves of any one rule disputes a number, in these very matches."""
    rules = total(game).rules.keys() - {"dispute"}
    silent = {rule for rule in rules if not is_noticed(game, rule)}
    assert silent - UNSEEN.get(game, set()) == set()
    assert len(rules - silent) >= 5


@pytest.mark.parametrize(("game", "change"), MOVES_LEFT_OUT)
def test_a_product_that_leaves_out_a_move_is_caught(game: str, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that the product no longer makes is disputed in the first matches of random play."""

    def unchanged(s: Any, *_: Any, **__: Any) -> Any:
        return s

    monkeypatch.setattr(change, unchanged)
    assert any(audit(Seeded(seed), game, STEPS)[0].disputes for seed in range(4 * WALKS))  # few purchases are paid


@each_game
def test_a_product_that_forgets_a_move_is_caught(game: str) -> None:
    """Every number that is shown one too high is disputed, after whatever kind of event the ledger booked."""
    moments: dict[str, list[tuple[Walk, int]]] = {}
    for one, walk in walked(game):
        for k in range(one.events + 1):
            moments.setdefault(type(walk.steps[k].event).__name__, []).append((walk, k))
    assert len(moments) > 10
    for walk, k in (moment for kind in moments.values() for moment in kind[::-7][:3]):
        wrong, numbers = disputed_after(walk, k)
        assert len(numbers) > 3
        assert wrong == numbers


@each_game
def test_what_is_not_accounted_for_is_on_the_list(game: str) -> None:
    """Whatever the ledger leaves out has a reason on a short list."""
    found = total(game)
    assert found.unaccounted.keys() <= UNACCOUNTED.keys()


def reasons(tree: ast.AST) -> Iterator[str]:
    """The sentences that a ledger gives for what it cannot follow: it returns them, or raises them."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name="beyond"):
                returned = (one.value for one in ast.walk(node) if isinstance(one, ast.Return))
                yield from (str(one.value) for one in returned if isinstance(one, ast.Constant) and one.value)
            case ast.Call(func=ast.Name("UnaccountedError"), args=[ast.Constant(value=str(reason))]):
                yield reason


def test_every_reason_of_a_ledger_is_on_the_list() -> None:
    """Also a reason that no walk here meets says where the number would have to come from."""
    paths = sorted((TESTS / "support" / "ledger").glob("*.py"))
    found = {path.stem: set(reasons(ast.parse(path.read_text("utf-8")))) for path in paths}
    assert {stem: given - UNACCOUNTED.keys() for stem, given in found.items() if given - UNACCOUNTED.keys()} == {}
    assert LEDGERS.keys() <= {stem for stem, given in found.items() if given} | {"malifaux"}


SET_UP = (Chose(1, "the-forgotten"), Chose(0, "cain"), *(Revealed(k, (monsters()["fly"],)) for k in (0, 1)))
BETO, DIE, ALL = Target("seat", 1), Rolled((1,)), None
"""Who is aimed at, a number of the die, and that all pass."""
KILLED = Played(0, "triggered", "", (Effect("kill", BETO),))
PRIESTESS = (Played(0, "loot", "ii-the-high-priestess", how="play"), Aimed(BETO))


def souls(*moves: Event | None) -> Walk:
    """A match of Four Souls from the first action phase on."""
    t, log = FourSoulsTable("Ana", "Beto"), list[Event]()
    for move in (*SET_UP, ALL, ALL, ALL, *moves):
        top = t.s.stack.top
        log.append(move or Passed(seats_to_pass(t.s.stack, 2), top.id if top else 0))
        t.do_alone(log[-1])
    return played("four_souls", 2, (), log)


@pytest.mark.rule("FS-26", "FS-102")
@pytest.mark.parametrize(
    ("after", "life"),
    [
        ((ALL, DIE, ALL, ALL), 1),
        ((KILLED, ALL, ALL, ALL, ALL, ALL), 0),
        ((ALL, DIE, KILLED, ALL, ALL, ALL, ALL, ALL), 0),
    ],
    ids=["in force", "gone before the die", "gone after the die"],
)
def test_the_target_of_a_die_is_booked_as_its_card_is_played(after: tuple[Event | None, ...], life: int) -> None:
    """FS L273: targets are declared as effects are played; one that is gone cancels the card before its die."""
    walk = souls(*PRIESTESS, *after)
    there = walk.steps[-1].shown
    assert (there["seat.1.life"], there["stack.depth"]) == (life, 0)
    assert list(map(str, replay(walk))) == []


@pytest.mark.rule("FS-26", "FS-89")
def test_the_only_player_at_whom_a_kill_can_be_aimed_is_booked_without_a_question() -> None:
    """FS L228, L230: who has died this turn cannot be chosen to die again."""
    walk = souls(KILLED, ALL, ALL, ALL, Played(0, "loot", "xiii-death", how="play"), ALL)
    assert walk.steps[-1].shown["seat.0.life"] == 0
    assert list(map(str, replay(walk))) == []


def test_counters_on_a_card_of_tokyo_are_booked() -> None:
    """Counters lie on the card on which the table put them."""
    before = (Began(0), FactSet("seat.0.named_card", "Aspersor"))
    (card,) = played("king_of_tokyo", 3, (), before).steps[-1].objects["held"]
    number = f"held.{card}.counters"
    walk = played("king_of_tokyo", 3, (), (*before, Adjusted(number, 3), Adjusted(number, -1)))
    assert walk.steps[-1].shown[number] == 2
    assert list(map(str, replay(walk))) == []
    assert list(replay(walk, "X-06")) != []


@pytest.mark.parametrize(
    ("answer", "left"),
    [(Used(0, CULTISTS, face=HEART, n=2), (1, 0)), (Braced(), (0, 0)), (UsedAside(0, CULTISTS, face=HEART), (3, 1))],
)
def test_cultists_are_booked_in_the_middle_of_a_loss(answer: Event, left: tuple[int, int]) -> None:
    """KT L168: «En cualquier momento», also as the last heart is about to be lost."""
    before = (Began(0), Rolled((6, 6, 6, 4, 4, 1)), Adjusted("seat.0.hearts", -8), Adjusted("seat.0.cultists", 2))
    walk = played("king_of_tokyo", 3, ((CULTISTS, "on"),), (*before, Rolled((6, 6, 6, 4, 3, 1)), answer))
    there = walk.steps[-1].shown
    assert (there["seat.0.hearts"], there["seat.0.cultists"]) == left
    assert list(map(str, replay(walk))) == []
    assert list(replay(walk, "L168" if answer != Braced() else "L62")) != []


def test_the_ledgers_import_nothing_of_the_rules() -> None:
    """A ledger knows the log and the rule text: its modules import neither ``rules`` nor ``companion``."""
    modules = Counter(
        path.name
        for path in (TESTS / "support" / "ledger").glob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith(("from rules", "import rules", "from companion", "import companion"))
    )
    assert modules.keys() == {"audit.py", "shown.py", "simplified_moves.py"}
