"""Laws of Darkmoor over random play: the score so far is that of an end now, and every effect names its card."""

from __future__ import annotations

from typing import Any

import pytest

from rules.darkmoor.game import GAME
from rules.darkmoor.model.events import Controlled, ReadVp
from rules.darkmoor.model.state import Darkmoor
from rules.darkmoor.phases.scoring import scores
from rules.engine import WentTo, apply, prompt
from tests.support.random_play import Seeded
from tests.support.walks import walk

pytestmark = pytest.mark.landing

SEEDS = range(12)


def moments() -> list[tuple[Darkmoor, Any, Darkmoor]]:
    """Random play: state before, event, state after."""
    return [moment for seed in SEEDS for moment in walk(GAME, Seeded(seed))]


@pytest.mark.rule("RD-28", "RD-30")
def test_the_score_so_far_is_that_of_an_end_now() -> None:
    """L113: whatever stands in the hordes, "if it ended now" says what the final scoring then counts."""
    compared = 0
    for _, _, s in moments():
        if s.outcome is not None or s.phase in ("setup", "scoring"):
            continue
        end = apply(GAME, s, WentTo("RD-28"))
        asked = prompt(end)
        if asked is not None and isinstance(asked.choices[0].event, (ReadVp, Controlled)):
            continue  # what nobody has said yet
        assert [score.total for score in scores(end)] == [score.total for score in scores(s)]
        compared += 1
    assert compared > 100


@pytest.mark.rule("RD-09", "RD-15")
def test_every_effect_of_an_ability_names_its_card() -> None:
    """Whatever a token, a defeat or VP comes from by an ability, its line says which card it was."""
    named = 0
    for _, _, after in moments():
        for note in after.notes:
            if note.rule == "RD-15" and (note.changes or note.kind == "kill"):
                said = dict(note.text.args)
                assert "card" in said or note.kind == "kill", note
                named += "card" in said
    assert named > 30


@pytest.mark.rule("RD-18", "RD-20")
def test_the_marked_minion_is_the_one_that_falls() -> None:
    """Where one horde alone reaches the threshold and nothing is asked, exactly the marked minion falls first."""
    seen = 0
    for before, _, after in moments():
        falls = [note for note in after.notes if note.kind == "kill" and note.rule == "RD-20"]
        doomed = [m for place in GAME.view(before).places for m in place.horde if m.doomed]
        asked = prompt(before)
        if asked is not None and asked.rule == "RD-19" and falls:
            assert dict(falls[0].subject.args)["id"] in {m.id for m in doomed}
            seen += 1
    assert seen > 0
