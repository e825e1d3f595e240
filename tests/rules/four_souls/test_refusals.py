"""Refusals of Four Souls name the rule that is their reason, whatever is asked."""

from __future__ import annotations

import pytest

from rules.engine import Event, Refused, apply
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Attacked, Passed, Played
from tests.support.games.four_souls import FourSoulsTable, table
from tests.support.games.table import english

rule = pytest.mark.rule


def why(t: FourSoulsTable, event: Event) -> tuple[str, str]:
    """Rule and reason of a refusal."""
    with pytest.raises(Refused) as refused:
        apply(GAME, t.s, event)
    return refused.value.rule, english(refused.value.reason)


@rule("FS-89")
@pytest.mark.parametrize("kind", ["loot", "activated"])
def test_damage_at_the_dead_is_refused_because_they_are_dead(kind: str) -> None:
    """FS L230: "no puede elegir infligir daño a un jugador muerto": the reason is neither item nor card."""
    t = table("Ana", "Beto", "Cira")
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    aimed = t.play("Ana", t.to("Beto", "damage", 1), kind=kind)
    assert why(t, aimed) == ("FS-89", "Beto is dead and cannot be chosen.")


@rule("FS-67", "FS-68")
def test_an_attack_is_refused_for_its_own_reason() -> None:
    """FS L185: once a turn, in the action phase, at an active monster that can be attacked."""
    t = table(monsters=("stoney", "fly"))
    assert why(t, Attacked(t.monster("stoney").id)) == ("FS-67", "Stoney cannot be attacked.")
    assert why(t, Attacked(999)) == ("FS-67", "That monster cannot be attacked.")
    t.attacks("fly")
    fly = t.monster("fly").id
    t = t if t.s.combat else t.nobody()
    assert why(t, Attacked(fly)) == ("FS-68", "An attack goes on until somebody dies.")


@rule("FS-32")
def test_a_pass_over_another_question_reads_that_question() -> None:
    """X-01: where a roll is asked for, a pass or a play is refused with what is asked, not with the stack."""
    t = table().attacks("fly")
    t = t if t.asked.dice else t.nobody()
    assert t.asked.dice is not None
    for event in (Passed((1,), 0), Played(0, "loot")):
        given = why(t, event)
        assert given == (t.asked.rule, f"First this: {t.asks}")
