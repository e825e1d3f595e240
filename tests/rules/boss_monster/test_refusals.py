"""Refused answers name the rule that forbids them, with its reason."""

import pytest

from rules.boss_monster.effects.choices import fetch
from rules.boss_monster.model.dungeon import exhaust_room
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Cast,
    Chose,
    Countered,
    DealtAgain,
    Handed,
    Laid,
    Lured,
    NamedHero,
    Placed,
    Played,
    Revealed,
    Skipped,
    Stood,
    Swapped,
    Walked,
)
from rules.boss_monster.model.state import TOWN, set_keep, set_room
from rules.engine import at
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, seated, table, virtual


@pytest.mark.rule("BM-21", "BM-24", "BM-57")
def test_a_room_that_may_not_be_built_now_is_told_why() -> None:
    """BM L360, L366: from one's hand, in one's own turn to build, one room."""
    v = handed()
    seat = v.asked.seats[0]
    v.holds(seat, "golem_factory", "dark_altar")
    assert v.refuses(Laid(seat, 0, ("open_grave.1",))) == "BM-57"
    assert v.refuses(Laid(seat, 0, ("golem_factory.1", "dark_altar.1"))) == "BM-25"
    assert v.refuses(Laid(1 - seat, 0, ())) == "BM-21"
    assert table().refuses(Placed(0)) == "BM-21"
    assert table().refuses(Revealed("dark_altar")) == "BM-24"


@pytest.mark.rule("BM-36", "BM-51", "BM-67")
def test_a_spell_without_anything_to_aim_at_is_told_why() -> None:
    """BM L601: a target and an answer need something to aim at; who is out plays nothing."""
    building = table().dungeon(0, "dark_altar").at_phase("build")
    assert building.refuses(Cast(0, "counterspell")) == "BM-67"
    assert building.refuses(Cast(0, "princess_in_peril")) == "BM-51"
    assert table(3).at_phase("build").change(set_keep, 0, out=True).refuses(Cast(0, "jeopardy")) == "BM-36"
    v = handed().dungeon(0, "dark_altar").holds(0, "fear", "freeze")
    assert (v.refuses(Played(0, ("jeopardy.1",))), v.refuses(Played(0, ("fear.1",)))) == ("BM-57", "BM-16")


@pytest.mark.rule("BM-46", "BM-47")
def test_an_ability_is_told_why_it_cannot_be_used() -> None:
    """BM L545, L593, L595, L597: covered, exhausted, face down, of another kind, used, without a hero."""
    t = table().dungeon(0, ("bottomless_pit", "dark_altar"), "witchs_kitchen", "golem_factory").at_phase("build")
    pit, kitchen, factory = t.ids(0)
    covered = t.s.keeps[0].piles[0][1].id
    assert t.refusal(Activated(covered)) == ("BM-46", "A covered room is inactive.")
    assert t.refusal(Activated(pit)) == ("BM-47", "No hero is in that room now.")
    assert t.refusal(Activated(factory)) == ("BM-47", "That room has no ability that is activated.")
    used = t.copy().do(Activated(kitchen))
    assert used.refusal(Activated(kitchen)) == ("BM-47", "That ability is used once a turn, and it has been.")
    assert t.copy().change(exhaust_room, kitchen).refuses(Activated(kitchen)) == "BM-48"
    assert t.copy().change(set_room, kitchen, down=True).refuses(Activated(kitchen)) == "BM-49"
    assert table().dungeon(0, "the_crushinator").at_phase("build").refuses(Activated(99)) == "BM-47"


def test_what_is_not_asked_now_is_told_when_it_is() -> None:
    """Each answer that another step asks for is refused with that step's rule."""
    t = table().dungeon(0, plain("", 2), "dark_altar")
    expected = {
        Chose(0, "robobo"): "BM-04",
        Handed(): "BM-06",
        DealtAgain(0): "BM-07",
        Lured(0): "BM-26",
        Walked(-1): "BM-30",
        Stood(): "BM-67",
        Countered(0): "BM-67",
        Aimed(1): "BM-51",
        Swapped(1, 2): "BM-43",
    }
    assert {event: t.refuses(event) for event in expected} == expected
    assert t.refusal(NamedHero("nobody")) == ("BM-03", "No such hero is in the deck for this number of players.")
    assert seated().refuses(Chose(0, "robobo")) == "BM-04"
    assert BossMonsterTable("Ana", "Bea").do(Chose(0, "robobo")).refuses(Chose(1, "robobo")) == "BM-04"
    dealt = virtual(choose="on")
    offered = {option.value for option in dealt.asked.choices[0].template.holes[0].options}
    other = next(boss for boss in ("robobo", "gorgona", "seducia") if boss not in offered)
    assert dealt.refuses(Chose(0, other)) == "BM-60"
    walking = t.copy().hero(0, "c", 8).at_phase("adventure").do(Walked(1))
    assert walking.refuses(Walked(0)) == "BM-31"


@pytest.mark.rule("BM-16", "BM-24", "BM-47")
def test_some_moments_are_not_for_declarations() -> None:
    """No spell before the first turn or between two reveals, no ability again while it waits."""
    assert seated().refuses(Cast(1, "jeopardy")) == "BM-16"
    reveals = table().at_phase("build").do(Placed(0), Placed(0), Revealed("golem_factory"))
    assert reveals.refuses(Cast(1, "jeopardy")) == "BM-24"
    waits = table().dungeon(0, "the_crushinator", "dark_altar").at_phase("build")
    again = Activated(waits.ids(0)[0])
    assert waits.do(again).refuses(again) == "BM-47"


def test_what_a_card_says_is_told_as_the_reason() -> None:
    """BM L601: a target that is none; L379: what a card says is done; L356: everybody draws."""
    t = table().dungeon(0, "dark_altar").at_phase("build").do(Cast(0, "freeze"))
    assert t.refuses(Aimed(99)) == "BM-51"
    met = table().dungeon(0, "mimic_vault").hero(TOWN, "c", 8)
    met.builds(*met.ids(0))
    assert met.refusal(Skipped()) == ("BM-24", 'What a card says is done, unless it says "may".')
    assert met.refuses(Aimed(99)) == "BM-24"
    assert table().inserts(at(fetch, 0)).refusal(Skipped())[0] == "BM-50"
    spell = table().dungeon(0, "dark_altar").at_phase("build").do(Cast(0, "jeopardy"))
    assert spell.refuses(Countered(0)) == "BM-67"


@pytest.mark.rule("BM-13", "BM-48", "BM-49")
def test_a_room_that_may_not_lie_there_is_told_why() -> None:
    """BM L595, L597: not on exhausted nor on face-down rooms; L370: five visible rooms; L368: in one's dungeon."""
    t = table().dungeon(1, "golem_factory", "dark_altar").dungeon(0, "open_grave").at_phase("build")
    one, two = t.ids(1)
    assert t.copy().change(exhaust_room, one).refuses(Placed(one)) == "BM-48"
    assert t.copy().change(set_room, two, down=True).refuses(Placed(two)) == "BM-49"
    assert t.refuses(Placed(t.ids(0)[0])) == "BM-25"
    assert t.copy().dungeon(1, *("dark_altar",) * 5).refuses(Placed(0)) == "BM-13"
