"""FS-07, FS-12, FS-14, FS-48, FS-81, FS-86: what characters begin with, from the facts of their rows."""

from collections.abc import Callable

import pytest

from rules.four_souls.model.events import Accepted, Aimed, Attacked, Bought, Played, ReadOff
from rules.four_souls.model.state import SoulCard, set_player
from tests.support.games.four_souls import FourSoulsTable, Target, of
from tests.support.games.table import english

rule = pytest.mark.rule
ANA, BETO, CIRA = (Target("seat", seat) for seat in range(3))


def uses(t: FourSoulsTable, name: str, item: str) -> list[Played]:
    """The uses of that player's item that are offered, but for what is stated by hand."""
    id = t.item(name, item).id
    found = [choice.event for choice in t.asked.choices if isinstance(choice.event, Played) and choice.event.effects]
    return [event for event in found if event.item == id]


def use(t: FourSoulsTable, name: str, item: str, kind: str) -> FourSoulsTable:
    """Use that player's item for what begins with such an effect."""
    return t.do(next(event for event in uses(t, name, item) if event.effects[0].kind == kind))


def monster(t: FourSoulsTable, card: str) -> Target:
    return Target("monster", t.monster(card).id)


def until(t: FourSoulsTable, is_there: Callable[[FourSoulsTable], bool]) -> FourSoulsTable:
    """Pass and fill slots with Dips until that is so."""
    for _ in range(60):
        if is_there(t):
            return t
        t.turns_up("dip") if t.step == "reveal" else t.nobody()
    raise AssertionError(f"it does not come: {t.step}, {t.stack}")


def settled(t: FourSoulsTable) -> FourSoulsTable:
    """Let everything on the stack resolve."""
    return until(t, lambda t: not (t.step == "reveal" or (t.step == "priority" and t.stack)))


# --- attacks that are cancelled ------------------------------------------------------------------------------------


@rule("FS-81")
@pytest.mark.parametrize("is_fight", [False, True])
def test_azazel_cancels_an_attack_and_that_player_may_attack_again(is_fight: bool) -> None:
    """Lord of the Pit: a declared attack or the fight is over, without a roll; one attack is left, as before it."""
    t = of("isaac", "azazel", cards__g2="on", stop__attack="on")
    assert uses(t, "Beto", "lord-of-the-pit") == []
    t.attacks("fly")
    if is_fight:
        t.nobody().rolls(1)
    use(t, "Beto", "lord-of-the-pit", "cancel_attack").nobody()
    assert (t.s.combat, t.s.attacks, t.monster("fly").life) == (0, 1, 1)
    assert "attack" not in t.stack


@rule("FS-13", "FS-81")
def test_ibs_cancels_ones_own_attack_for_a_loot_card() -> None:
    """IBS: a loot card for 3¢, or to cancel one's own attack, which is spent; on another's turn only for the ¢."""
    t = of("the-soiled", "isaac", cards__r="on")
    paid = use(t.copy(), "Ana", "ibs", "cents").nobody()
    assert (paid.player("Ana").cents, paid.player("Ana").loot) == (6, 3)
    assert {event.effects[0].kind for event in uses(t, "Ana", "ibs")} == {"cents"}
    t.attacks("fly").rolls(1)
    use(t, "Ana", "ibs", "cancel_attack").nobody()
    assert (t.s.combat, t.s.attacks, t.player("Ana").loot) == (0, 0, 3)
    t = of("isaac", "the-soiled", cards__r="on").attacks("fly").rolls(1)
    assert {event.effects[0].kind for event in uses(t, "Beto", "ibs")} == {"cents"}


@rule("FS-76", "FS-81")
def test_gello_moves_the_wounds_of_the_attacked_monster() -> None:
    """The Harlot, on her turn: the attacked monster heals fully, another one takes as much damage."""
    t = of("the-harlot", "isaac", cards__r="on")
    assert uses(t, "Ana", "gello") == []
    t.triggers("Beto", t.to("clotty", "damage", 1)).nobody().attacks("clotty").rolls(3)
    assert {event.effects[0].kind for event in uses(t, "Ana", "gello")} == {"transfer_wounds"}
    use(t, "Ana", "gello", "transfer_wounds")
    until(t, lambda t: t.there("dip"))
    assert (t.monster("clotty").life, t.there("fly")) == (2, False)


@rule("FS-81")
def test_gello_cancels_the_attack_of_another_player() -> None:
    """On another player's turn it cancels the attack instead, and that player may attack again."""
    t = of("isaac", "the-harlot", cards__r="on").attacks("clotty").rolls(3)
    assert {event.effects[0].kind for event in uses(t, "Beto", "gello")} == {"cancel_attack"}
    use(t, "Beto", "gello", "cancel_attack").nobody()
    assert (t.s.combat, t.s.attacks) == (0, 1)


# --- hands, shop, ¢ -------------------------------------------------------------------------------------------------


@rule("FS-12", "FS-34")
def test_apollyon_draws_a_new_hand_or_empties_a_slot() -> None:
    """Void: as many new cards as were discarded; or a monster that is not attacked, or a treasure of the shop, goes."""
    t = of("apollyon", "isaac", cards__g2="on")
    assert {event.effects[0].kind for event in uses(t, "Ana", "void")} == {"redraw", "vacate", "flush_shop"}
    drawn = use(t.copy(), "Ana", "void", "redraw").nobody()
    assert drawn.player("Ana").loot == 4
    vacated = use(t.copy(), "Ana", "void", "vacate").do(Aimed(monster(t, "fly")))
    assert not settled(vacated).there("fly")
    bare = use(t.by_hand("Ana", "loot", -4), "Ana", "void", "redraw").nobody()
    assert bare.player("Ana").loot == 0


@rule("FS-22", "FS-65")
@pytest.mark.parametrize("takes", [True, False])
def test_spindown_dice_lets_the_owner_take_a_treasure(takes: bool) -> None:
    """The Broken destroys Beto's item; Beto, not Ana, says whether he takes a treasure of the shop."""
    t = of("the-broken", "isaac", "maggy", cards__r="on").names("Beto", "mr-boom")
    had = t.player("Beto").treasures
    settled(use(t, "Ana", "spindown-dice", "offer_trade"))
    assert (t.step, t.asked.seats, t.has("Beto", "mr-boom")) == ("take_from_shop", (1,), False)
    t.do(Aimed(Target("shop", -1) if takes else Target()))
    assert settled(t).player("Beto").treasures == had - 1 + takes


@rule("FS-34", "FS-64")
def test_keepers_bargain_brings_a_cent_for_each_who_takes_one() -> None:
    """The Miser: Beto takes 1¢, Cira does not: Ana gains 1¢ for Beto and 1¢ anyway; the shop costs her 7¢."""
    t = of("the-miser", "isaac", "maggy", cards__r="on")
    use(t, "Ana", "keepers-bargain", "share_cents").nobody()
    assert (t.step, t.asked.seats) == ("take_share", (1,))
    t.do(Accepted(True))
    assert t.asked.seats == (2,)
    t.do(Accepted(False))
    assert [t.player(name).cents for name in ("Ana", "Beto", "Cira")] == [5, 4, 3]
    t.by_hand("Ana", "cents", 2).do(Bought("shop")).nobody()
    assert (t.player("Ana").cents, t.player("Ana").treasures) == (0, 1)


@rule("FS-48", "FS-22")
@pytest.mark.parametrize("on_own_turn", [True, False])
def test_lemegeton_takes_an_item_as_the_next_own_turn_ends(on_own_turn: bool) -> None:
    """The Zealot gains a treasure; an item of hers is destroyed as her turn ends, and not as another's does."""
    t = of("the-zealot", "isaac", cards__r="on")
    if not on_own_turn:
        t.ends_turn()
        until(t, lambda t: t.s.active == 1 and t.step == "priority" and not t.stack)
    use(t, "Ana", "lemegeton", "treasure").nobody()
    assert t.player("Ana").treasures == 1
    if not on_own_turn:
        until(t, lambda t: t.s.active == 0 and t.s.phase == "action")
        assert t.player("Ana").treasures == 1
    until(t, lambda t: t.s.active != 0)
    assert t.player("Ana").treasures == 0


# --- fights --------------------------------------------------------------------------------------------------------


@rule("FS-50")
def test_hemoptysis_makes_an_attack_1_until_the_turn_ends() -> None:
    """The Benighted: a counter for turning it; for one, the attack of Leech becomes 1 instead of 2 this turn."""
    t = FourSoulsTable("Ana", "Beto", cards__r="on").chooses(Ana="the-benighted", Beto="isaac").saddest("Ana")
    t.turns_up("leech").turns_up("clotty")
    use(t, "Ana", "hemoptysis", "counter").nobody()
    assert t.item("Ana", "hemoptysis").counters == 1
    use(t, "Ana", "hemoptysis", "set_attack").do(Aimed(monster(t, "leech"))).nobody()
    assert (t.monster("leech").attack, t.monster("clotty").attack, t.item("Ana", "hemoptysis").counters) == (1, 1, 0)
    until(t, lambda t: t.s.active != 0)
    assert t.monster("leech").attack == 2


@rule("FS-26", "FS-13")
@pytest.mark.parametrize("second", [True, False])
def test_hemoptysis_hits_up_to_two_different_targets(second: bool) -> None:
    """For two counters: 1 damage to Beto, who is no target a second time, and to Clotty or nobody else."""
    t = of("the-benighted", "isaac", cards__r="on")
    t.adjust(f"owned.{t.item('Ana', 'hemoptysis').id}.counters", 2)
    use(t, "Ana", "hemoptysis", "damage").do(Aimed(BETO))
    offered = {choice.event.target for choice in t.asked.choices}
    assert BETO not in offered
    assert {ANA, monster(t, "clotty"), Target()} <= offered
    settled(t.do(Aimed(monster(t, "clotty") if second else Target())))
    assert (t.player("Beto").life, t.monster("clotty").life) == (1, 2 - second)


@rule("FS-14", "FS-73")
@pytest.mark.parametrize(("face", "life"), [(1, 2), (2, 1)])
def test_dead_weight_spares_the_damage_of_a_1(face: int, life: int) -> None:
    """The Fettered misses Clotty with a 1 and takes no combat damage, with a 2 they take 1."""
    t = of("the-fettered", "isaac", cards__r="on").attacks("clotty").rolls(face)
    until(t, lambda t: t.step != "priority")
    assert t.player("Ana").life == life


# --- deaths --------------------------------------------------------------------------------------------------------


@rule("FS-07", "FS-86")
def test_flip_turns_the_enigma_over_after_each_penalty() -> None:
    """amginE ehT has 1 life and 2 attack; the hand is discarded, then 3 cards come; the next death turns back."""
    t = of("isaac", "the-enigma", cards__r="on")
    for character, full, attack in (("amgine-eht", 1, 2), ("the-enigma", 2, 1)):
        settled(t.triggers("Ana", t.to("Beto", "kill")))
        beto = t.player("Beto")
        assert (beto.character, beto.full, beto.attack, beto.loot, beto.ready) == (character, full, attack, 3, True)
        turn = t.s.turn
        until(t, lambda t, turn=turn: t.s.turn == turn + 2 and t.s.phase == "action")


@rule("FS-83", "FS-86")
def test_soulbond_keeps_the_purse_and_takes_another_player_along() -> None:
    """The Baleful dies: their ¢ and loot stay, an item would go, and a player of their choice dies as well."""
    t = of("the-baleful", "isaac", "maggy", cards__r="on")
    settled(t.triggers("Beto", t.to("Ana", "kill")))
    assert (t.step, t.asked.seats, {choice.event.target for choice in t.asked.choices}) == ("aim", (0,), {BETO, CIRA})
    settled(t.do(Aimed(CIRA)))
    assert (t.player("Ana").cents, t.player("Ana").loot) == (3, 4)
    assert (t.player("Cira").cents, t.player("Cira").loot) == (2, 2)


@rule("FS-14")
@pytest.mark.parametrize(("souls", "attack"), [(0, 1), (1, 2), (2, 2), (3, 3)])
def test_soulbond_adds_attack_by_souls(souls: int, attack: int) -> None:
    """With 1 or 2 souls +1 attack, with 3 +2."""
    t = of("the-baleful", "isaac", "maggy", cards__r="on")
    t.change(set_player, 0, souls=tuple(SoulCard(str(k)) for k in range(souls)))
    t.by_hand("Cira", "cents", 1)
    assert t.player("Ana").attack == attack


@rule("FS-57", "FS-58")
def test_classic_roller_takes_the_number_that_the_other_player_picked() -> None:
    """Flash Isaac: the roll is made again; which of the dice counts is said as the die that is read."""
    t = of("flash-isaac", "isaac", "maggy", cards__r="on").attacks("clotty").rolls(1)
    use(t, "Ana", "classic-roller", "reroll").nobody()
    assert t.step == "reroll"
    t.rolls(5)
    assert t.s.roll_result(t.top) == 5


# --- others roll in a fight ------------------------------------------------------------------------------------------


@rule("FS-55", "FS-74")
@pytest.mark.parametrize(("answer", "cents", "task"), [(1, 4, False), (2, 0, True)])
def test_sibling_rivalry_lets_another_roll_and_share(answer: int, cents: int, task: bool) -> None:
    """Beto rolls after Ana against Clotty (2 life, 4¢): each gains the 4¢, or Ana does, and hands divide them."""
    t = of("jacob-esau", "isaac", "maggy", cards__r="on", stop__attack="on")
    assert uses(t, "Ana", "sibling-rivalry") == []
    use(t.attacks("clotty"), "Ana", "sibling-rivalry", "join_fight")
    assert {choice.event.target for choice in t.asked.choices} == {BETO, CIRA}
    until(t.do(Aimed(BETO)), lambda t: t.step == "read_off").do(ReadOff(answer))
    tasks, rollers = [], []
    for face in (5, 1, 1, 5):
        until(t, lambda t: t.step == "roll_die")
        rollers += t.asked.seats
        t.rolls(face)
    while t.stack:
        t.turns_up("dip") if t.step == "reveal" else t.nobody()
        tasks += [english(note.task) for note in t.notes if note.task]
    assert rollers == [0, 1, 0, 1]
    assert ([t.player(name).cents for name in ("Ana", "Beto", "Cira")], t.there("clotty")) == ([7, 3 + cents, 3], False)
    assert ("divide the rewards with Beto" in tasks) is task
    assert (t.player("Ana").life, t.player("Beto").life) == (1, 1)


@rule("FS-55")
def test_whoever_has_died_makes_no_more_rolls_in_the_fight() -> None:
    """Beto dies of his misses: Ana goes on alone; in her next attack of the turn nobody has joined."""
    t = of("jacob-esau", "isaac", "maggy", cards__r="on", stop__attack="on")
    use(t.attacks("clotty"), "Ana", "sibling-rivalry", "join_fight")
    until(t.do(Aimed(BETO)), lambda t: t.step == "read_off").do(ReadOff(1))
    t.by_hand("Ana", "life", 9)
    rollers = []
    for _ in range(6):
        until(t, lambda t: t.step == "roll_die")
        rollers += t.asked.seats
        t.rolls(1) if t.asked.seats == (1,) else t.rolls(6 if len(rollers) > 5 else 2)
        if not t.s.combat:
            break
    assert rollers[:5] == [0, 1, 0, 1, 0]


# --- a character that is attacked ------------------------------------------------------------------------------------


def turned_over(answers: tuple[int, ...] = (3, 1)) -> FourSoulsTable:
    """Beto, The Deserter, has turned his character over in Ana's turn: evasion 3 and attack 1 are read from it."""
    t = of("isaac", "the-deserter", "maggy", cards__r="on")
    use(t, "Beto", "anima-sola", "flip_character")
    for answer in answers:
        until(t, lambda t: t.step == "read_off").do(ReadOff(answer))
    return settled(t)


def body(t: FourSoulsTable) -> list[int]:
    """The ids of what can be attacked that is no monster."""
    holes = [hole for c in t.asked.choices if isinstance(c.event, Attacked) for hole in c.template.holes]
    shown = {option.value for hole in holes for option in hole.options}
    return sorted(shown - {one.id for one in t.s.monsters})


@rule("FS-67", "FS-92", "FS-74")
def test_the_revenant_is_attacked_and_turned_back() -> None:
    """Two hits: Ana loots 2 and may attack again, Beto is The Deserter again and loots 1; nobody dies."""
    t = turned_over()
    assert (t.player("Beto").character, body(t)) == ("the-revenant", [one.id for one in t.s.beside])
    (found,) = t.s.beside
    assert (found.life, t.s.evasion_of(found), found.attack) == (2, 3, 1)
    before = (t.player("Ana").loot, t.player("Beto").loot, t.s.attacks)
    t.do(Attacked(found.id))
    for face in (2, 3, 6):
        until(t, lambda t: t.step == "roll_die").rolls(face)
    settled(t)
    after = (t.player("Ana").loot, t.player("Beto").loot, t.s.attacks)
    assert [now - was for now, was in zip(after, before, strict=True)] == [2, 1, 0]
    assert (t.player("Beto").character, t.s.beside, body(t)) == ("the-deserter", (), [])
    assert (t.player("Ana").life, t.player("Beto").life, t.player("Beto").is_dead) == (1, 2, False)


@rule("FS-67", "FS-76")
def test_the_revenant_lies_there_until_it_is_defeated() -> None:
    """Ana dies of it, it heals as the turn ends, and Cira may attack it; its numbers are not asked again."""
    t = turned_over()
    t.do(Attacked(t.s.beside[0].id))
    until(t, lambda t: t.step == "roll_die").rolls(3)
    until(t, lambda t: t.step == "roll_die")
    assert t.s.beside[0].life == 1
    for _ in range(2):
        until(t, lambda t: t.step == "roll_die").rolls(1)
    until(t, lambda t: t.s.seats[t.s.active] == "Cira" and t.s.phase == "action" and not t.stack)
    assert (t.s.beside[0].life, len(body(t))) == (2, 1)
