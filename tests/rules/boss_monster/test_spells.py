"""Spells of Boss Monster: their phase, priority, cancelling, and effects."""

from dataclasses import replace

import pytest

from rules.boss_monster.effects.registry import effects
from rules.boss_monster.effects.spells import playable_spells
from rules.boss_monster.model.card_catalogue import card_texts
from rules.boss_monster.model.dungeon import exhaust_room
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Cast,
    Countered,
    Placed,
    Revealed,
    Skipped,
    Stood,
    TakenBack,
    Walked,
)
from rules.boss_monster.model.state import TOWN, priority_order
from tests.support.games.boss_monster import BossMonsterTable, plain, table


def walked(to: int = 0, owner: int = 0, **rulings: str) -> BossMonsterTable:
    """A 13-health mage with 2 damage in the first of three rooms; the other seat has one room."""
    t = (
        table(**rulings)
        .dungeon(owner, plain("", 2, "trap"), "golem_factory", "dark_altar")
        .dungeon(1 - owner, "open_grave")
    )
    return t.hero(owner, "m", 13, epic=True).at_phase("adventure").do(Walked(to))


def seat_of(t: BossMonsterTable, event_type: type) -> list[tuple[int, int]]:
    return [(c.event.seat, c.event.room) for c in t.asked.choices if isinstance(c.event, event_type)]


@pytest.mark.rule("BM-16")
def test_a_spell_is_played_in_the_phase_of_its_symbol() -> None:
    """A spell may be played only in the phases of its symbol, any number of times."""
    building, walking = table().at_phase("build"), walked()
    assert set(playable_spells(building.s, 0)) <= {key for key, card in card_texts().items() if "build" in card.phases}
    assert "giant_size" in playable_spells(walking.s, 0)
    assert "giant_size" not in playable_spells(table().dungeon(0, "golem_factory").at_phase("build").s, 0)
    assert table().refuses(Cast(0, "jeopardy")) == "BM-20"  # L358: not at the start of the turn
    t = building.copy().casts(0, "jeopardy").casts(0, "jeopardy")
    assert t.step == "place"


@pytest.mark.rule("BM-17", "BM-23", "BM-59")
def test_the_active_players_go_first_then_by_xp() -> None:
    """Declared spells are ordered by priority: active players first, then by XP.

    With BM-A7 set to last the latest one is resolved first.
    """
    for ruling, order in (("priority", ["jeopardy", "freeze", "freeze"]), ("last", ["freeze", "jeopardy", "freeze"])):
        t = table(3, BM_A7=ruling).dungeon(0, "open_grave", "dark_altar")
        t.at_phase("build").do(Skipped(), Skipped())
        assert (t.s.active, priority_order(t.s)) == (0, (0, 2, 1))
        t.do(Cast(1, "freeze"), Aimed(t.ids(0)[0]), Cast(0, "jeopardy"), Cast(2, "freeze"), Aimed(t.ids(0)[1]))
        assert [d.key for d in t.s.declared] == order
        assert t.s.declared[-1].seat == 1


@pytest.mark.rule("BM-17", "BM-23", "BM-59")
def test_the_active_players_answer_takes_effect_before_the_spell_it_answers() -> None:
    """BM L182: "se resolverán antes que los Hechizos y capacidades de tus adversarios".

    Bea's Freeze is already asked about when Ana answers it, and Cira, who has more XP, plays one too.
    """
    t = table(3).dungeon(0, plain("", 2), "golem_factory").dungeon(1, "open_grave").dungeon(2, "open_grave")
    t.hero(0, "m", 13, epic=True).at_phase("adventure").do(Walked(0))
    first, second = t.ids(0)
    t.do(Cast(1, "freeze"), Aimed(second))
    assert t.asks == "Bea plays Freeze: does anybody cancel it?"
    t.do(Cast(0, "exhaustion"), Aimed(t.s.walk.hero))
    assert t.asks == "Ana plays Exhaustion: does anybody cancel it?"
    t.do(Stood())
    assert t.s.keeps[0].entrance[0].taken == 2 + 2  # two rooms count: none is frozen yet
    assert t.asks == "Bea plays Freeze: does anybody cancel it?"
    t.do(Cast(2, "freeze"), Aimed(first))
    assert t.asks == "Cira plays Freeze: does anybody cancel it?"
    assert t.do(Stood()).asks == "Bea plays Freeze: does anybody cancel it?"
    assert (t.do(Stood()).step, [pile[0].exhausted for pile in t.s.keeps[0].piles]) == ("walk", [True, True])


@pytest.mark.rule("BM-17")
@pytest.mark.parametrize(("ruling", "taken"), [("priority", 2 + 2), ("last", 2 + 1)])
def test_which_of_two_spells_takes_effect_first_is_a_switch(ruling: str, taken: int) -> None:
    """BM L182 is silent on the last played (BM-A7): by priority Ana's goes first, else Bea's answer to it."""
    t = table(BM_A7=ruling).dungeon(0, plain("", 2), "golem_factory").dungeon(1, "open_grave")
    t.hero(0, "m", 13, epic=True).at_phase("adventure").do(Walked(0))
    t.do(Cast(0, "exhaustion"), Aimed(t.s.walk.hero), Cast(1, "freeze"), Aimed(t.ids(0)[1]), Stood(), Stood())
    assert (t.s.keeps[0].entrance[0].taken, t.step) == (taken, "walk")


@pytest.mark.rule("BM-51", "BM-67")
def test_a_cancelled_spell_does_nothing() -> None:
    """A cancelled spell does nothing; any other player may cancel, also a Counterspell."""
    t = walked()
    t.do(Cast(0, "annihilator"), Aimed(t.ids(0)[0]))
    assert t.asks == "Ana plays Annihilator: does anybody cancel it?"
    assert seat_of(t, Countered) == [(1, 0)]
    t.do(Countered(1))
    assert t.asks == "Bea plays Counterspell: does anybody cancel it?"
    cancelled = t.copy().do(Stood())
    assert "Annihilator is cancelled" in cancelled.told
    assert (cancelled.s.keeps[0].entrance[0].taken, cancelled.step) == (2, "walk")
    saved = t.copy().do(Countered(0), Stood(), Stood())
    assert saved.s.keeps[0].entrance[0].taken == 5


@pytest.mark.rule("BM-67")
def test_the_eye_cancels_once_a_turn() -> None:
    """A ready All-Seeing Eye cancels an opponent's spell, once a turn."""
    t = walked().dungeon(1, "all_seeing_eye")
    [eye] = t.ids(1)
    assert seat_of(t.copy().do(Cast(1, "jeopardy")), Countered) == [(0, 0)]
    t.do(Cast(0, "jeopardy"))
    assert seat_of(t, Countered) == [(1, 0), (1, eye)]
    t.do(Countered(1, eye))
    assert "Jeopardy is cancelled" in t.told
    assert seat_of(t.do(Cast(0, "jeopardy")), Countered) == [(1, 0)]


@pytest.mark.rule("BM-51")
def test_a_spell_whose_target_has_gone_does_nothing() -> None:
    """BM L601: "puede ser cancelado si su objetivo es destruido … por un efecto que tenga una prioridad mayor".

    The ability of the active player destroys the room first, then the opponent's spell has no target.
    """
    t = walked()
    altar = t.ids(0)[2]
    t.do(Cast(1, "freeze"), Aimed(altar), Activated(altar))
    assert t.keys(0) == ["", "golem_factory"]
    assert t.asks == "Bea plays Freeze: does anybody cancel it?"
    t.do(Stood())
    assert "Freeze has lost its target: no effect" in t.told
    assert (t.keys(0), t.step) == (["", "golem_factory"], "walk")


@pytest.mark.rule("BM-47", "BM-51")
def test_an_ability_waits_behind_what_has_priority() -> None:
    """An ability with lower priority has no effect if its room was exhausted first.

    A spell without a target may be taken back.
    """
    t = walked().dungeon(1, "the_crushinator", "open_grave")
    crusher, grave = t.ids(1)
    t.do(Cast(0, "freeze"), Aimed(crusher), Activated(crusher), Aimed(grave), Stood())
    assert t.keys(1) == ["the_crushinator", "open_grave"]
    assert "The Crushinator has lost its target: no effect" in t.told
    t.do(Cast(0, "freeze"), TakenBack())
    assert (t.s.declared, t.step) == ((), "walk")


@pytest.mark.rule("BM-16")
@pytest.mark.parametrize(
    ("spell", "room", "taken"), [("annihilator", 0, 5), ("giant_size", 1, 2), ("exhaustion", None, 5), ("freeze", 0, 2)]
)
def test_spells_that_hurt(spell: str, room: int | None, taken: int) -> None:
    """Damage of Annihilator, Giant Size, Exhaustion and Freeze, at once and after the walk."""
    t = walked()
    t.casts(0, spell, t.s.walk.hero if room is None else t.ids(0)[room])
    assert t.s.keeps[0].entrance[0].taken == taken
    end = t.copy().do(Walked(2))
    assert end.s.keeps[0].entrance[0].taken == taken + 3 + (3 if spell == "giant_size" else 0)


@pytest.mark.rule("BM-48")
def test_exhaustion_does_not_count_a_frozen_room() -> None:
    """Exhaustion does not count an exhausted room: two damage for three rooms."""
    t = walked()
    t.change(exhaust_room, t.ids(0)[2])
    assert t.copy().casts(0, "exhaustion", t.s.walk.hero).s.keeps[0].entrance[0].taken == 4


@pytest.mark.rule("BM-66")
def test_a_cave_in_takes_the_hero_with_it() -> None:
    """Cave-In kills the hero in that room, also an epic one, and nobody in another room."""
    t = walked()
    dead = t.copy().casts(0, "cave_in", t.ids(0)[0])
    assert (dead.points[0], dead.keys(0)) == ((2, 0), ["golem_factory", "dark_altar"])
    other = t.copy().casts(0, "cave_in", t.ids(0)[1])
    assert (other.points[0], other.keys(0)) == ((0, 0), ["", "dark_altar"])


@pytest.mark.rule("BM-31")
def test_spells_that_move_a_hero() -> None:
    """Teleportation restarts the walk, Fear sends to town, Zombie Attack revives a dead hero.

    A revived hero has two more health.
    """
    t = walked(to=1)
    t.casts(0, "teleportation", t.s.walk.hero)
    assert t.copy().do(Walked(0)).s.keeps[0].entrance[0].taken == 6
    gone = t.copy().casts(1, "fear", t.s.walk.hero)
    assert (gone.standing_in(TOWN), gone.s.walk) == (["m.13"], None)
    t = table().dungeon(0, "open_grave").scored(1, souls=1).at_phase("build")
    t.casts(0, "zombie_attack", t.s.keeps[1].score[0].hero.id)
    assert (t.points[1], t.s.keeps[1].entrance[0].health) == ((0, 0), 6)


@pytest.mark.rule("BM-28", "BM-56")
def test_the_princess_draws_any_hero_of_the_town() -> None:
    """Princess in Peril moves any hero of the town to the end of the queue at one's entrance."""
    t = table().hero(0, "f", 4).hero(TOWN, "m", 11, epic=True).at_phase("build")
    t.casts(0, "princess_in_peril", t.s.town[0].id)
    assert t.standing_in(0) == ["f.4", "m.11"]


@pytest.mark.rule("BM-25")
def test_motivation_builds_one_more_and_the_kobolds_none() -> None:
    """Motivation builds one more room; Kobold Strike returns face-down rooms to the hands.

    Motivation needs fewer rooms than an opponent.
    """
    t = table().dungeon(1, "golem_factory").at_phase("build")
    assert "motivation" not in playable_spells(t.s, 1)
    t.do(Placed(0)).casts(0, "motivation").do(Placed(0), Placed(0))
    assert [len(keep.piles) for keep in t.s.keeps] == [2, 2]
    assert t.step == "turn_up"
    t.casts(1, "kobold_strike")
    assert (t.keys(0), t.keys(1), t.s.phase) == ([], ["golem_factory"], "start")
    early = table().dungeon(1, "golem_factory").at_phase("build").casts(0, "kobold_strike")
    assert (early.s.turn, early.step) == (2, "reveal_hero")


@pytest.mark.rule("BM-30")
def test_trepidation_needs_two_souls_more() -> None:
    """Trepidation needs an opponent with two souls more, and closes that dungeon for the turn."""
    t = walked(owner=1).hero(0, "c", 4).scored(0, souls=1)
    assert "trepidation" not in playable_spells(t.s, 1)
    t.scored(0, souls=1)
    t.casts(1, "trepidation", -1)
    assert t.s.keeps[0].shut
    assert "No hero enters the dungeon of Ana this turn" in t.do(Walked(-1)).told


@pytest.mark.rule("BM-16")
def test_a_soul_is_harvested_and_a_spell_played_draws() -> None:
    """Soul Harvest removes a dead hero; Liger's Den reacts to its player's first spell a turn."""
    t = walked().dungeon(0, "ligers_den").scored(0, souls=2)
    t.casts(0, "soul_harvest", t.s.keeps[0].score[0].hero.id)
    assert t.points[0] == (1, 0)
    den = walked().dungeon(0, "ligers_den").do(Cast(0, "jeopardy"))
    assert any("Liger's Den" in line for line in den.told)
    assert not any("Liger's Den" in line for line in den.do(Stood(), Cast(0, "jeopardy")).told)


@pytest.mark.rule("BM-23")
def test_a_window_is_open_until_the_rooms_are_named() -> None:
    """Spells may be played after the last room was laid, until the rooms are revealed."""
    t = table().dungeon(0, "open_grave").at_phase("build").do(Placed(0), Skipped())
    t.casts(0, "freeze", t.ids(0)[0])
    assert t.step == "turn_up"
    done = t.copy().do(Revealed("mimic_vault"))
    assert done.s.phase == "start"
    assert playable_spells(t.change(replace, phase="built").s, 0) == ()


def test_every_effect_is_somebodys() -> None:
    """Each spell except Jeopardy has a power, and each power belongs to a card."""
    spells = {key for key, card in card_texts().items() if card.phases}
    assert spells - set(effects.use["declared"]) == {"jeopardy"}
    assert set(effects.use["declared"]) - spells <= set(card_texts())
