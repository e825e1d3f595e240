"""FS-26, FS-95: in random play of Four Souls a question comes when its moment comes (L251, L273)."""

from collections import Counter

import pytest

from rules.engine import apply
from rules.four_souls.game import GAME
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.target_choice import is_open, open_target
from tests.support.random_play import Seeded, move, sit_down

pytestmark = pytest.mark.landing

LATER = {"item_of", "bidder"}
"""Targets that follow from what was chosen before, or come as the effect happens."""


@pytest.mark.rule("FS-26", "FS-95")
@pytest.mark.parametrize("seed", range(0, 60, 20))
def test_no_question_comes_before_its_moment(seed: int) -> None:
    """Nothing aims after its die; the next card of a refill comes after all that the one before it has brought."""
    seen: Counter[str] = Counter()
    for one in range(seed, seed + 20):
        chance = Seeded(one)
        state: FourSouls = sit_down(chance, GAME)
        found: dict[int, frozenset[int]] = {}
        for _ in range(80):
            if state.outcome or state.ruling("FS-A1") == "resolve" or state.depth == "numbers":
                break
            before, event = state, move(chance, GAME, state)
            state = apply(GAME, state, event)
            if state.outcome:
                break
            _note_events(before, state, found, seen)
            _check_aim(state, seen)
            _check_reveal(state, found, seen)
    assert seen["event"]
    assert seen["reveal"]


def _note_events(before: FourSouls, s: FourSouls, found: dict[int, frozenset[int]], seen: Counter[str]) -> None:
    """Remember what lay under a card that is no monster as a refill turned it up."""
    known = {item.id for item in before.stack.items}
    for place, item in enumerate(s.stack.items):
        if item.kind == "non_monster" and item.slot >= 0 and item.id not in known:
            found[item.slot] = frozenset(under.id for under in s.stack.items[:place])
            seen["event"] += 1


def _check_aim(s: FourSouls, seen: Counter[str]) -> None:
    """What a die led to is aimed at nothing that could have been chosen before it."""
    if s.agenda[0].name != "four_souls.aim":
        return
    item = s.find_stack_item(int(s.agenda[0].args[0]))
    assert item is not None
    kinds = {open_target(effect).kind for effect in item.effects if is_open(effect)}
    known_die = item.kind == "effect" and item.value and item.source
    assert not known_die or kinds <= LATER, item
    seen["aim"] += 1


def _check_reveal(s: FourSouls, found: dict[int, frozenset[int]], seen: Counter[str]) -> None:
    """Nothing of the card before, nor above it, is still on the stack."""
    step = s.agenda[0]
    if step.name != "four_souls.reveal" or step.args[1] != "refill" or step.args[0] not in found:
        return
    beneath = found.pop(int(step.args[0]))
    assert {item.id for item in s.stack.items if item.slot == step.args[0] and item.kind in ("roll", "effect")} == set()
    assert {item.id for item in s.stack.items} <= beneath, s.stack.items
    seen["reveal"] += 1
