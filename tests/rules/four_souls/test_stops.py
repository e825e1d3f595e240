"""FS-32: automatic passes by table stops and own stops, never where a seat is endangered."""

import pytest

from rules.engine import Rolled, Ruled, apply
from rules.engine.record import replace
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
    """Rulings for own stops: ``death_1="off"`` is the stop of seat 1 at a death."""
    return {f"stop.{key.replace('_', '@')}": choice for key, choice in rulings.items()}


def waits_for(t: FourSoulsTable) -> tuple[int, ...]:
    """The seats that are asked."""
    return t.asked.awaited_seats


# --- table stops and own stops ------------------------------------------------------------------------------------


@rule("FS-32")
def test_only_who_wants_to_see_it_is_asked_where_the_table_lets_it_pass() -> None:
    """A player's own stop asks that player where the table passes automatically."""
    t = three(**on(damage_1="on")).attacks("clotty").rolls(6).nobody()
    assert (t.stack, waits_for(t)) == (["damage"], (BETO,))
    assert t.passes("Beto").stack == []


@rule("FS-32")
def test_who_does_not_want_to_see_it_passes_where_the_table_stops() -> None:
    """A player's own stop set to off passes for that player where the table stops."""
    t = three(**on(roll_1="off")).attacks("clotty").rolls(6)
    assert waits_for(t) == (ANA, CIRA)
    t = three(**on(roll_1="table")).attacks("clotty").rolls(6)
    assert waits_for(t) == (ANA, BETO, CIRA)


@rule("FS-32")
def test_a_stop_of_ones_own_counts_in_every_window_and_at_once() -> None:
    """An own stop counts in every window; switched off, it takes effect at once."""
    t = table("Ana", "Beto", "Cira", every=True).plays("Ana", kind="activated")
    assert waits_for(t) == (ANA, BETO, CIRA)
    t.settles_on("stop.card@2", "off")
    assert waits_for(t) == (ANA, BETO)
    t.plays("Ana", kind="paid").settles_on("stop.card@2", "on")
    assert waits_for(t) == (ANA, BETO)
    assert waits_for(t.plays("Ana", kind="paid")) == (ANA, BETO, CIRA)


@rule("FS-32")
def test_nobody_passes_by_themselves_straight_after_passing_by_hand() -> None:
    """After a pass by hand the next response is asked once, whatever the player's own stop."""
    t = three(**on(card_1="off")).attacks("clotty").rolls(6)
    t.do(Passed((BETO,), t.top.id)).plays("Cira", kind="activated")
    assert BETO in waits_for(t)
    t.nobody()
    assert t.stack == ["roll"]
    t.nobody().rolls(6).plays("Ana", kind="activated")  # combat damage in between is passed automatically
    assert BETO not in waits_for(t)


# --- endangered by a death ----------------------------------------------------------------------------------------


def missed(**rulings: str) -> FourSoulsTable:
    """Ana, with one life left, has missed Clotty; the roll is on the stack, nobody has passed."""
    t = three(**rulings).by_hand("Ana", "life", -1).attacks("clotty")
    return t.do_alone(Rolled((1,)))


def flowing(t: FourSoulsTable, *phones: int) -> tuple[int, ...]:
    """The seats that pass automatically here."""
    event = GAME.auto_answer(t.s, frozenset(phones))
    assert event is None or isinstance(event, Passed)
    assert event is None or event.alone
    return event.seats if event else ()


@rule("FS-71", "FS-82")
def test_whoever_could_die_is_asked_at_the_blow() -> None:
    """A seat that lethal damage endangers is asked on its own device or by its own stop.

    A table with one device is asked at the death instead.
    """
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
    """A seat that a roll would kill is asked while the roll can still be changed.

    A hit, a life to spare or a shield endangers nobody.
    """
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
    """A lethal effect endangers everybody whom it would kill; a death endangers who dies."""
    t = three()
    t.plays("Beto", Effect("damage", Target("everyone"), 2), kind="activated")
    assert endangered_seats(t.s) == EVERYBODY
    t = three().plays("Beto", t.to("Cira", "kill"), kind="activated")
    assert endangered_seats(t.s) == {CIRA}
    t.nobody()
    assert (t.stack, endangered_seats(t.s)) == (["player_death"], {CIRA})
    t = three().plays("Beto", t.to("Cira", "damage", 1), kind="activated")
    assert endangered_seats(t.s) == frozenset()


@rule("FS-28", "FS-82", "FS-A16")
def test_the_last_death_of_all_is_at_stake() -> None:
    """Where the dead may not respond the last death leads straight to the next turn: who dies there is asked before."""
    t = three(FS_A16="may_not")
    t.plays("Beto", Effect("damage", Target("everyone"), 2), kind="activated").nobody()
    while t.stack != ["player_death"]:
        t.nobody()
    last = t.top.seat
    assert endangered_seats(t.s) == {last}
    t.s = apply(GAME, t.s, Ruled(f"stop.death@{last}", "off"))
    assert last not in flowing(t)
    before = t.s.turn
    assert t.nobody().s.turn > before


# --- endangered by a win ------------------------------------------------------------------------------------------


def rich_in_souls(t: FourSoulsTable, name: str, souls: int) -> FourSoulsTable:
    t.s = set_player(t.s, t.seat(name), souls=(SoulCard("Mom", souls),))
    return t


@rule("FS-109")
@pytest.mark.parametrize(("souls", "concerned"), [(3, EVERYBODY), (2, frozenset())])
def test_the_soul_that_would_win_concerns_everybody(souls: int, concerned: frozenset[int]) -> None:
    """A fourth soul from a card, a boss or another player concerns every seat; a third none."""
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
    """A bonus soul that would win concerns every seat, by both readings of FS-A12."""
    t = rich_in_souls(three(bonus_souls="on", FS_A12="stack"), "Beto", 3).by_hand("Beto", "cents", 30)
    assert (t.stack, endangered_seats(t.s)) == (["bonus_soul"], EVERYBODY)
    t = rich_in_souls(three(bonus_souls="on", FS_A12="at_once"), "Beto", 3)
    t.plays("Beto", t.to("Beto", "cents", 30), kind="activated")
    assert endangered_seats(t.s) == EVERYBODY


@rule("FS-122")
def test_alone_the_souls_of_both_characters_win() -> None:
    """Alone, the souls of both characters count together towards a win."""
    t = FourSoulsTable("Ana", "Beto", mode="solo").do_chosen("isaac", "maggy").turns_up("fly").turns_up("clotty")
    rich_in_souls(rich_in_souls(t, "Beto", 2), "Ana", 1)
    t.plays("Ana", t.to("Ana", "soul", 1), kind="activated")
    assert endangered_seats(t.s) == {ANA, BETO}


# --- a kill is one stop -------------------------------------------------------------------------------------------


def killing(**rulings: str) -> FourSoulsTable:
    """Ana of three has rolled the last hit against Monstro, whose soul is hers then; nobody has responded."""
    t = table("Ana", "Beto", "Cira", monsters=("monstro", "fly"))
    t.s = replace(t.s, rulings=tuple(rulings.items()))
    t.attacks("monstro")
    t.by_hand("Ana", "life", 4)
    while t.monster("monstro").life > 1:
        t.rolls(6).nobody()
    return t.rolls(6)


@rule("FS-32", "FS-72", "FS-86")
def test_kill_reward_soul_and_refill_are_one_stop() -> None:
    """After the roll that kills, the next question is which monster comes."""
    t = killing().nobody()
    assert len(t.player("Ana").souls) == 1
    assert t.asks == "Turn up the top card of the monster deck: who is it?"


@rule("FS-32")
@pytest.mark.parametrize("switch", ["stop.monster_soul@1", "stop.soul@1", "stop.monster_soul", "stop.soul"])
def test_whoever_wants_to_stop_at_the_soul_is_asked(switch: str) -> None:
    """A stop of one's own comes in between; one at souls in general counts for these too."""
    t = killing(**{switch: "on"}).nobody()
    assert (t.stack, waits_for(t)) == (["monster_card"], (BETO,) if "@" in switch else (ANA, BETO, CIRA))


@rule("FS-32", "FS-21")
def test_the_soul_that_wins_stops_everybody() -> None:
    """Nobody wins before the table has looked at it."""
    t = killing()
    t.s = set_player(t.s, ANA, souls=(SoulCard("Mom!", 3),))
    t.nobody()
    assert (t.stack, waits_for(t)) == (["monster_card"], (ANA, BETO, CIRA))
