"""Boss Monster's spells: their phase, who goes first, cancelling, and what each of them does."""

from dataclasses import replace

import pytest

from rules.boss_monster.cards import printed
from rules.boss_monster.dungeon import exhaust
from rules.boss_monster.effects import powers
from rules.boss_monster.event import (
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
from rules.boss_monster.game import GAME
from rules.boss_monster.spells import playable
from rules.boss_monster.state import TOWN, BossMonster, priority
from rules.engine import Refused, apply, prompt
from tests.support.games.boss_monster import (
    at_phase,
    casts,
    do,
    dungeon,
    hero,
    ids,
    keys,
    plain,
    points,
    scored,
    standing_in,
    table,
)
from tests.support.transcript import asked, step, told


def walked(to: int = 0, owner: int = 0, **rulings: str) -> BossMonster:
    """A mage of 13 stands in the first of three rooms of that player, with 2 damage; the other has one room."""
    s = dungeon(
        dungeon(table(**rulings), owner, plain("", 2, "trap"), "golem_factory", "dark_altar"), 1 - owner, "open_grave"
    )
    return do(at_phase(hero(s, owner, "m", 13, epic=True), "adventure"), Walked(to))


def seat_of(s: BossMonster, event_type: type) -> list[tuple[int, int]]:
    return [(c.event.seat, c.event.room) for c in prompt(s).choices if isinstance(c.event, event_type)]


@pytest.mark.rule("BM-16")
def test_a_spell_is_played_in_the_phase_of_its_symbol() -> None:
    """Mace, axe or both; any number; in no other phase at all."""
    building, walking = at_phase(table(), "build"), walked()
    assert set(playable(building, 0)) <= {key for key, card in printed().items() if "build" in card.phases}
    assert "giant_size" in playable(walking, 0)
    assert "giant_size" not in playable(at_phase(dungeon(table(), 0, "golem_factory"), "build"), 0)
    with pytest.raises(Refused) as refused:
        apply(GAME, table(), Cast(0, "jeopardy"))
    assert refused.value.rule == "BM-16"
    s = casts(casts(building, 0, "jeopardy"), 0, "jeopardy")
    assert step(s) == "place"


@pytest.mark.rule("BM-17", "BM-23", "BM-59")
def test_the_active_players_go_first_then_by_xp() -> None:
    """Whatever was declared before; the last one first only where the table plays it so (BM-A7)."""
    for ruling, order in (("priority", ["jeopardy", "freeze", "freeze"]), ("last", ["freeze", "jeopardy", "freeze"])):
        s = dungeon(table(3, A7=ruling), 0, "open_grave", "dark_altar")
        s = do(at_phase(s, "build"), Skipped(), Skipped())
        assert (s.active, priority(s)) == (0, (0, 2, 1))
        s = do(s, Cast(1, "freeze"), Aimed(ids(s, 0)[0]), Cast(0, "jeopardy"), Cast(2, "freeze"), Aimed(ids(s, 0)[1]))
        assert [d.key for d in s.declared] == order
        assert s.declared[-1].seat == 1


@pytest.mark.rule("BM-51", "BM-67")
def test_a_cancelled_spell_does_nothing() -> None:
    """Anybody may interrupt, active or not; the Counterspell may be cancelled itself."""
    s = walked()
    s = do(s, Cast(0, "annihilator"), Aimed(ids(s, 0)[0]))
    assert asked(s) == "Ana plays Annihilator: does anybody cancel it?"
    assert seat_of(s, Countered) == [(1, 0)]
    s = do(s, Countered(1))
    assert asked(s) == "Bea plays Counterspell: does anybody cancel it?"
    cancelled = do(s, Stood())
    assert "Annihilator is cancelled" in told(cancelled)
    assert (cancelled.keeps[0].entrance[0].taken, step(cancelled)) == (2, "walk")
    saved = do(s, Countered(0), Stood(), Stood())
    assert saved.keeps[0].entrance[0].taken == 5


@pytest.mark.rule("BM-67")
def test_the_eye_cancels_once_a_turn() -> None:
    """An awake All-Seeing Eye of an opponent; not one's own, and not twice."""
    s = dungeon(walked(), 1, "all_seeing_eye")
    [eye] = ids(s, 1)
    assert seat_of(do(s, Cast(1, "jeopardy")), Countered) == [(0, 0)]
    s = do(s, Cast(0, "jeopardy"))
    assert seat_of(s, Countered) == [(1, 0), (1, eye)]
    s = do(s, Countered(1, eye))
    assert "Jeopardy is cancelled" in told(s)
    assert seat_of(do(s, Cast(0, "jeopardy")), Countered) == [(1, 0)]


@pytest.mark.rule("BM-51")
def test_a_spell_whose_target_has_gone_does_nothing() -> None:
    """What has priority came first; the target cannot be changed."""
    s = walked()
    altar = ids(s, 0)[2]
    s = do(s, Cast(1, "freeze"), Aimed(altar), Activated(altar))
    assert asked(s) == "Bea plays Freeze: does anybody cancel it?"
    s = do(s, Stood())
    assert (keys(s, 0), step(s)) == (["", "golem_factory", "dark_altar"], "walk")


@pytest.mark.rule("BM-47", "BM-51")
def test_an_ability_waits_behind_what_has_priority() -> None:
    """The other player's ability falls away with the room it came from; what was aimed at nothing is taken back."""
    s = dungeon(walked(), 1, "the_crushinator", "open_grave")
    crusher, grave = ids(s, 1)
    s = do(s, Cast(0, "freeze"), Aimed(crusher), Activated(crusher), Aimed(grave), Stood())
    assert keys(s, 1) == ["the_crushinator", "open_grave"]
    assert "The Crushinator has lost what it was about: no effect" in told(s)
    s = do(s, Cast(0, "freeze"), TakenBack())
    assert (s.declared, step(s)) == ((), "walk")


@pytest.mark.rule("BM-16")
@pytest.mark.parametrize(
    ("spell", "room", "taken"), [("annihilator", 0, 5), ("giant_size", 1, 2), ("exhaustion", None, 5), ("freeze", 0, 2)]
)
def test_spells_that_hurt(spell: str, room: int | None, taken: int) -> None:
    """Annihilator and Giant Size make a room stronger, Exhaustion hurts by rooms, a frozen one hurts no more."""
    s = walked()
    s = casts(s, 0, spell, s.walk.hero if room is None else ids(s, 0)[room])
    assert s.keeps[0].entrance[0].taken == taken
    end = do(s, Walked(2))
    assert end.keeps[0].entrance[0].taken == taken + 3 + (3 if spell == "giant_size" else 0)


@pytest.mark.rule("BM-48")
def test_exhaustion_does_not_count_a_frozen_room() -> None:
    """Three rooms, one of them asleep: two damage."""
    s = walked()
    s = exhaust(s, ids(s, 0)[2])
    assert casts(s, 0, "exhaustion", s.walk.hero).keeps[0].entrance[0].taken == 4


@pytest.mark.rule("BM-66")
def test_a_cave_in_takes_the_hero_with_it() -> None:
    """The one in that room dies, an epic one too; another room falls in upon nobody."""
    s = walked()
    dead = casts(s, 0, "cave_in", ids(s, 0)[0])
    assert (points(dead)[0], keys(dead, 0)) == ((2, 0), ["golem_factory", "dark_altar"])
    other = casts(s, 0, "cave_in", ids(s, 0)[1])
    assert (points(other)[0], keys(other, 0)) == ((0, 0), ["", "dark_altar"])


@pytest.mark.rule("BM-31")
def test_spells_that_move_a_hero() -> None:
    """Teleportation begins the walk anew, Fear sends back to town, the dead rise stronger."""
    s = walked(to=1)
    s = casts(s, 0, "teleportation", s.walk.hero)
    assert do(s, Walked(0)).keeps[0].entrance[0].taken == 6
    gone = casts(s, 1, "fear", s.walk.hero)
    assert (standing_in(gone, TOWN), gone.walk) == (["m.13"], None)
    s = at_phase(scored(dungeon(table(), 0, "open_grave"), 1, souls=1), "build")
    s = casts(s, 0, "zombie_attack", s.keeps[1].score[0].hero.id)
    assert (points(s)[1], s.keeps[1].entrance[0].health) == ((0, 0), 6)


@pytest.mark.rule("BM-28", "BM-56")
def test_the_princess_draws_any_hero_of_the_town() -> None:
    """He is last at that entrance."""
    s = at_phase(hero(hero(table(), 0, "f", 4), TOWN, "m", 11, epic=True), "build")
    s = casts(s, 0, "princess_in_peril", s.town[0].id)
    assert standing_in(s, 0) == ["f.4", "m.11"]


@pytest.mark.rule("BM-25")
def test_motivation_builds_one_more_and_the_kobolds_none() -> None:
    """Fewer rooms than an opponent are needed; face-down rooms go back to the hands on a strike."""
    s = at_phase(dungeon(table(), 1, "golem_factory"), "build")
    assert "motivation" not in playable(s, 1)
    s = do(casts(do(s, Placed(0)), 0, "motivation"), Placed(0), Placed(0))
    assert [len(keep.piles) for keep in s.keeps] == [2, 2]
    assert step(s) == "turn_up"
    s = casts(s, 1, "kobold_strike")
    assert (keys(s, 0), keys(s, 1), s.phase) == ([], ["golem_factory"], "start")
    early = casts(at_phase(dungeon(table(), 1, "golem_factory"), "build"), 0, "kobold_strike")
    assert (early.turn, step(early)) == (2, "reveal_hero")


@pytest.mark.rule("BM-30")
def test_trepidation_needs_two_souls_more() -> None:
    """Then the heroes of that player wait at the entrance."""
    s = scored(hero(walked(owner=1), 0, "c", 4), 0, souls=1)
    assert "trepidation" not in playable(s, 1)
    s = scored(s, 0, souls=1)
    s = casts(s, 1, "trepidation", -1)
    assert s.keeps[0].shut
    assert "No hero enters the dungeon of Ana this turn" in told(do(s, Walked(-1)))


@pytest.mark.rule("BM-16")
def test_a_soul_is_harvested_and_a_spell_played_draws() -> None:
    """A dead hero leaves the game; the Liger's Den sees its player's first spell of the turn."""
    s = scored(dungeon(walked(), 0, "ligers_den"), 0, souls=2)
    s = casts(s, 0, "soul_harvest", s.keeps[0].score[0].hero.id)
    assert points(s)[0] == (1, 0)
    den = do(dungeon(walked(), 0, "ligers_den"), Cast(0, "jeopardy"))
    assert any("Liger's Den" in line for line in told(den))
    assert not any("Liger's Den" in line for line in told(do(den, Stood(), Cast(0, "jeopardy"))))


@pytest.mark.rule("BM-23")
def test_a_window_is_open_until_the_rooms_are_named() -> None:
    """Somebody may still freeze a room after the last one was laid; not once it acts."""
    s = do(at_phase(dungeon(table(), 0, "open_grave"), "build"), Placed(0), Skipped())
    s = casts(s, 0, "freeze", ids(s, 0)[0])
    assert step(s) == "turn_up"
    done = do(s, Revealed("mimic_vault"))
    assert done.phase == "start"
    assert playable(replace(s, phase="built"), 0) == ()


def test_every_effect_is_somebodys() -> None:
    """A spell or ability that asks or acts by itself has a power; one that the table does needs none or only a cost."""
    spells = {key for key, card in printed().items() if card.phases}
    assert spells - set(powers) == {"jeopardy"}
    assert set(powers) - spells <= set(printed())
