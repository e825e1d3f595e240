"""FS-50: what a card does until the turn ends, at each moment that it waits for, from its fact."""

import pytest

from rules.four_souls.model.events import Aimed, Played
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


def uses(t: FourSoulsTable, who: str, card: str, says: int = 0, cost: int = 0) -> FourSoulsTable:
    """Use the item for what its card says; ``says`` is the number of the die that is named."""
    id = t.item(who, card).id
    found = [c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == id and c.event.effects]
    found = [event for event in found if event.cost == cost]
    return t.do(next(e for e in found if not says or any(effect.amount == says for effect in e.effects)))


@rule("FS-50")
@pytest.mark.parametrize(("said", "rolled", "gained"), [(5, 5, 3), (5, 4, 0)])
def test_crystal_ball_pays_if_the_next_roll_shows_what_was_said(said: int, rolled: int, gained: int) -> None:
    """Crystal Ball: a number is said as it is used; the next roll of anybody decides."""
    t = table().names("Beto", "crystal-ball")
    uses(t, "Beto", "crystal-ball", said).all_pass()
    assert t.view.players[1].boosts
    before = t.player("Beto").loot
    t.attacks("clotty").rolls(rolled).all_pass()
    assert (t.player("Beto").loot - before, t.view.players[1].boosts) == (gained, ())


@rule("FS-50")
def test_crystal_ball_means_the_next_roll_alone() -> None:
    """After a wrong first roll the number may come: nothing more is gained, nor from a die that lay there before."""
    t = table().names("Beto", "crystal-ball")
    uses(t, "Beto", "crystal-ball", 5).all_pass()
    before = t.player("Beto").loot
    t.attacks("clotty").rolls(1).all_pass()
    t.rolls(5).all_pass()
    assert t.player("Beto").loot == before
    t = table().names("Beto", "crystal-ball").attacks("clotty").rolls(5)
    uses(t, "Beto", "crystal-ball", 5)
    t.all_pass()
    assert (t.player("Beto").loot == before, len(t.view.players[1].boosts)) == (True, 1)


@rule("FS-50", "FS-14")
@pytest.mark.parametrize(("face", "hurt"), [(1, 1), (2, 1), (3, 0)])
def test_lemon_mishap_hurts_every_monster_with_low_attack_rolls(face: int, hurt: int) -> None:
    """Lemon Mishap: each attack roll of 1 or 2 deals 1 damage to each monster, until the turn ends."""
    t = table(monsters=("clotty", "mulligan")).names("Ana", "lemon-mishap")
    uses(t, "Ana", "lemon-mishap").all_pass()
    lives = t.monster("mulligan").life
    t.attacks("clotty").rolls(face).all_pass()
    there = t.there("mulligan")
    assert lives - (t.monster("mulligan").life if there else 0) == hurt


@rule("FS-50", "FS-48")
def test_plan_c_kills_everybody_as_the_turn_ends() -> None:
    """Plan C: it is destroyed, a monster dies, and every player dies at the end of this turn, and of no other."""
    t = table().names("Ana", "plan-c")
    uses(t, "Ana", "plan-c")
    t.do(Aimed(Target("monster", t.monster("fly").id)))
    for _ in range(9):
        if t.step == "reveal":
            t.turns_up("dip")
        elif t.stack:
            t.nobody()
    assert (t.has("Ana", "plan-c"), t.player("Ana").life, t.player("Beto").life) == (False, 2, 2)
    t.ends_turn().all_pass()
    while t.s.active == 0:
        t.nobody() if t.step == "priority" else t.do(t.offered[0])
    assert t.player("Beto").cents == 2  # the penalty of the turn that has ended
    assert t.player("Ana").treasures == 0


@rule("FS-50", "FS-56")
@pytest.mark.parametrize(("face", "counted"), [(2, 1), (3, 1), (4, 4)])
def test_eternal_d6_turns_twos_and_threes_to_ones(face: int, counted: int) -> None:
    """Eternal D6: for two counters every 2 and 3 that anybody rolls this turn becomes a 1, while the die lies there."""
    t = table().names("Ana", "eternal-d6")
    t.triggers("Beto", Effect("counter", Target("owned", t.item("Ana", "eternal-d6").id), 2)).nobody()
    uses(t, "Ana", "eternal-d6", cost=2).all_pass()
    assert t.item("Ana", "eternal-d6").counters == 0
    t.attacks("clotty").rolls(face).all_pass()
    hit = counted >= t.monster("clotty").card.evasion
    assert (t.monster("clotty").life, t.player("Ana").life) == ((1, 2) if hit else (2, 1))


@rule("FS-50", "FS-14")
def test_host_hat_hurts_another_player_as_it_prevents() -> None:
    """Host Hat: 1 of the next damage to its owner is prevented, and as it is, another player takes 1; only once."""
    t = table("Ana", "Beto", "Cira").names("Beto", "host-hat")
    uses(t, "Beto", "host-hat").all_pass()
    t.triggers("Ana", t.to("Beto", "damage", 2)).nobody().all_pass()
    assert (t.player("Beto").life, t.step, t.asked.seats) == (1, "aim", (1,))
    assert {c.event.target for c in t.asked.choices} == {Target("seat", 0), Target("seat", 2)}
    t.do(Aimed(Target("seat", 2))).all_pass()
    assert (t.player("Cira").life, t.view.players[1].boosts) == (1, ())


@rule("FS-50", "FS-85")
def test_black_heart_hurts_all_but_the_dead_player_and_whoever_played_it() -> None:
    """Black Heart on Beto: 1 damage is prevented; he dies this turn, and of the others only Cira takes 2."""
    t = table("Ana", "Beto", "Cira").settles_on("cards.r", "on").plays("Ana", card="black-heart")
    t.do(Aimed(Target("seat", 1))).all_pass()
    assert t.player("Beto").shield == 1
    t.triggers("Cira", t.to("Beto", "kill")).all_pass()
    assert [player.life for player in t.s.players] == [2, 0, 0]


@rule("FS-50")
def test_black_heart_is_over_with_the_turn() -> None:
    """Beto dies in the next turn: nobody is hurt."""
    t = table("Ana", "Beto", "Cira").settles_on("cards.r", "on").plays("Ana", card="black-heart")
    t.do(Aimed(Target("seat", 1))).all_pass().next_turn()
    t.triggers("Cira", t.to("Beto", "kill")).all_pass()
    assert (t.player("Ana").life, t.player("Cira").life) == (2, 2)
