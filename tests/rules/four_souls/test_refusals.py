"""Refusals of Four Souls name the rule that is their reason, whatever is asked."""

from __future__ import annotations

import pytest

from rules.four_souls.model.events import Attacked, Passed, Played
from rules.four_souls.model.state import set_player
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule


@rule("FS-89")
@pytest.mark.parametrize("kind", ["loot", "activated"])
def test_damage_at_the_dead_is_refused_because_they_are_dead(kind: str) -> None:
    """FS L230: "no puede elegir infligir daño a un jugador muerto": the reason is neither item nor card."""
    t = table("Ana", "Beto", "Cira")
    t.plays("Ana", t.to("Beto", "kill")).nobody().nobody()
    aimed = t.play("Ana", t.to("Beto", "damage", 1), kind=kind)
    assert t.refusal(aimed) == ("FS-89", "Beto is dead and cannot be chosen.")


@rule("FS-82")
def test_healing_the_dying_is_refused_because_they_die() -> None:
    """FS L213: "muere cuando su vida se reduce a 0"; only a prevented death gives the life back (L232)."""
    t = table("Ana", "Beto", "Cira")
    t.plays("Ana", t.to("Beto", "kill")).nobody()
    healing = t.play("Ana", t.to("Beto", "heal", 1))
    assert t.refusal(healing) == ("FS-82", "Beto dies unless the death is prevented.")


@rule("FS-67", "FS-68")
def test_an_attack_is_refused_for_its_own_reason() -> None:
    """FS L185: once a turn, in the action phase, at an active monster that can be attacked."""
    t = table(monsters=("stoney", "fly"))
    assert t.refusal(Attacked(t.monster("stoney").id)) == ("FS-67", "Stoney cannot be attacked.")
    assert t.refusal(Attacked(999)) == ("FS-67", "That monster cannot be attacked.")
    t.attacks("fly")
    fly = t.monster("fly").id
    t = t if t.s.combat else t.nobody()
    assert t.refusal(Attacked(fly)) == ("FS-68", "An attack goes on until somebody dies.")


@rule("FS-87")
def test_the_dead_attack_no_more() -> None:
    """FS L226: the turn of an active player who dies ends; a position of the actions revives nobody."""
    t = table()
    t.s = set_player(t.s, 0, life=0, doom="dead")
    assert t.refusal(Attacked(t.monster("fly").id)) == ("FS-87", "Ana is dead and attacks no more this turn.")


@rule("FS-32")
def test_a_pass_over_another_question_reads_that_question() -> None:
    """X-01: where a roll is asked for, a pass is refused with what is asked, not with the stack."""
    t = asked_for_a_roll()
    assert t.refusal(Passed((1,), 0)) == (t.asked.rule, f"First this: {t.asks}")


@rule("FS-33")
def test_a_play_while_nobody_has_priority_reads_what_is_asked() -> None:
    """FS L114: "Hay momentos en que nadie tiene prioridad": the roll that is asked for comes before any play."""
    t = asked_for_a_roll()
    assert t.refusal(Played(0, "loot")) == ("FS-33", f"Nobody has priority now. First this: {t.asks}")


def asked_for_a_roll() -> FourSoulsTable:
    t = table().attacks("fly")
    t = t if t.asked.dice else t.nobody()
    assert t.asked.dice is not None
    return t
