"""The notation of what cards do: its records, what is refused, and that every row of every list of cards is in it."""

import csv

import pytest

from rules.card_grammar import (
    Ability,
    Amount,
    CardNotationError,
    Condition,
    Cost,
    Deed,
    Face,
    Head,
    If,
    May,
    Roll,
    UntilEnd,
    parse_abilities,
)
from tests.support.paths import SHARED

LISTS = SHARED / "rulebook" / "cards"
"""Facts of the cards, in this notation."""
CORRECTED = {
    "cents:1@me, until_end{rewards x2}": "cents:1@me, until_end{rewards:x2}",
    "monster_death any -> counter:1@this && "
    "tap, pay counters:1+ -> loot:1@me | tap, pay counters:3+ -> damage:1@monster": (
        "monster_death any -> counter:1@this && "
        "tap, pay counters:1+ -> loot:1@me && tap, pay counters:3+ -> damage:1@monster"
    ),
    "tap -> treasure:1@me, counter:1@this, give@this>other && "
    "start mine -> roll{fewer than counters>destroy@this, destroy@each_own_item}": (
        "tap -> treasure:1@me, counter:1@this, give@this>other && "
        "start mine -> roll{(fewer than counters)>destroy@this, destroy@each_own_item}"
    ),
}
"""Rows of the lists that are not in the notation which their description gives, and how they are meant."""


def one(text: str) -> Ability:
    """The only ability of the text."""
    (ability,) = parse_abilities(text)
    return ability


def deed(text: str) -> Deed:
    """The only deed of the text."""
    (((step,),),) = (ability.ways for ability in parse_abilities(text))
    assert isinstance(step, Deed)
    return step


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("leave", Deed("leave")),
        ("cents:-4@me", Deed("cents", Amount((-4,)), "me")),
        ("lose_hearts:x0", Deed("lose_hearts", Amount((0,), is_factor=True))),
        ("set_roll:1..3@roll", Deed("set_roll", Amount((1, 2, 3)), "roll")),
        ("unhurt:1,6@me", Deed("unhurt", Amount((1, 6)), "me")),
        ("points:1 per 6 energy", Deed("points", Amount((1,), "energy", per=6))),
        ("cents:as_many_as_they_have@player", Deed("cents", Amount(word="as_many_as_they_have"), "player")),
        ("cents:monster_slots+hand@me", Deed("cents", Amount(word="monster_slots+hand"), "me")),
        ("counter:-all@this", Deed("counter", Amount(word="-all"), "this")),
        ("summon:the-bloat", Deed("summon", Amount(word="the-bloat"))),
        ("cancel@activated,paid", Deed("cancel", None, "activated,paid")),
        ("give@this>other", Deed("give", None, "this", "other")),
        ("fill_slot:1@slot(top, not attacked)", Deed("fill_slot", Amount((1,)), "slot", limit="top, not attacked")),
        ("counter:1@this instead", Deed("counter", Amount((1,)), "this", is_instead=True)),
    ],
)
def test_a_deed_is_a_verb_with_amount_target_receiver_and_limit(text: str, expected: Deed) -> None:
    """A deed alone has each of its parts, and nothing else."""
    assert one(text) == Ability(None, ((expected,),))
    assert deed(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tap", Head("activated", is_tapped=True)),
        ("pay 4c", Head("activated", cost=Cost("cents", Amount((4,))))),
        ("pay counters:3", Head("activated", cost=Cost("counters", Amount((3,))))),
        ("tap, pay counters:1+", Head("activated", True, Cost("counters", Amount((1,)), is_minimum=True))),
        ("pay destroy this", Head("activated", cost=Cost("destroy", thing="this"))),
        (
            "pay give:1 own_item>other",
            Head("activated", cost=Cost("give", Amount((1,)), "own_item", "other")),
        ),
        ("always", Head("always")),
        (
            "always if(hand=0, my_turn)",
            Head("always", conditions=(Condition("hand", "=", "0"), Condition("my_turn"))),
        ),
        ("end mine", Head("moment", moment="end", words=("mine",))),
        ("roll any 1-3", Head("moment", moment="roll", words=("any",), faces=(1, 2, 3))),
        ("roll mine 1,6 attack", Head("moment", moment="roll", words=("mine", "attack"), faces=(1, 6))),
        ("would_gain:cents mine", Head("moment", moment="would_gain", argument="cents", words=("mine",))),
        ("hurt mine once:turn", Head("moment", moment="hurt", words=("mine",), limit="once:turn")),
        ("would_hurt mine(not combat)", Head("moment", moment="would_hurt", words=("mine",), limit="not combat")),
        (
            "resolving if(faces=123hes)",
            Head("moment", moment="resolving", conditions=(Condition("faces", "=", "123hes"),)),
        ),
        ("attacker-activates", Head("moment", moment="attacker-activates")),
    ],
)
def test_a_head_says_when_an_ability_acts(text: str, expected: Head) -> None:
    """A head is a use with its cost, a state, or a moment with words, faces, limit and conditions."""
    assert one(f"{text} -> leave") == Ability(expected, ((Deed("leave"),),))


def test_ways_and_steps_nest() -> None:
    """Ways are separated by a bar, steps by a comma; what may, must, lasts and is rolled holds steps of its own."""
    assert one("may{loot:1, leave | leave}").ways == (
        ((May(((Deed("loot", Amount((1,))), Deed("leave")), (Deed("leave"),))),)),
    )
    assert one("if(hand>0){leave} else {end_turn}").ways == (
        ((If((Condition("hand", ">", "0"),), (Deed("leave"),), (Deed("end_turn"),)),)),
    )
    lasting = Ability(Head("moment", moment="end", words=("any",)), ((Deed("kill", None, "everyone"),),))
    assert one("until_end{end any -> kill@everyone}").ways == ((UntilEnd(lasting),),)
    faces = (Face((1, 2), (Deed("leave"),)), Face((), (Deed("end_turn"),), "fewer than counters"))
    assert one("roll{1-2>leave / (fewer than counters)>end_turn} x3").ways == ((Roll(faces, 3),),)
    assert one("leave | end_turn").ways == ((Deed("leave"),), (Deed("end_turn"),))


def test_a_trinket_stays_and_a_card_may_have_several_abilities() -> None:
    """A prefix says that the card stays in play; abilities are separated by two ampersands."""
    tapped, paid = parse_abilities("trinket: tap -> leave && pay 2c -> leave")
    assert tapped.is_trinket
    assert paid.is_trinket
    assert paid.head == Head("activated", cost=Cost("cents", Amount((2,))))
    assert not one("tap -> leave").is_trinket


@pytest.mark.parametrize(
    "text",
    [
        "",
        "->",
        "tap ->",
        "-> leave",
        "leave,",
        "leave |",
        "may{}",
        "roll{}",
        "roll{7}",
        "if(){leave}",
        "leave && ",
        "Tap -> x",
    ],
)
def test_what_is_not_in_the_notation_is_refused_with_its_place(text: str) -> None:
    """Whatever is no ability is refused, with the text itself."""
    with pytest.raises(CardNotationError, match=r"column|^''"):
        parse_abilities(text)


@pytest.mark.skipif(not LISTS.exists(), reason="the lists of cards lie beside the repository")
@pytest.mark.parametrize("name", ["fs_loot.csv", "fs_treasure.csv"])
def test_every_row_of_the_lists_is_in_the_notation(name: str) -> None:
    """All 84 loot cards and 178 treasures can be read, but for the three that are corrected here."""
    rows = list(csv.DictReader((LISTS / name).open(encoding="utf-8"), delimiter=";"))
    assert len(rows) == {"fs_loot.csv": 84, "fs_treasure.csv": 178}[name]
    for row in rows:
        effect = row["effect"]
        if effect in CORRECTED:
            with pytest.raises(CardNotationError):
                parse_abilities(effect)
        assert parse_abilities(CORRECTED.get(effect, effect))
