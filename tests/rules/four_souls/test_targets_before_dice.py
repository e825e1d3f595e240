"""FS-26, FS-95, FS-102 (L251, L273): what a die aims at is chosen before it, and what follows it waits for it."""

import pytest

from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Aimed, Revealed
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.item_effects import EffectSequence
from rules.four_souls.model.monster_abilities import abilities_of
from rules.four_souls.model.stack_item import Item
from rules.four_souls.triggers.targeting import put_on_stack
from rules.four_souls.vocabulary.effect_memory import retarget_effects
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.four_souls.vocabulary.state_changes import allocate_id
from rules.four_souls.vocabulary.target_choice import is_open, open_target
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule
ANA, BETO = Target("seat", 0), Target("seat", 1)


def fly(t: FourSoulsTable) -> Target:
    return Target("monster", t.monster("fly").id)


def aims(t: FourSoulsTable) -> set[Target]:
    """The targets that are asked for now."""
    return {c.event.target for c in t.asked.choices if isinstance(c.event, Aimed)}


def event(name: str) -> FourSoulsTable:
    """A refill turns up that card, and Ana is asked."""
    t = table("Ana", "Beto", "Cira", stop__refill="on")
    t.plays("Ana", t.to("fly", "kill")).passes_until("reveal")
    t.by_hand("Ana", "cents", -1)  # the reward of the fly
    return t.turns_up_other(name=name)


# --- each card ---------------------------------------------------------------------------------------------------


@rule("FS-26")
@pytest.mark.parametrize(("face", "life"), [(1, 1), (2, 0)])
def test_the_high_priestess_is_aimed_as_she_is_played(face: int, life: int) -> None:
    """II. The High Priestess: "target is chosen before the roll"; then the die counts for that player (L273)."""
    t = table(stop__death="off").plays("Ana", card="ii-the-high-priestess")
    assert (t.step, t.asked.seats) == ("aim", (0,))
    assert {ANA, BETO, fly(t)} <= aims(t)
    t.do(Aimed(BETO))
    assert (t.step, t.top.effects[0].target) == ("priority", BETO)
    t.nobody().rolls(face)
    assert "aim" not in (t.step, *t.stack)
    t.nobody()
    assert t.player("Beto").life == life


@rule("FS-102")
def test_a_die_whose_target_is_gone_is_not_thrown() -> None:
    """L273: the target of II. The High Priestess leaves in response: the effect is cancelled."""
    t = table().plays("Ana", card="ii-the-high-priestess")
    t.do(Aimed(fly(t))).plays("Beto", t.to("fly", "kill"), kind="activated").nobody().nobody()
    while t.step != "reveal" and t.stack:
        t.nobody()
    t.turns_up("dip").nobody()
    assert (t.step, t.stack) == ("priority", [])
    assert "FS-102" in t.ruled


@rule("FS-89", "FS-102")
def test_a_die_that_only_harms_is_not_thrown_for_a_player_who_has_died() -> None:
    """L230, L273: Beto dies in response to II. The High Priestess and is no target any more: no die, no damage."""
    t = table("Ana", "Beto", "Cira", stop__death="off").plays("Ana", card="ii-the-high-priestess")
    t.do(Aimed(BETO)).plays("Cira", t.to("Beto", "kill"), kind="activated").nobody()
    assert (t.player("Beto").is_dead, t.stack) == (True, ["loot"])
    t.nobody()
    assert (t.step, t.stack) == ("priority", [])
    assert "FS-102" in t.ruled


@rule("FS-26")
@pytest.mark.parametrize(("face", "cents"), [(2, 10), (5, 0)])
def test_crooked_penny_is_aimed_before_its_die(face: int, cents: int) -> None:
    """Crooked Penny: a player gains as many ¢ as they have with 1-3, and loses all with 4-6."""
    t = table().names("Ana", "Crooked Penny").by_hand("Beto", "cents", 2)
    t.uses("Ana", "crooked-penny", *item_cards()["crooked-penny"].does.activations[0])
    assert aims(t) == {ANA, BETO}
    t.do(Aimed(BETO)).nobody().rolls(face).nobody()
    assert (t.step, t.player("Beto").cents, t.player("Ana").cents) == ("priority", cents, 3)


@rule("FS-26")
@pytest.mark.parametrize(("face", "ana", "beto"), [(1, 8, 1), (4, 3, 6)])
def test_betrayal_is_aimed_before_its_die(face: int, ana: int, beto: int) -> None:
    """Betrayal!: "choose another player first"; 1-2 takes 5¢, 3-4 a loot card of that player."""
    t = event("betrayal").by_hand("Beto", "cents", 3)
    loot = t.player("Beto").loot
    assert (t.step, aims(t)) == ("aim", {BETO, Target("seat", 2)})
    t.do(Aimed(BETO)).passes_until("roll_die")
    t.rolls(face).all_pass()
    assert (t.player("Ana").cents, t.player("Beto").cents) == (ana, beto)
    assert t.player("Beto").loot == loot - (face == 4)


@rule("FS-26")
@pytest.mark.parametrize(("face", "ana", "beto"), [(2, 0, 0), (6, 2, 0)])
def test_tnt_barrel_is_aimed_before_its_die(face: int, ana: int, beto: int) -> None:
    """TNT Barrel: "choose a target first"; 1-4 both take 2, 5-6 that target takes 4."""
    t = event("tnt-barrel")
    assert t.step == "aim"
    t.do(Aimed(BETO)).passes_until("roll_die")
    t.rolls(face).nobody()
    assert t.step == "reveal"
    assert (t.player("Ana").life, t.player("Beto").life) == (ana, beto)


@rule("FS-26")
@pytest.mark.parametrize(("face", "hurt"), [(1, "clotty"), (3, "Beto"), (6, "Ana")])
def test_bobs_brain_is_aimed_at_a_monster_and_a_player_before_its_die(face: int, hurt: str) -> None:
    """Bob's Brain: 1-2 hurts a monster, 3-4 a player, 5-6 its owner; all are said as it goes off (FS-26)."""
    t = table(stop__trigger="on").names("Ana", "Bob's Brain").attacks("fly")
    t.do(Aimed(Target("monster", t.monster("clotty").id))).do(Aimed(BETO)).nobody().rolls(face).nobody()
    lives = {"clotty": t.monster("clotty").life, "Ana": t.player("Ana").life, "Beto": t.player("Beto").life}
    full = {"clotty": 2, "Ana": 2, "Beto": 2}
    assert lives == {who: life - (who == hurt) for who, life in full.items()}


# --- every card --------------------------------------------------------------------------------------------------

WAYS: list[tuple[str, EffectSequence]] = [
    (card.id, way)
    for card in item_cards().values()
    for way in (
        *card.does.activations,
        *(payment.effects for payment in card.does.payments),
        *(way for trigger in card.does.triggers for way in trigger.ways),
    )
    if any(effect.kind == "roll" for effect in way)
]


def dice_table(card: str, way: EffectSequence) -> FourSoulsTable:
    """A table of three on which that way of a card has just been put on the stack."""
    t = table("Ana", "Beto", "Cira", stop__trigger="on", stop__effect="on", stop__refill="on")
    for name in ("Ana", "Beto"):
        t.names(name, "Fanny Pack")
    source = 0
    if item_cards()[card].kind in ("starting", "treasure"):
        t.names("Ana", item_cards()[card].name.en)
        source = t.item("Ana", card).id
    s, id = allocate_id(t.s)
    bound = retarget_effects(s, 0, source, way, make_effects_hole(s))
    assert bound is not None
    t.s = put_on_stack(s, Item(id, "triggered", 0, card, effects=bound, source=source))
    return t


@rule("FS-26")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(("card", "way"), WAYS, ids=[card for card, _ in WAYS])
def test_no_card_asks_for_a_target_after_its_die(card: str, way: EffectSequence, face: int) -> None:
    """L273: targets are declared as an effect is played; only an item of the player chosen before follows."""
    t, thrown = dice_table(card, way), False
    for _ in range(30):
        match t.step:
            case "aim":
                item = t.s.find_stack_item(int(t.s.agenda[0].args[0]))
                assert item is not None
                kinds = {open_target(effect).kind for effect in item.effects if is_open(effect)}
                assert not thrown or kinds == {"item_of"}, f"{card} asks for {kinds} after its die"
                t.do(next(c.event for c in t.asked.choices if isinstance(c.event, Aimed)))
            case "roll_die":
                thrown = True
                t.rolls(face)
            case _ if t.stack:
                t.nobody() if t.step == "priority" else t.do(t.asked.choices[0].event)
            case _:
                break
    assert thrown


def test_a_die_is_the_last_thing_that_a_card_does() -> None:
    """What would follow a die in a way happened before its number counts."""
    for card, way in WAYS:
        kinds = [effect.kind for effect in way]
        assert set(kinds[kinds.index("roll") :]) == {"roll"}, card


def test_the_dice_of_monsters_aim_at_nobody_who_is_chosen() -> None:
    """What a monster's die aims at is said by its card: nobody is asked for it after the die."""
    chosen = {"chosen", "other", "body", "may", "random_other"}
    for card in monsters():
        for ability in abilities_of(card):
            assert ability.when != "face" or not chosen & {effect.whom for effect in ability.effects}, card


# --- what follows a die ------------------------------------------------------------------------------------------


@rule("FS-95")
@pytest.mark.parametrize("face", [1, 6])
def test_the_next_monster_is_turned_up_after_the_die_of_an_event(face: int) -> None:
    """L251: "Cuando la carta de no-monstruo se resuelva, repite este paso": after the die, and what it does."""
    t = event("chest-coins").passes_until("roll_die")
    t.rolls(face)
    assert (t.step, t.stack) == ("priority", ["roll"])
    t.nobody()
    while t.stack:
        assert not t.offers(Revealed)
        t.nobody()
    assert t.player("Ana").cents == 3 + face
    assert (t.step, t.s.agenda[0].args[0]) == ("reveal", 0)


@rule("FS-95", "FS-100")
def test_a_cancelled_die_of_an_event_leaves_a_slot_to_be_refilled() -> None:
    """L255: the slot is refilled even if the effect of the event's die is cancelled."""
    t = event("chest-coins").passes_until("roll_die")
    t.rolls(5).nobody()
    if t.stack == ["effect"]:
        t.plays("Beto", t.on_top("cancel"), kind="activated").nobody()
    t.all_pass()
    assert t.step == "reveal"
