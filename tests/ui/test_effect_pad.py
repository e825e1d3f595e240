"""Saying what a card does, and naming a monster, with as few taps as the table has patience for."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.library.library import Library
from companion.match.table import Table
from companion.ui.games.four_souls.effect_builder.pad import visible_chips
from companion.ui.games.four_souls.effect_builder.remembered_effects import (
    PlayContext,
    from_saved_effects,
    target_word,
    to_saved_effects,
)
from companion.ui.games.four_souls.effect_builder.selection import amount_of, apply_tap, target_options
from companion.ui.widgets.card_search import (
    filter_by_name,
    filter_by_numbers,
    has_word_prefix,
    normalize_for_search,
    searchable_cards,
    values_at,
)
from rules.engine import Number, Option, Pick, Rolled, Template, Text
from rules.four_souls.board.slots import make_monster_hole
from rules.four_souls.model.catalogue import monster_cards, monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Played, Revealed
from tests.support.ui.headless import Phone, action_phase, first_monster, on_phone, say

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
    """Three taps are +3; as many on − leave nothing behind; a kill is said and unsaid with one tap each."""
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
    """No series of taps leads to something that the prompt would refuse."""
    said = ()
    for template, k, by in taps:
        holes = [hole for hole in template.holes if isinstance(hole, Pick)]
        target = holes[0].options[k % len(holes[0].options)].value if holes else None
        said = apply_tap(said, template, target, by, 20)
    assert len(said) <= 20
    assert all(any(template.admits(record) for template in CHIPS) for record in said)


def test_targets_stand_once_with_those_who_matter_first():
    """Who plays and the monster under attack come first, everything else once, as the templates name it."""
    shown = [option.value for option in target_options(CHIPS, (BETO, FLY))]
    assert shown == [BETO, FLY, ANA, CIRA, SPIDER, ROLL]


def test_an_amount_is_that_of_its_target():
    """A chip shows what was said of the chosen target, not of another."""
    said = (Effect("cents", ANA, 3), Effect("cents", BETO, -2), Effect("end_turn"))
    assert [amount_of(said, CENTS, who) for who in (ANA, BETO, CIRA)] == [3, -2, 0]
    assert amount_of(said, END, None) == 1


# --- the card memory ---------------------------------------------------------------------------------------------


def test_a_card_is_remembered_by_what_its_targets_were():
    """Self, the active player, the fought monster and the roll are found again wherever they are next time."""
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
    """A target that is nobody in particular is remembered as what it is."""
    everyone = Option(Target("everyone"), Text("each player"))
    template = Template(Effect("damage"), (Pick("target", (*BODIES, everyone)), Number("amount", 1, 99, 1)))
    said = (Effect("damage", Target("everyone"), 1),)
    assert from_saved_effects(to_saved_effects(said, (template,), PlayContext(0)), (template,), PlayContext(2)) == said


def test_another_target_is_only_taken_where_it_is_certain():
    """For somebody else the chosen target counts, or the only one there is; otherwise nothing is guessed."""
    data = to_saved_effects((Effect("damage", CIRA, 2),), CHIPS, PlayContext(0, active_seat=0))
    here = PlayContext(1, active_seat=1)
    assert from_saved_effects(data, CHIPS, here) == ()
    assert from_saved_effects(data, CHIPS, here, chosen=ANA) == (Effect("damage", ANA, 2),)
    assert target_word(CIRA, PlayContext(0)) == "other"


@pytest.mark.parametrize("data", [None, 3, ["x"], [{}], [{"kind": "cents"}], [{"kind": "cents", "amount": "many"}]])
def test_a_memory_that_makes_no_sense_recalls_nothing(data):
    """An imported or damaged memory neither breaks the pad nor puts nonsense on the stack."""
    assert from_saved_effects(data, CHIPS, PlayContext(0)) == ()


# --- finding a card ----------------------------------------------------------------------------------------------

SHELF = searchable_cards(monster_cards(), make_monster_hole().templates[0], {}, {})


def test_three_numbers_find_the_fly():
    """Life 1, evasion 2 and attack 1 are the Fly's and no other monster's."""
    assert [card.printed_name.en for card in filter_by_numbers(SHELF, {0: 1, 1: 2, 2: 1})] == ["Fly"]
    assert values_at(SHELF, 2)[:2] == (0, 1)


def test_a_name_is_found_in_both_languages_without_accents():
    """Any word of the name begins it, in Spanish or English, with or without accents and capitals."""
    assert "Big Spider" in [card.printed_name.en for card in filter_by_name(SHELF, "arana")]
    assert "Big Spider" in [card.printed_name.en for card in filter_by_name(SHELF, "SPID")]
    assert has_word_prefix("Araña grande", "gra")
    assert not has_word_prefix("Araña grande", "rande")
    assert normalize_for_search("  ÑAM ") == "nam"


def test_a_table_finds_its_own_names_and_cards():
    """A local name finds the printed card; a typed card is found by its numbers like any other."""
    data = {"hp": 9, "evasion": 3, "attack": 1, "cents": 2, "loot": 0, "treasure": 0, "roll": "", "souls": 0}
    mine = searchable_cards(
        monster_cards(), make_monster_hole().templates[0], {"Fly": "Zumbona"}, {"Paqui": data, "broken": {"hp": "x"}}
    )
    (fly,) = filter_by_name(mine, "zumb")
    assert (fly.record.id, fly.record.name) == ("fly", "Zumbona")
    assert fly in filter_by_name(mine, "mosca")
    (own,) = filter_by_numbers(mine, {0: 9})
    assert own.record.name == "Paqui"
    assert make_monster_hole().admits((own.record,))
    assert all(make_monster_hole().admits((card.record,)) for card in mine)


# --- what is in sight --------------------------------------------------------------------------------------------


def test_the_common_effects_keep_their_places():
    """What was fetched comes after them, the last first, and never what is not offered now."""
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


@pytest.fixture
def begun(library: Library) -> Table:
    return first_monster(library, "Ana", "Beto")


@dataclass
class Taps:
    """A phone that counts."""

    phone: Phone
    count: int = 0

    async def __call__(self, name: str) -> None:
        self.count += 1
        await self.phone.tap(name)


def played(table: Table) -> Played:
    return next(line.entry.event for line in reversed(table.log()) if isinstance(line.entry.event, Played))


def test_a_loot_card_with_one_outcome_is_four_taps(table, library):
    """Card, outcome, onto the stack, nobody answers."""

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        for name in ("Loot card", "More: ¢", "Onto the stack", "Nobody answers"):
            await tap(name)
        assert tap.count == 4
        assert table.state.players[0].cents == 4

    on_phone(table, library, journey)


def test_several_outcomes_are_one_entry(table, library):
    """What was tapped is played together, in the order in which it was said, on the targets that were chosen."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Loot card", "More: ¢", "More: ¢", "More: ¢", "On Beto", "More: damage", "Less: loot"):
            await phone.tap(name)
        await phone.tap("Onto the stack")
        assert played(table).effects == (Effect("cents", ANA, 3), Effect("damage", BETO, 1), Effect("loot", BETO, -1))

    on_phone(table, library, journey)


def test_what_few_cards_do_is_one_tap_further_and_stays_at_hand(table, library):
    """The rest lies under its headings behind one tap; what was fetched from there stays in sight."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Loot card")
        assert "skip a turn" not in phone.names()
        usual = [name for name in phone.names() if name.startswith("More: ")]
        for name in ("On Beto", "More effects", "skip a turn", "Onto the stack", "Nobody answers"):
            await phone.tap(name)
        assert table.state.players[1].skips == 1
        await phone.tap("More")
        for name in ("Beto answers", "Beto: Loot card"):
            await phone.tap(name)
        assert [name for name in phone.names() if name.startswith("More: ")] == usual
        assert "skip a turn" in phone.names()

    on_phone(table, library, journey)


def test_what_was_said_can_be_taken_away(table, library):
    """The cross beside a line unsays it; a long press on a chip takes one back."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Loot card", "More: ¢", "More: ¢", "More: damage"):
            await phone.tap(name)
        await phone.press("More: ¢")
        await phone.tap("Take away: Ana: 1 damage")
        await phone.tap("Onto the stack")
        assert played(table).effects == (Effect("cents", ANA, 1),)

    on_phone(table, library, journey)


def test_a_name_used_once_fills_everything_with_one_tap(table, library):
    """The table's card memory offers what a card did, and it is exported with the rest."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Loot card")
        await phone.type("The card's name, if you like", "Moneda")
        for name in ("More: ¢", "More: ¢", "Onto the stack", "Nobody answers"):
            await phone.tap(name)
        assert "Moneda" in library.storage.export_cards()
        await phone.tap("More")
        for name in ("Beto answers", "Beto: Loot card", "Moneda, as last time", "Onto the stack"):
            await phone.tap(name)
        assert (played(table).name, played(table).effects) == ("Moneda", (Effect("cents", BETO, 2),))

    on_phone(table, library, journey)


def test_the_monster_under_attack_stands_beside_who_plays(table, library):
    """In a fight the second target is the monster that is fought."""
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((1,)))

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Somebody answers", "Cira answers", "Cira: Loot card"):
            await phone.tap(name)
        assert [name for name in phone.names() if name.startswith("On ")][:2] == ["On Cira", "On Big Spider"]

    on_phone(table, library, journey)


def test_something_that_triggers_is_always_at_hand(table, library):
    """One quiet button, and the pad says what it does."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Something triggers", "More: loot", "Onto the stack"):
            await phone.tap(name)
        assert (played(table).kind, played(table).effects) == ("triggered", (Effect("loot", ANA, 1),))

    on_phone(table, library, journey)


def test_what_triggers_may_be_anybodys(table, library):
    """The pad says whose it is, and a tap makes it another player's."""

    async def journey(phone: Phone, table: Table) -> None:
        for name in ("Something triggers", "It is Cira's", "More: ¢", "Onto the stack"):
            await phone.tap(name)
        assert (played(table).kind, played(table).seat) == ("triggered", 2)
        assert played(table).effects == (Effect("cents", CIRA, 1),)

    on_phone(table, library, journey)


def test_naming_a_monster_is_four_taps(begun, library):
    """The sheet is there by itself: three numbers, and the match."""

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        for name in ("life 1", "evasion 2", "attack 1", "Fly"):
            await tap(name)
        assert tap.count <= 4
        assert table.log()[-1].entry.event == Revealed(0, (monsters()["fly"],))
        assert "attack 1" in phone.names()

    on_phone(begun, library, journey)


def test_naming_can_be_put_off(begun, library):
    """The sheet can be closed; then the usual button opens it again."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Close")
        assert phone.names("usual") == ["A monster"]
        await phone.tap("A monster")
        assert "life 1" in phone.names()
        await phone.tap("Not a monster")
        assert table.log()[-1].text.key.startswith("Turned up")

    on_phone(begun, library, journey)


def test_a_monster_can_be_typed_and_is_found_again(begun, library):
    """Name and numbers by hand; the next time it is in the list."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.type("Or its name", "Paqui")
        await phone.tap("Type it")
        await phone.tap("More: life")
        await phone.tap("This is it")
        (card,) = table.log()[-1].entry.event.cards
        assert (card.name, card.hp) == ("Paqui", 3)
        await phone.type("Or its name", "paq")
        await phone.tap("Paqui")
        assert table.state.slots[1].card == card

    on_phone(begun, library, journey)


def test_a_monster_keeps_the_name_this_table_gives_it(begun, library):
    """Renamed once, it is found and logged under that name."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.type("Or its name", "fly")
        await phone.tap("Call it something else: Fly")
        await phone.type("What you call it", "Zumbona")
        await phone.tap("Keep the name")
        await phone.tap("Zumbona")
        assert table.log()[-1].entry.event.cards[0].name == "Zumbona"

    on_phone(begun, library, journey)
