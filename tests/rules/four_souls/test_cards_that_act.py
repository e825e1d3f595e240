"""FS-14, FS-26, FS-77: cards that act by themselves, with the facts of their rows."""

from typing import Any

import pytest

from rules.engine import Text
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Aimed, Attacked, Passed, Played
from tests.support.games.four_souls import FourSoulsTable, of, table

rule = pytest.mark.rule
ANA, BETO = Target("seat", 0), Target("seat", 1)


def uses(t: FourSoulsTable, *kinds: str, cost: int | None = None) -> FourSoulsTable:
    """Use the starting item of Ana in the way with those effects."""
    for choice in t.asked.choices:
        event: Any = choice.event
        if isinstance(event, Played) and event.item and not choice.template.holes and event.seat == 0:
            is_meant = tuple(effect.kind for effect in event.effects) == kinds
            if is_meant and cost in (None, event.cost):
                return t.do(event)
    raise AssertionError(kinds)


def aims(t: FourSoulsTable) -> set[Target]:
    """The targets that are asked for now."""
    return {c.event.target for c in t.asked.choices if isinstance(c.event, Aimed)}


@rule("FS-14", "FS-26")
def test_blood_lust_is_aimed_at_a_player_or_a_monster() -> None:
    """Samson: "player or monster gains +1 ATK this turn; recharges at end of your turn"."""
    t = of("samson", "isaac")
    uses(t, "attack")
    fly = Target("monster", t.monster("fly").id)
    assert {ANA, BETO, fly} <= aims(t)
    t.do(Aimed(ANA)).nobody()
    assert (t.player("Ana").attack, t.item("Ana", "blood-lust").ready) == (2, False)
    t.ends_turn()
    assert (t.player("Ana").attack, t.item("Ana", "blood-lust").ready) == (1, True)


@rule("FS-14", "FS-26")
def test_forever_alone_steals_looks_or_exchanges_loot() -> None:
    """Blue Baby: "steal 1c / look at top of a deck / discard 1 then loot 1"; of another player, who is chosen."""
    t = of("blue-baby", "isaac", "maggy")
    steals = uses(t.copy(), "steal_cents")
    assert aims(steals) == {BETO, Target("seat", 2)}
    steals.do(Aimed(BETO)).nobody()
    assert (steals.player("Ana").cents, steals.player("Beto").cents) == (4, 2)
    assert not steals.item("Ana", "forever-alone").ready
    before = t.player("Ana").loot
    swaps = uses(t.copy(), "loot", cost=1)
    assert swaps.player("Ana").loot == before - 1
    swaps.nobody()
    assert (swaps.player("Ana").loot, swaps.item("Ana", "forever-alone").ready) == (before, False)
    t.by_hand("Ana", "loot", -before)
    assert not [c for c in t.asked.choices if isinstance(c.event, Played) and c.event.item and c.event.cost]


@rule("FS-13", "FS-112")
def test_the_bone_is_aimed_for_two_counters() -> None:
    """The Forgotten: "tap: counter; 1 counter: +1 roll; 2: 1 damage; 5: becomes a soul and loses abilities"."""
    t = of("the-forgotten", "isaac")
    bone = t.item("Ana", "the-bone").id
    t.adjust(f"owned.{bone}.counters", 2)
    uses(t, "damage", cost=2).do(Aimed(Target("monster", t.monster("clotty").id))).nobody()
    assert (t.monster("clotty").life, t.item("Ana", "the-bone").counters) == (1, 0)


@rule("FS-14", "FS-26")
@pytest.mark.parametrize(("beto", "is_asked"), [(9, False), (3, True)])
def test_greed_takes_all_cents_of_the_richest(beto: int, is_asked: bool) -> None:
    """Greed!: "richest player (AP picks on a tie) loses all ¢"."""
    t = table("Ana", "Beto", "Cira").by_hand("Beto", "cents", beto - 3).by_hand("Cira", "cents", -2)
    t.attacks_deck().turns_up_other(name="greed-event")
    assert (t.step == "aim") == is_asked
    if is_asked:
        assert aims(t) == {ANA, BETO}
        t.do(Aimed(BETO))
    t.nobody()
    assert [t.player(name).cents for name in ("Ana", "Beto", "Cira")] == [3, 0, 1]


@rule("FS-78")
@pytest.mark.parametrize(("who", "attacks"), [(ANA, 2), (BETO, 1)])
def test_strength_gives_the_attack_to_whoever_gets_it(who: Target, attacks: int) -> None:
    """XI. Strength: "attack:1@player, attack_again@player": on another player the active one attacks no more."""
    t = table().plays("Ana", card="xi-strength").do(Aimed(who)).nobody()
    assert (t.s.attacks, t.s.players[who.id].attack) == (attacks, 2)


def left(n: int) -> Text:
    """What the prompt says where so many attacks are left, and nothing else."""
    return Text("left: {what}", what=Text("{n} forced attack", "{n} forced attacks", n=n))


@rule("FS-77", "FS-A27")
def test_ambush_leaves_two_attacks_and_no_loot_before_them() -> None:
    """Ambush!: "AP must attack the monster deck 2 times this turn" (L205): both are left, nothing comes first."""
    t = table()
    t.attacks_deck().turns_up_other(name="ambush").nobody()
    assert (t.s.attacks, t.s.forced) == (0, 2)
    assert t.asked.allowed_actions == left(2)
    assert not t.offers(Passed)
    t.attacks_deck().turns_up("dip").places(1)
    t.rolls(6).nobody()
    while t.step != "priority" or t.stack or t.s.combat:
        t.rolls(6) if t.step == "roll_die" else t.turns_up("clotty") if t.step == "reveal" else t.nobody()
    assert t.asked.allowed_actions == left(1)
    assert t.offers(Attacked)


@rule("FS-26")
def test_the_player_of_monstros_tooth_is_drawn() -> None:
    """Monstro's Tooth: "a player at random, who chooses the item": anybody may be drawn, with an item or without."""
    t = table(stop__trigger="on").names("Ana", "Monstro's Tooth").ends_turn().ends_turn()
    assert (t.step, aims(t)) == ("aim", {ANA, BETO})
    assert t.asked.title.key == "{item}: draw a player at random. Who is it?"
    t.copy().do(Aimed(BETO)).nobody()
    t.do(Aimed(ANA)).nobody()
    assert not t.has("Ana", "monstros-tooth")


@rule("FS-48")
def test_the_lost_turns_upright_as_his_turn_ends() -> None:
    """The Lost: "character recharges at end of your turn", so that he may play loot on the next player's turn."""
    t = of("the-lost-g2", "isaac", cards__g2="on")
    t.plays("Ana", card="a-penny").nobody().plays("Ana", card="a-penny").nobody()
    assert not t.player("Ana").ready, "it gave the second loot play"
    t.ends_turn()
    assert (t.s.active, t.player("Ana").ready) == (1, True)


def soulless(**rulings: str) -> FourSoulsTable:
    """Ana bears the Curse of the Soulless, and there are three players."""
    t = table("Ana", "Beto", "Cira", cards__r="on", **rulings)
    t.attacks_deck().turns_up_other(name="curse-of-the-soulless")
    return t.do(Aimed(ANA)).nobody()


@rule("FS-21", "FS-107")
def test_who_bears_the_curse_of_the_soulless_gains_no_souls() -> None:
    """Curse of the Soulless: "you gain no souls", neither of a boss nor a bonus soul."""
    t = soulless(bonus_souls="on")
    assert t.player("Ana").curses == ("curse-of-the-soulless",)
    t.by_hand("Ana", "cents", 30)
    t.plays("Ana", Effect("soul", ANA, 1)).nobody()
    assert t.player("Ana").soul_count == 0
    assert "{who} gains no souls: {curse}" in [note.text.key for note in t.notes]
    t.plays("Cira", Effect("soul", Target("seat", 2), 1)).nobody()
    assert t.player("Cira").soul_count == 1


@rule("FS-21", "FS-83")
def test_the_curse_of_the_soulless_goes_to_another_player_as_its_bearer_dies() -> None:
    """Curse of the Soulless: "on your death goes to another player, not discarded"."""
    t = soulless()
    t.plays("Ana", t.to("Ana", "kill")).nobody().nobody()
    assert (t.step, aims(t)) == ("aim", {BETO, Target("seat", 2)})
    assert not [note for note in t.notes if note.rule == "FS-83"]
    t.do(Aimed(BETO)).all_pass()
    assert (t.player("Ana").curses, t.player("Beto").curses) == ((), ("curse-of-the-soulless",))


@rule("FS-14", "FS-26")
@pytest.mark.parametrize(("face", "hit"), [(4, False), (5, True)])
def test_book_of_virtues_rolls_as_combat_damage_is_dealt_and_shares_loot(face: int, hit: bool) -> None:
    """Bethany: "combat damage dealt: roll 5-6 1 dmg to monster/player | monster kill: you and another loot 1"."""
    t = of("bethany", "isaac", cards__r="on")
    assert t.has("Ana", "book-of-virtues")
    before = [t.player(name).loot for name in ("Ana", "Beto")]
    aimed_at_beto(t.triggers("Ana", t.to("fly", "kill")))
    assert [t.player(name).loot - loot for name, loot in zip(("Ana", "Beto"), before, strict=True)] == [1, 1]
    aimed_at_beto(aimed_at_beto(t.attacks("clotty")).rolls(6)).rolls(face)
    aimed_at_beto(t)
    assert t.player("Beto").life == 2 - hit


def aimed_at_beto(t: FourSoulsTable) -> FourSoulsTable:
    """Pass, turn up Dips and aim at Beto up to a die, or until nothing is left."""
    while t.step in ("aim", "reveal") or (t.step == "priority" and (t.stack or t.s.combat)):
        t.turns_up("dip") if t.step == "reveal" else t.do(Aimed(BETO)) if t.step == "aim" else t.nobody()
    return t
