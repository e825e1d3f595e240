"""The declared turn outline: every step once, and each below what leads to it when it is played."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import Adjusted, FactSet, Game, Ruled, Step, WentTo, apply, start, steps
from rules.engine.game import apply_unchecked
from rules.king_of_tokyo.model.events import Bought, Braced
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from rules.registry import GAMES
from rules.turn_outline import OutlineNode, TurnOutline, build_outline
from tests.support import playthrough
from tests.support.examples import law_settings
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable
from tests.support.games.king_of_tokyo_cards import record
from tests.support.random_play import Seeded, move, sit_down
from tests.toy.counting import GAME as TOY
from tests.toy.pig import GAME as PIG

ALL = {game.key: game for game in (TOY, PIG, *GAMES.values())}
COURSES = {key: build_outline(game) for key, game in ALL.items()}
ALSO_LED_TO = {
    # the curse of the first turn is turned up before it
    "king_of_tokyo.turn_curse": ("king_of_tokyo.who_begins", "king_of_tokyo.throw_for_start"),
    # who dies of a smash is out before those in Tokyo are asked whether they yield
    "king_of_tokyo.ask_yields": ("king_of_tokyo.gone",),
    # a turn begins with a draw; the opening hand, rooms and spells draw cards in the same way
    "boss_monster.draw": tuple(
        f"boss_monster.{name}" for name in ("deal_hands", "first_discard", "when_built", "walk", "pay", "resolve")
    ),
    # a room may be built once more, and that a room was built may have asked for a card first
    "boss_monster.place": ("boss_monster.stands",),
    "boss_monster.when_built": ("boss_monster.one_more", "boss_monster.name_more"),
    "boss_monster.level_up": ("boss_monster.one_more", "boss_monster.name_more"),
}
"""Steps of one phase, or before the first turn, with what leads to them from elsewhere."""
SHOWN_BY_SCENARIOS = {
    "four_souls.choose_miss_cost": "tests/rules/four_souls/test_attackable_players.py"
    "::test_what_a_miss_costs_is_asked_once_and_kept",
    "four_souls.enter_room": "tests/rules/four_souls/test_read_off.py::test_a_dice_room_acts_as_it_is_turned_up",
    "four_souls.end_after_rolls": "tests/rules/four_souls/test_monsters.py::test_a_monster_does_what_its_card_says",
    "four_souls.decide_defeated": "tests/rules/four_souls/test_attackable_items.py"
    "::test_whoever_defeats_the_bag_gains_its_reward_and_its_owner_says_what_becomes_of_it",
    "four_souls.take_character": "tests/rules/four_souls/test_gold_and_guises.py"
    "::test_the_clicker_changes_the_character_and_keeps_items_and_effects",
    "four_souls.reroll_some": "tests/rules/four_souls/test_turned_up_cards.py"
    "::test_dressing_table_replaces_as_many_items_as_one_likes",
    "four_souls.force_one": "tests/rules/four_souls/test_turned_up_cards.py"
    "::test_boss_rush_brings_two_bosses_of_which_one_must_be_attacked",
    "four_souls.bring": "tests/rules/four_souls/test_monsters.py::test_a_monster_does_what_its_card_says",
    "four_souls.order_preventions": "tests/rules/four_souls/test_switches_monsters.py"
    "::test_two_preventions_of_one_damage_come_in_the_order_of_the_active_player",
    "four_souls.vote": "tests/rules/four_souls/test_monsters.py::test_a_monster_does_what_its_card_says",
    "four_souls.stock": "tests/rules/four_souls/test_place_cards.py"
    "::test_restock_discards_any_number_as_the_turn_starts",
    "four_souls.choose_amount": "tests/rules/four_souls/test_said_amounts.py"
    "::test_goat_head_changes_as_many_cards_as_its_owner_says",
    "four_souls.reroll": "tests/rules/audit/four_souls/test_four_souls_dice.py"
    "::test_rerolls_and_modifiers_are_played_while_the_result_waits",
    "king_of_tokyo.draw_card": "tests/rules/king_of_tokyo/test_curses.py::test_a_card_is_discarded",
    "malifaux.shuffle_in": "tests/rules/audit/malifaux/test_malifaux_decks.py"
    "::test_with_too_few_cards_the_rest_of_the_deck_and_then_the_shuffled_discards_are_drawn",
    "darkmoor.settle_control": "tests/rules/audit/darkmoor/test_darkmoor_scoring.py"
    "::test_a_scoring_ability_in_words_is_settled_by_the_table",
    "darkmoor.read_unknown_vp": "tests/rules/audit/darkmoor/test_darkmoor_scoring.py"
    "::test_vp_that_nobody_read_are_asked_once_a_card",
    "darkmoor.read_vp": "tests/rules/audit/darkmoor/test_darkmoor_scoring.py"
    "::test_vp_that_nobody_read_are_asked_once_a_card",
    "darkmoor.escaped_act": "tests/rules/audit/darkmoor/test_darkmoor_havens.py"
    "::test_abilities_on_escaping_resolve_after_all_the_tokens_are_collected",
    "counting.name": "tests/ui/test_phones.py, with the switch for secrets",
    "counting.show": "tests/ui/test_phones.py, with the switch for secrets",
}
"""Steps too rare for the matches played here, with a test in which what they stand below leads to them."""
BRIEF = law_settings(6)

SEEDS = 10
"""Number of random matches whose steps are followed."""

each_game = pytest.mark.parametrize("key", ALL)


def played(key: str) -> list[str]:
    """The names of a game's steps."""
    return [name for name in steps if name.startswith(f"{key}.")]


@contextmanager
def watched(key: str) -> Iterator[list[tuple[str, tuple[str, ...]]]]:
    """Record each step that runs in this context and the steps that it put on the agenda."""
    seen: list[tuple[str, tuple[str, ...]]] = []
    originals = {name: steps[name] for name in played(key)}

    def watch(name: str) -> Any:
        def run(state: Any, *args: Any) -> Any:
            after = originals[name].run(state, *args)
            put = tuple(step.name for step in after.agenda if step not in state.agenda)
            seen.append((name, put))
            return after

        return run

    steps.update({name: replace(rule, run=watch(name)) for name, rule in originals.items()})
    try:
        yield seen
    finally:
        steps.update(originals)


def walk(seed: int, game: Game[Any], most: int = 60) -> Iterator[tuple[Any, list[tuple[str, tuple[str, ...]]]]]:
    """States of random play without overrides and rulings, each with the steps that ran."""
    chance = Seeded(seed)
    state = sit_down(chance, game)
    for _ in range(most):
        event = move(chance, game, state)
        if state.outcome is None and not isinstance(event, Adjusted | FactSet | WentTo | Ruled):
            with watched(game.key) as seen:
                state = apply(game, state, event)
            yield state, seen


@cache
def transitions(key: str) -> frozenset[tuple[str, str]]:
    """Pairs of a step that ran and one that it put on the agenda, in committed matches and short random ones."""
    game = ALL[key]
    with watched(key) as seen:
        for path in (path for path in playthrough.committed() if path.name.startswith(f"{key}-")):
            seats, rulings, events = playthrough.read(game, path.read_text("utf-8"))
            state = start(game, seats, rulings)
            for event in events:
                state = apply_unchecked(game, state, event)
        for seed in range(SEEDS):
            for _ in walk(seed, game):
                pass
    return frozenset((name, led) for name, put in seen for led in put)


def place(key: str, step: str) -> str:
    """The part of the outline in which a step stands; each phase is a part."""
    outline = COURSES[key]
    parts = {f"phase {k}": (phase,) for k, phase in enumerate(outline.phases)}
    parts |= {"shared": outline.shared_nodes, "set-up": outline.setup_nodes, "by hand": outline.override_nodes}
    return next(part for part, nodes in parts.items() if any(step in node for node in nodes))


def is_declared(key: str, name: str, led: str) -> bool:
    """Whether the outline says that the one step leads to the other.

    What is shared comes at any point, and the turn's own steps after any that is not; others stay in their part.
    """
    if led in {step.name for step in ALL[key].turn_steps}:
        return place(key, name) != "shared"
    return place(key, led) in ("shared", place(key, name)) or name in ALSO_LED_TO.get(led, ())


def steps_below(node: OutlineNode) -> set[str]:
    """The steps of a node and of all below it."""
    return {name for below in node.walk() for name in below.steps}


@each_game
def test_every_step_is_drawn_once(key: str) -> None:
    """A game's outline contains each of its steps exactly once."""
    drawn = [name for part in COURSES[key].walk() for name in part.steps]
    assert sorted(drawn) == sorted(played(key))


@each_game
def test_a_phase_begins_at_each_position_of_the_turn(key: str) -> None:
    """The turn's own steps stand in the order of the phases, and a phase begins where the table can jump to."""
    game, phases = ALL[key], COURSES[key].phases
    positions = {position.step for position in game.positions}
    turn = [step.name for step in game.turn_steps]
    assert [phase.steps[0] for phase in phases] == [name for name in turn if name in positions or name == turn[0]]
    held = [next(k for k, phase in enumerate(phases) if name in phase) for name in turn]
    begins = [name in positions for name in turn[1:]]
    assert [after - before for before, after in pairwise(held)] == begins


@each_game
def test_nodes_beside_each_other_have_different_rules(key: str) -> None:
    """Steps of one rule stand in one node, so that no title is read twice in a row."""
    for node in COURSES[key].walk():
        rules = [below.rule for below in node.children]
        assert len(rules) == len(set(rules))
        assert node.rule not in rules


@each_game
def test_what_leads_where_is_declared(key: str) -> None:
    """No step leads to one of another phase, of the set-up or of manual adjustments."""
    assert [(name, led) for name, led in sorted(transitions(key)) if not is_declared(key, name, led)] == []


@each_game
def test_what_is_declared_is_played(key: str) -> None:
    """Each node stands below steps that lead to it, except where the turn itself goes on to it."""
    turn = {step.name for step in ALL[key].turn_steps}
    above = {
        below.steps: steps_below(node) - steps_below(below)
        for node in COURSES[key].walk()
        for below in node.children
        if below.steps[0] not in turn
    }
    seen = transitions(key)
    unseen = {
        names[0] for names, leading in above.items() if not any(name in leading and led in names for name, led in seen)
    }
    assert unseen <= SHOWN_BY_SCENARIOS.keys()


@each_game
def test_the_set_up_is_in_no_phase(key: str) -> None:
    """No phase of a turn is current while the first prompt belongs to the set-up."""
    agenda, drawn = start(ALL[key], ("Ana", "Beto")).agenda, COURSES[key]
    before = any(agenda[0].name in part for part in drawn.setup_nodes)
    assert (drawn.current_phase(agenda) is None) == before
    assert drawn.current_phase(()) is None


@each_game
@BRIEF
@given(seed=st.integers(0, 10**6))
def test_what_is_played_is_what_is_drawn(key: str, seed: int) -> None:
    """In random play, the steps of a turn stay within its outline.

    The current phase is the one whose turn step ran last; none where no step of a turn is to come.
    """
    game, drawn = ALL[key], COURSES[key]
    of_a_turn = {name for part in (*drawn.phases, *drawn.shared_nodes) for below in part.walk() for name in below.steps}
    first = next((step.name for step in game.turn_steps), "")
    phases = {step.name: k for step in game.turn_steps for k, phase in enumerate(drawn.phases) if step.name in phase}
    latest, begun = 0, False
    for state, seen in walk(seed, game):
        names = [name for name, _ in seen]
        if not begun and first in names:
            begun, names = True, names[names.index(first) :]
        if begun:
            assert set(names) <= of_a_turn
            latest = next((phases[name] for name in reversed(names) if name in phases), latest)
        if begun and state.outcome is None and not any(state.agenda[0].name in phase for phase in drawn.phases):
            goes_on = any(step.name in phases for step in state.agenda)
            assert drawn.current_phase(state.agenda) == (latest if goes_on else None)


def test_the_final_scoring_is_in_no_phase_of_a_turn() -> None:
    """RD-29: after the last turn the table is asked who controls a location; no phase of a turn is current then."""
    agenda = (Step("darkmoor.settle_control", (0,)), Step("darkmoor.count_up"))
    assert COURSES["darkmoor"].current_phase(agenda) is None
    assert COURSES["darkmoor"].current_phase((agenda[0], Step("darkmoor.end_turn"))) is not None


def test_what_a_card_does_on_entering_tokyo_belongs_to_entering() -> None:
    """KT L26: entering Tokyo comes before buying, so what it leads to is asked before anybody buys.

    What a bought card leads to is part of buying, to which the turn comes back after it.
    """
    outline = COURSES["king_of_tokyo"]
    table = KingOfTokyoTable("Ana", "Beto", "Cira").has("Ana", energy=9)
    table.holds("Ana", "gamma_blast")
    table.holds("Beto", "camouflage")
    table.throws(NOTHING)
    assert table.step == "spare"
    assert outline.current_phase(table.s.agenda) == phase_of(outline, "enter_tokyo")
    table.do(Braced())
    assert table.step == "buy"
    assert outline.current_phase(table.s.agenda) == phase_of(outline, "buy_cards")
    table.do(Bought(0, FROM_UNFOLLOWED_SHOP, (record("flame_thrower"),)))
    assert table.step == "spare"
    assert outline.current_phase(table.s.agenda) == phase_of(outline, "buy_cards")
    assert table.do(Braced()).step == "buy"


def phase_of(outline: TurnOutline, step: str) -> int:
    """The phase of King of Tokyo in which that step stands."""
    return next(k for k, phase in enumerate(outline.phases) if f"king_of_tokyo.{step}" in phase)
