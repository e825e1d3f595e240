"""FS-14, FS-67, FS-71: players that can be attacked, from the fact of Backstabber.

Whoever has more souls may be attacked at evasion 3, and whoever kills a player loots 1. No source says what a miss
costs.
"""

import pytest

from rules.four_souls.model.events import Aimed, Attacked, ReadOff
from rules.four_souls.model.state import SoulCard, rival_id, set_player
from tests.support.games.four_souls import FourSoulsTable, Target, table
from tests.support.games.table import english

rule = pytest.mark.rule
NAMES = ("Ana", "Beto", "Cira")
NOTHING, THEIR_ATTACK = Aimed(Target()), Aimed(Target("seat", 0))


def armed(**more: str) -> FourSoulsTable:
    """Ana has Backstabber, Beto one soul, Cira none."""
    t = table("Ana", "Beto", "Cira", cards__r="on", **more)
    t.s = set_player(t.s, 1, souls=(SoulCard("a soul"),))
    return t.names("Ana", "backstabber")


def attackable(t: FourSoulsTable) -> set[int]:
    """The ids of what can be attacked now, the deck aside."""
    holes = [hole for c in t.asked.choices if isinstance(c.event, Attacked) for hole in c.template.holes]
    return {option.value for hole in holes for option in hole.options}


def until_beto_is_dead(t: FourSoulsTable) -> None:
    for _ in range(20):
        if t.player("Beto").is_dead and not t.stack:
            return
        t.nobody()


def fighting(**more: str) -> FourSoulsTable:
    t = armed(**more)
    return t.do(Attacked(rival_id(1))).all_pass()


@rule("FS-14", "FS-67")
def test_only_a_player_with_more_souls_can_be_attacked_and_only_by_the_owner() -> None:
    """Ana has no soul: she may attack Beto, who has one, but not Cira; in Beto's turn nobody can be attacked."""
    t = armed()
    monsters = {monster.id for monster in t.s.monsters}
    assert attackable(t) == {*monsters, rival_id(1)}
    t.s = set_player(t.s, 0, souls=(SoulCard("a soul"),))
    assert attackable(t.by_hand("Ana", "cents", 1)) == monsters
    t.next_turn()
    assert rival_id(1) not in attackable(t)


@rule("FS-67", "FS-72", "FS-73")
@pytest.mark.parametrize(("face", "life"), [(2, 2), (3, 1), (6, 1)])
def test_a_roll_of_three_hits_the_player_for_the_attackers_attack(face: int, life: int) -> None:
    """Maggy's evasion in that fight is 3: 2 misses, 3 and 6 deal her 1 damage."""
    t = fighting().rolls(face).all_pass()
    assert t.player("Beto").life == life
    assert t.s.attacks == 0


@rule("FS-71")
@pytest.mark.parametrize(("answer", "lives"), [(NOTHING, (3, 3)), (THEIR_ATTACK, (2, 1))])
def test_what_a_miss_costs_is_asked_once_and_kept(answer: Aimed, lives: tuple[int, int]) -> None:
    """The first miss asks Ana, the second one costs the same without a question."""
    t = fighting().by_hand("Ana", "life", 1).rolls(1).all_pass()
    assert (t.step, t.asked.seats) == ("choose_miss_cost", (0,))
    t.do(answer).all_pass()
    assert (t.step, t.player("Ana").life) == ("roll_die", lives[0])
    t.rolls(1).all_pass()
    assert (t.step, t.player("Ana").life, t.player("Beto").life) == ("roll_die", lives[1], 2)


@rule("FS-14", "FS-69", "FS-82")
def test_killing_the_player_ends_the_fight_and_brings_a_loot_card() -> None:
    """Two hits kill Maggy: she pays the penalty, the fight is over, and Ana has 1 more loot card."""
    t = fighting()
    loot = t.player("Ana").loot
    t.rolls(4).all_pass().rolls(4)
    until_beto_is_dead(t)
    assert (t.player("Beto").is_dead, t.s.combat, t.player("Ana").loot) == (True, 0, loot + 1)


@rule("FS-14")
def test_a_player_killed_by_a_card_of_the_owner_counts_too() -> None:
    """Ana's bomb, a loot card less, kills Beto: +1 loot."""
    t = armed()
    loot = t.player("Ana").loot
    t.plays("Ana", t.to("Beto", "damage", 2))
    until_beto_is_dead(t)
    assert t.player("Ana").loot == loot - 1 + 1


@rule("FS-14")
def test_a_player_whom_a_monster_kills_brings_nothing() -> None:
    """Beto misses Clotty twice in his own turn: Ana has killed nobody."""
    t = armed().next_turn()
    loot, told = t.player("Ana").loot, []
    t.attacks("clotty").all_pass().rolls(1).all_pass().rolls(1)
    while t.s.active == 1:
        t.nobody()
        told += [note.kind for note in t.notes]
    assert ("death" in told, t.player("Ana").loot) == (True, loot)


# --- Mega Satan! -----------------------------------------------------------------------------------------------------


def with_mega_satan(evasion: int = 4) -> FourSoulsTable:
    """Mega Satan! and Fatty lie there as Ana's first turn begins; attacked players have that evasion."""
    t = table(*NAMES, monsters=("mega-satan", "fatty"), cards__r="on").do(ReadOff(evasion))
    while not (t.s.phase == "action" and not t.stack):
        t.nobody()
    return t


@rule("FS-67", "FS-71")
def test_while_mega_satan_lies_there_players_can_be_attacked_in_each_turn() -> None:
    """Ana may attack Beto and Cira with evasion 4; in Beto's turn it is Ana and Cira, and nothing is asked again."""
    t = with_mega_satan()
    assert {(rival.card.name, t.s.evasion_of(rival)) for rival in t.s.rivals} == {("Beto", 4), ("Cira", 4)}
    t.next_turn()
    while not (t.s.phase == "action" and not t.stack):
        t.nobody()
    assert {rival.card.name for rival in t.s.rivals} == {"Ana", "Cira"}
    assert [boost.card for boost in t.s.boosts if boost.what == "read"] == ["mega-satan.prey"]


@rule("FS-94", "FS-95")
def test_nothing_puts_mega_satan_out_of_its_slot_or_over_it() -> None:
    """It does not leave for an effect, lies in no slot that is offered, and a monster of the deck covers Fatty."""
    t = with_mega_satan()
    t.triggers("Ana", t.to("mega-satan", "vacate")).all_pass()
    assert t.there("mega-satan")
    assert "Mega Satan! cannot leave its slot" in [english(note.text) for note in t.notes]
    t.attacks_deck().turns_up("dip")
    assert [choice.event.slot for choice in t.asked.choices] == [1]


@rule("FS-109")
@pytest.mark.parametrize(("dead", "winners"), [(("Beto", "Cira"), (0,)), (("Beto",), None), (("Ana", "Beto"), None)])
def test_whoever_has_the_turn_and_is_left_alive_alone_wins(dead: tuple[str, ...], winners: tuple[int, ...]) -> None:
    """Beto and Cira die in Ana's turn: she wins; one of them is not enough, and Cira does not win in Ana's turn."""
    t = with_mega_satan()
    t.triggers("Ana", *(t.to(name, "kill") for name in dead))
    while t.s.outcome is None and t.stack and t.step == "priority":
        t.nobody()
    assert (t.s.outcome.winners if t.s.outcome else None) == winners


@rule("FS-109")
def test_without_mega_satan_nobody_wins_by_being_alive() -> None:
    """The same two deaths beside other monsters end nothing."""
    t = table(*NAMES)
    t.triggers("Ana", t.to("Beto", "kill"), t.to("Cira", "kill")).all_pass()
    assert t.s.outcome is None
