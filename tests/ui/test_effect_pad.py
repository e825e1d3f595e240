"""The effect pad: what each tap adds, and how many taps it takes."""

import flet as ft
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.access.permissions import Access
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.design.page_look import show_preferences
from companion.ui.design.preferences import TEXT_SCALES, Preferences
from companion.ui.design.sizes import Space
from companion.ui.design.text_fit import LETTER_WIDTH
from companion.ui.games.four_souls.effect_builder.pad import visible_chips
from companion.ui.games.four_souls.effect_builder.remembered_effects import (
    PlayContext,
    from_saved_effects,
    target_word,
    to_saved_effects,
)
from companion.ui.games.four_souls.effect_builder.selection import amount_of, apply_tap, tap_target, target_options
from companion.ui.widgets.card_picker.memory import CardMemory
from rules.engine import Number, Option, Pick, Rolled, Template, Text
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Played
from tests.support.ui.headless import CountedTaps, Phone, action_phase, on_phone, say

pytestmark = pytest.mark.usefixtures("quick")

ANA, BETO, CIRA = (Target("seat", k) for k in range(3))
FLY, SPIDER, ROLL = Target("monster", 1), Target("monster", 2), Target("item", 9)
SEATS = (Option(ANA, "Ana"), Option(BETO, "Beto"), Option(CIRA, "Cira"))
BODIES = (*SEATS, Option(FLY, "Fly"), Option(SPIDER, "Spider"))
CENTS = Template(Effect("cents"), (Pick("target", SEATS), Number("amount", -99, 99, 1)), Text("¢"))
DAMAGE = Template(Effect("damage"), (Pick("target", BODIES), Number("amount", 1, 99, 1)), Text("damage"))
KILL = Template(Effect("kill"), (Pick("target", BODIES),), Text("kill"))
MODIFY = Template(
    Effect("modify"), (Pick("target", (Option(ROLL, "roll"),)), Number("amount", -6, 6, 1)), Text("to the roll")
)
END = Template(Effect("end_turn"), label=Text("end the turn"))
CHIPS = (CENTS, DAMAGE, KILL, MODIFY, END)


# --- taps --------------------------------------------------------------------------------------------------------


def test_taps_on_a_chip_add_up_and_nothing_is_unsaid():
    """Taps on a chip add up, and as many in the other direction leave nothing.

    Three taps are +3; a kill is added and removed with one tap each.
    """
    said = ()
    for _ in range(3):
        said = apply_tap(said, CENTS, ANA, 1)
    said = apply_tap(said, KILL, FLY, 1)
    assert said == (Effect("cents", ANA, 3), Effect("kill", FLY))
    for _ in range(3):
        said = apply_tap(said, CENTS, ANA, -1)
    assert said == (Effect("kill", FLY),)
    assert apply_tap(said, KILL, FLY, 1) == ()
    assert apply_tap((), CENTS, ANA, -1) == (Effect("cents", ANA, -1),)
    assert apply_tap((), DAMAGE, ANA, -1) == ()


@given(st.lists(st.tuples(st.sampled_from(CHIPS), st.integers(0, 4), st.sampled_from((-1, 1))), max_size=60))
def test_whatever_is_tapped_is_admitted(taps):
    """Any series of taps gives only effects that the prompt accepts."""
    said = ()
    for template, k, by in taps:
        holes = [hole for hole in template.holes if isinstance(hole, Pick)]
        target = holes[0].options[k % len(holes[0].options)].value if holes else None
        said = apply_tap(said, template, target, by, 20)
    assert len(said) <= 20
    assert all(any(template.admits(record) for template in CHIPS) for record in said)


def test_targets_stand_once_with_those_who_matter_first():
    """Each target is listed once: active player and attacked monster first, then template order."""
    shown = [option.value for option in target_options(CHIPS, (BETO, FLY))]
    assert shown == [BETO, FLY, ANA, CIRA, SPIDER, ROLL]


def test_an_amount_is_that_of_its_target():
    """A chip shows the amount for the chosen target only."""
    said = (Effect("cents", ANA, 3), Effect("cents", BETO, -2), Effect("end_turn"))
    assert [amount_of(said, CENTS, who) for who in (ANA, BETO, CIRA)] == [3, -2, 0]
    assert amount_of(said, END, None) == 1


# --- the target of a tap -----------------------------------------------------------------------------------------


ANY, DECK, OTHER_ROLL = Target(), Target("deck"), Target("item", 12)
ATTACK = Template(
    Effect("must_attack"), (Pick("target", (Option(FLY, "Fly"), Option(DECK, "deck"), Option(ANY, "any"))),)
)
REROLL = Template(Effect("reroll"), (Pick("target", (Option(ROLL, "roll"), Option(OTHER_ROLL, "other roll"))),))


@pytest.mark.parametrize(
    ("template", "chosen", "target"),
    [
        (CENTS, BETO, BETO),
        (CENTS, FLY, None),
        (CENTS, Target("everyone"), None),
        (CENTS, ROLL, None),
        (DAMAGE, FLY, FLY),
        (DAMAGE, ROLL, None),
        (MODIFY, ANA, ROLL),
        (REROLL, ROLL, ROLL),
        (REROLL, ANA, OTHER_ROLL),
        (ATTACK, FLY, FLY),
        (ATTACK, ANA, ANY),
        (END, ANA, None),
    ],
)
def test_a_tap_means_the_chosen_target_and_never_somebody_else(template, chosen, target):
    """FS L273: targets are declared (declarar sus objetivos): a tap hits the chosen one, or nobody.

    What aims at the stack means its top, what needs no target may do without.
    """
    option = tap_target(template, chosen)
    assert (option and option.value) == target


# --- the card memory ---------------------------------------------------------------------------------------------


def test_a_card_is_remembered_by_what_its_targets_were():
    """The card memory stores targets by role: self, active player, attacked monster, roll.

    Recalled later, each role stands for whoever has it then.
    """
    said = (Effect("cents", BETO, 3), Effect("damage", ANA, 1), Effect("kill", FLY), Effect("modify", ROLL, -1))
    data = to_saved_effects(said, CHIPS, PlayContext(1, active_seat=0, attacked_monster_id=1))
    assert [item.get("target") for item in data] == ["self", "active", "fought", "roll"]
    again = from_saved_effects(data, CHIPS, PlayContext(2, active_seat=1, attacked_monster_id=2))
    assert again == (
        Effect("cents", CIRA, 3),
        Effect("damage", BETO, 1),
        Effect("kill", SPIDER),
        Effect("modify", ROLL, -1),
    )


def test_everybody_stays_everybody():
    """The target "everybody" is remembered as it is."""
    everyone = Option(Target("everyone"), Text("each player"))
    template = Template(Effect("damage"), (Pick("target", (*BODIES, everyone)), Number("amount", 1, 99, 1)))
    said = (Effect("damage", Target("everyone"), 1),)
    assert from_saved_effects(to_saved_effects(said, (template,), PlayContext(0)), (template,), PlayContext(2)) == said


def test_another_target_is_only_taken_where_it_is_certain():
    """For a remembered other target, the chosen or only possible one is used; none is guessed."""
    data = to_saved_effects((Effect("damage", CIRA, 2),), CHIPS, PlayContext(0, active_seat=0))
    here = PlayContext(1, active_seat=1)
    assert from_saved_effects(data, CHIPS, here) == ()
    assert from_saved_effects(data, CHIPS, here, chosen=ANA) == (Effect("damage", ANA, 2),)
    assert target_word(CIRA, PlayContext(0)) == "other"


@pytest.mark.parametrize("data", [None, 3, ["x"], [{}], [{"kind": "cents"}], [{"kind": "cents", "amount": "many"}]])
def test_a_memory_that_makes_no_sense_recalls_nothing(data):
    """A damaged card memory recalls nothing and puts nothing on the stack."""
    assert from_saved_effects(data, CHIPS, PlayContext(0)) == ()


# --- visible effects ---------------------------------------------------------------------------------------------


def test_the_common_effects_keep_their_places():
    """Common effects keep their places, followed by the recently used, latest first.

    What is not offered now is left out.
    """
    rare, late = Text("Rare"), Text("Late")
    skip, slot = (Template(Effect(kind), label=Text(kind), group=rare) for kind in ("skip_turn", "shop_slot"))
    leave = Template(Effect("leave"), label=Text("leave"), group=late)
    seen, groups = visible_chips((*CHIPS, skip, slot, leave), ("leave", "gone", "skip_turn"))
    assert seen == [*CHIPS, leave, skip]
    assert groups == {rare: [skip, slot], late: [leave]}


# --- on the phone ------------------------------------------------------------------------------------------------


@pytest.fixture
def table(library: Library) -> Table:
    return action_phase(library)


def played(table: Table) -> Played:
    return next(line.entry.event for line in reversed(table.log()) if isinstance(line.entry.event, Played))


def test_a_coin_goes_onto_the_stack_with_two_taps(table, library):
    """A nickel takes two taps, the card and its coin, for whoever is chosen; it is one undo."""

    async def journey(phone: Phone, table: Table) -> None:
        tap = CountedTaps(phone)
        for name in ("Play loot", "+5 ¢, onto the stack"):
            await tap(name)
        assert tap.count == 2
        assert played(table).effects == (Effect("cents", ANA, 5),)
        for name in ("Undo", "Play loot", "On Beto", "+10 ¢, onto the stack"):
            await phone.tap(name)
        assert played(table).effects == (Effect("cents", BETO, 10),)

    on_phone(table, library, journey)


@pytest.mark.parametrize(("width", "text"), [(390, "normal"), (320, "normal"), (390, "largest"), (320, "largest")])
def test_the_amount_of_a_coin_is_whole(table, library, width: int, text: str):
    """The longest amount fits on its key, six of which share the width of the sheet."""

    async def journey(phone: Phone, table: Table) -> None:
        show_preferences(phone.page, Preferences(text=text))
        await phone.tap("Play loot")
        amount = next(one for one in phone.controls() if isinstance(one, ft.Text) and one.value == "+10 ¢")
        key = (width - Space.ROOM - Space.EDGE + Space.TIGHT) / 6 - Space.TIGHT
        assert 10 < len("+10 ¢") * LETTER_WIDTH * TEXT_SCALES[text] * (amount.size or 0) <= key

    on_phone(table, library, journey, width)


def test_a_coin_is_added_to_what_a_card_does_besides(table, library):
    """Once something has been said, a coin is one more effect of the card instead of the whole card."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Play loot", "Less: loot", "+5 ¢", "Onto the stack"):
            await phone.tap(name)
        assert played(table).effects == (Effect("loot", ANA, -1), Effect("cents", ANA, 5))

    on_phone(table, library, journey)


def test_no_coin_is_offered_for_who_cannot_have_it(table, library):
    """With a monster chosen there are no coins."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Play loot")
        await phone.tap("On Fly")
        assert not [name for name in phone.names() if name.startswith("+")]

    on_phone(table, library, journey)


def test_the_search_finds_a_rare_effect(table, library):
    """What is typed finds effects that are not in sight; a tap on one adds it and empties the field."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Play loot")
        assert "skip a turn" not in phone.names()
        await phone.tap("On Beto")
        await phone.type("Look for an effect, or name the card", "ski")
        for name in ("skip a turn", "Onto the stack"):
            await phone.tap(name)
        assert played(table).effects == (Effect("skip_turn", BETO, 0),)
        assert played(table).name == ""

    on_phone(table, library, journey)


def test_several_outcomes_are_one_entry(table, library):
    """Several outcomes are played as one entry, in the order tapped, with their targets."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Play loot", "More: ¢", "More: ¢", "More: ¢", "On Beto", "More: damage", "Less: loot"):
            await phone.tap(name)
        await phone.tap("Onto the stack")
        assert played(table).effects == (Effect("cents", ANA, 3), Effect("damage", BETO, 1), Effect("loot", BETO, -1))

    on_phone(table, library, journey)


def test_what_few_cards_do_is_one_tap_further_and_stays_at_hand(table, library):
    """A rare effect is one tap further, under its heading, and stays visible once used."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Play loot")
        assert "skip a turn" not in phone.names()
        usual = [name for name in phone.names() if name.startswith("More: ")]
        for name in ("On Beto", "More effects", "skip a turn", "Onto the stack", "No responses"):
            await phone.tap(name)
        assert table.state.players[1].skips == 1
        await phone.tap("More")
        for name in ("Beto responds", "Beto: Play loot"):
            await phone.tap(name)
        assert [name for name in phone.names() if name.startswith("More: ")] == usual
        assert "skip a turn" in phone.names()

    on_phone(table, library, journey)


def test_a_chip_without_the_chosen_target_is_disabled_and_says_so(table, library):
    """With a monster chosen the chip of ¢ pays nobody; it names no other target and a tap does nothing."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Play loot", "On Fly"):
            await phone.tap(name)
        assert "More: ¢" not in phone.names()
        assert phone.find("¢: choose another target").on_click is None
        for name in ("More: damage", "On Beto", "More: ¢", "Onto the stack"):
            await phone.tap(name)
        fly = Target("monster", table.state.slots[0].id)
        assert played(table).effects == (Effect("damage", fly, 1), Effect("cents", BETO, 1))

    on_phone(table, library, journey)


def test_cents_and_loot_can_be_for_each_player(table, library):
    """FS L230: some effects mean all players (todos los jugadores): with them chosen, ¢ and loot are for everybody."""

    async def journey(phone: Phone, table: Table) -> None:
        loot = [player.loot for player in table.state.players]
        for name in ("Play loot", "On each player", "More: ¢", "More: loot", "Onto the stack", "No responses"):
            await phone.tap(name)
        assert [player.cents for player in table.state.players] == [4, 4, 4]
        assert [player.loot for player in table.state.players] == [loot[0], loot[1] + 1, loot[2] + 1]

    on_phone(table, library, journey)


def test_a_chip_that_aims_at_the_stack_names_its_target(table, library):
    """While a player is chosen, each chip that means the roll says so, aloud and in writing."""
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((1,)))

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Somebody responds", "Cira responds", "Cira: Play loot"):
            await phone.tap(name)
        assert "reroll: roll of 1" in phone.names()
        assert "More: to the roll: roll of 1" in phone.names()
        assert phone.texts().count("roll of 1") == 3  # among the targets, and on both chips

    on_phone(table, library, journey)


def test_what_was_said_can_be_taken_away(table, library):
    """The cross beside a line removes it; a long press on a chip takes one back."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Play loot", "More: ¢", "More: ¢", "More: damage"):
            await phone.tap(name)
        await phone.press("More: ¢")
        await phone.tap("Take away: Ana: 1 damage")
        await phone.tap("Onto the stack")
        assert played(table).effects == (Effect("cents", ANA, 1),)

    on_phone(table, library, journey)


def test_loot_cards_and_cards_of_the_monster_deck_are_remembered_apart(table, library):
    """FS L63, L53: what the monster deck turns up is no loot: neither is offered as the other."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Play loot")
        await phone.type("Look for an effect, or name the card", "Moneda")
        for name in ("More: ¢", "Onto the stack", "No responses", "Attack the monster deck", "Not a monster"):
            await phone.tap(name)
        assert "Moneda, as last time" not in phone.names()
        await phone.type("Look for an effect, or name the card", "Bombas")
        for name in ("More: damage", "Onto the stack", "No responses", "More", "Beto responds", "Beto: Play loot"):
            await phone.tap(name)
        assert [name for name in phone.names() if name.endswith("as last time")] == ["Moneda, as last time"]

    on_phone(table, library, journey)
    access = Access(library.storage, True)
    assert list(CardMemory(access, "four_souls", "effects").cards()) == ["Moneda"]
    assert list(CardMemory(access, "four_souls", "events").cards()) == ["Bombas"]


def test_the_monster_under_attack_stands_beside_who_plays(table, library):
    """In a fight the second target is the attacked monster."""
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((1,)))

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Somebody responds", "Cira responds", "Cira: Play loot"):
            await phone.tap(name)
        assert [name for name in phone.names() if name.startswith("On ")][:2] == ["On Cira", "On Big Spider"]

    on_phone(table, library, journey)


def test_something_that_triggers_is_always_at_hand(table, library):
    """A triggered ability can be recorded at any time with one secondary button."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("An effect triggers", "More: loot", "Onto the stack"):
            await phone.tap(name)
        assert (played(table).kind, played(table).effects) == ("triggered", (Effect("loot", ANA, 1),))

    on_phone(table, library, journey)


def test_what_triggers_may_be_anybodys(table, library):
    """The pad names the owner of a triggered ability, and a tap changes it."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("An effect triggers", "It is Cira's", "More: ¢", "Onto the stack"):
            await phone.tap(name)
        assert (played(table).kind, played(table).seat) == ("triggered", 2)
        assert played(table).effects == (Effect("cents", CIRA, 1),)

    on_phone(table, library, journey)
