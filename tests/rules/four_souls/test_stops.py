"""FS-32: who passes by themselves: as the table does or by their own stops, never where they could die or win."""

import pytest

from rules.engine import Rolled, Ruled, apply
from rules.four_souls.assist.stakes import endangered_seats
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Passed
from rules.four_souls.model.state import SoulCard, set_player
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

ANA, BETO, CIRA = range(3)
EVERYBODY = frozenset((ANA, BETO, CIRA))

rule = pytest.mark.rule


def three(**rulings: str) -> FourSoulsTable:
    return table("Ana", "Beto", "Cira", **rulings)


def on(**rulings: str) -> dict[str, str]:
    """``death_1="off"`` is the stop of seat 1 at a death."""
    return {f"stop.{key.replace('_', '@')}": choice for key, choice in rulings.items()}


def waits_for(t: FourSoulsTable) -> tuple[int, ...]:
    """The seats that are asked."""
    return t.asked.awaited_seats


# --- by the table, by oneself ------------------------------------------------------------------------------------


@rule("FS-32")
def test_only_who_wants_to_see_it_is_asked_where_the_table_lets_it_pass() -> None:
    """Combat damage is nothing to the table, and everything to Beto."""
    t = three(**on(damage_1="on")).attacks("clotty").rolls(6).nobody()
    assert (t.stack, waits_for(t)) == (["damage"], (BETO,))
    assert t.passes("Beto").stack == []


@rule("FS-32")
def test_who_does_not_want_to_see_it_passes_where_the_table_stops() -> None:
    """The roll is shown to all but Beto; the table's stop comes first again when he goes by it."""
    t = three(**on(roll_1="off")).attacks("clotty").rolls(6)
    assert waits_for(t) == (ANA, CIRA)
    t = three(**on(roll_1="table")).attacks("clotty").rolls(6)
    assert waits_for(t) == (ANA, BETO, CIRA)


@rule("FS-32")
def test_a_stop_of_ones_own_counts_in_every_window_and_at_once() -> None:
    """The table sees everything, Cira nothing of cards; she says so while it is asked, and takes it back."""
    t = table("Ana", "Beto", "Cira", every=True).plays("Ana", kind="activated")
    assert waits_for(t) == (ANA, BETO, CIRA)
    t.settles_on("stop.card@2", "off")
    assert waits_for(t) == (ANA, BETO)
    t.plays("Ana", kind="paid").settles_on("stop.card@2", "on")
    assert waits_for(t) == (ANA, BETO)
    assert waits_for(t.plays("Ana", kind="paid")) == (ANA, BETO, CIRA)


@rule("FS-32")
def test_nobody_passes_by_themselves_straight_after_passing_by_hand() -> None:
    """Beto lets cards pass; having passed over the roll by hand he is asked about the card that answers it, once."""
    t = three(**on(card_1="off")).attacks("clotty").rolls(6)
    t.do(Passed((BETO,), t.top.id)).plays("Cira", kind="activated")
    assert BETO in waits_for(t)
    t.nobody()
    assert t.stack == ["roll"]
    t.nobody().rolls(6).plays("Ana", kind="activated")  # the combat damage, at which nobody stops, lies between
    assert BETO not in waits_for(t)


# --- where somebody could die ------------------------------------------------------------------------------------


def missed(**rulings: str) -> FourSoulsTable:
    """Ana, with one life left, has missed Clotty: the roll lies on the stack and nothing has flowed."""
    t = three(**rulings).by_hand("Ana", "life", -1).attacks("clotty")
    return t.do_alone(Rolled((1,)))


def flowing(t: FourSoulsTable, *phones: int) -> tuple[int, ...]:
    """Who passes by themselves here."""
    event = GAME.auto_answer(t.s, frozenset(phones))
    assert event is None or isinstance(event, Passed)
    assert event is None or event.alone
    return event.seats if event else ()


@rule("FS-71", "FS-82")
def test_whoever_could_die_is_asked_at_the_blow() -> None:
    """On a phone of her own or with a stop of her own; a table round one phone is asked at the death."""
    t = missed()
    t.do_alone(Passed((ANA, BETO, CIRA), t.top.id))
    assert (t.stack, endangered_seats(t.s)) == (["damage"], {ANA})
    assert flowing(t) == (ANA, BETO, CIRA)
    assert flowing(t, ANA, BETO) == (BETO, CIRA)
    assert flowing(t, BETO) == (ANA, BETO, CIRA)
    t.s = apply(GAME, t.s, Ruled("stop.damage@0", "off"))
    assert flowing(t) == (BETO, CIRA)
    t.s = apply(GAME, t.s, Ruled("stop.lethal", "off"))
    assert flowing(t, ANA) == (ANA, BETO, CIRA)


@rule("FS-71", "FS-82")
def test_whoever_could_die_of_a_roll_is_asked_while_it_can_be_changed() -> None:
    """The miss would kill Ana; a hit would not, nor would a miss with a life to spare or a shield."""
    own = on(roll_0="off")
    assert endangered_seats(missed(**own).s) == {ANA}
    assert flowing(missed(**own)) == ()
    hit = three(**own).by_hand("Ana", "life", -1).attacks("clotty").do_alone(Rolled((6,)))
    assert (endangered_seats(hit.s), flowing(hit)) == (frozenset(), (ANA,))
    spare = three(**own).attacks("clotty").do_alone(Rolled((1,)))
    assert (endangered_seats(spare.s), flowing(spare)) == (frozenset(), (ANA,))
    for face, concerned in ((1, {ANA}), (2, set())):  # Leaper doubles its damage on a 1
        doubled = table("Ana", "Beto", "Cira", monsters=("leaper", "fly"), **own).attacks("leaper")
        assert endangered_seats(doubled.do_alone(Rolled((face,))).s) == concerned
    shielded = missed(**own)
    shielded.s = set_player(shielded.s, ANA, shield=1)
    assert endangered_seats(shielded.s) == frozenset()


@rule("FS-82", "FS-90")
def test_a_card_that_kills_and_the_death_itself_are_at_stake() -> None:
    """All whom it would kill, and once more whoever's death waits; not who loses nothing."""
    t = three()
    t.plays("Beto", Effect("damage", Target("everyone"), 2), kind="activated")
    assert endangered_seats(t.s) == EVERYBODY
    t = three().plays("Beto", t.to("Cira", "kill"), kind="activated")
    assert endangered_seats(t.s) == {CIRA}
    t.nobody()
    assert (t.stack, endangered_seats(t.s)) == (["player_death"], {CIRA})
    t = three().plays("Beto", t.to("Cira", "damage", 1), kind="activated")
    assert endangered_seats(t.s) == frozenset()


# --- where somebody could win ------------------------------------------------------------------------------------


def rich_in_souls(t: FourSoulsTable, name: str, souls: int) -> FourSoulsTable:
    t.s = set_player(t.s, t.seat(name), souls=(SoulCard("Mom", souls),))
    return t


@rule("FS-109")
@pytest.mark.parametrize(("souls", "concerned"), [(3, EVERYBODY), (2, frozenset())])
def test_the_soul_that_would_win_concerns_everybody(souls: int, concerned: frozenset[int]) -> None:
    """Of a card, of a boss, of another player: the fourth ends the game, the third does not."""
    t = rich_in_souls(three(), "Beto", souls)
    t.plays("Ana", t.to("Beto", "soul", 1), kind="activated")
    assert endangered_seats(t.s) == concerned
    t = rich_in_souls(rich_in_souls(three(), "Beto", souls), "Ana", 1)
    t.plays("Beto", t.to("Ana", "steal_soul"), kind="activated")
    assert endangered_seats(t.s) == concerned
    t = rich_in_souls(table("Ana", "Beto", "Cira", monsters=("monstro", "fly")), "Ana", souls)
    t.plays("Ana", t.to("monstro", "kill")).nobody().nobody()
    while t.top.kind != "monster_card":
        t.nobody()
    assert endangered_seats(t.s) == concerned


@rule("FS-115")
def test_the_bonus_soul_that_would_win_is_at_stake() -> None:
    """Greed's soul waits on the stack for Beto, who has three; by the other reading the ¢ themselves would win."""
    t = rich_in_souls(three(bonus_souls="on", FS_A12="stack"), "Beto", 3).by_hand("Beto", "cents", 30)
    assert (t.stack, endangered_seats(t.s)) == (["bonus_soul"], EVERYBODY)
    t = rich_in_souls(three(bonus_souls="on", FS_A12="at_once"), "Beto", 3)
    t.plays("Beto", t.to("Beto", "cents", 30), kind="activated")
    assert endangered_seats(t.s) == EVERYBODY


@rule("FS-122")
def test_alone_the_souls_of_both_characters_win() -> None:
    """Two and one more, of the other character."""
    t = FourSoulsTable("Ana", "Beto", mode="solo").do_chosen("isaac", "maggy").turns_up("fly").turns_up("clotty")
    rich_in_souls(rich_in_souls(t, "Beto", 2), "Ana", 1)
    t.plays("Ana", t.to("Ana", "soul", 1), kind="activated")
    assert endangered_seats(t.s) == {ANA, BETO}


# --- over random play --------------------------------------------------------------------------------------------
