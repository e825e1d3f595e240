"""The six parts of an attack, closing gaps, and escapes."""

import pytest

from rules.darkmoor.model.events import Aimed, Began, Declined
from tests.support.games.darkmoor import DarkmoorTable, hero, location, minion, seated

rule = pytest.mark.rule

BIG, IMP, RAT = minion("Big", peril=5), minion("Imp"), minion("Rat")


@rule("RD-20")
def test_the_nearest_falls_and_an_opponents_pays_two() -> None:
    """The minion at the back is defeated; an opponent's pays 2 VP, an own one nothing."""
    own = seated(2).plays((0, BIG), (0, IMP))
    assert own.s.players[1].discard == (IMP,)
    assert own.tokens == [0, 0]
    assert own.haven(0) == ["Big"]
    t = seated(2).plays((0, IMP), (1, RAT), (0, minion("Sly", peril=5, when="played", does="back", on="horde")))
    assert [card.name for card in t.s.players[0].discard] == ["Imp"]
    assert t.tokens == [0, 0]
    t = seated(3).plays((0, IMP), (0, minion("Sly", peril=5, when="played", does="back", on="horde")))
    assert t.tokens == [0, 2, 0]
    assert t.told[-4:-1] == ["Imp (Ana) is defeated", "Bea: +2 VP in tokens (2)", "Sir Test goes back into the box"]


@rule("RD-20")
def test_who_cannot_be_got_at_is_passed_by() -> None:
    """Spared minions are passed by; with an unknown ability the table chooses the target."""
    ghost = minion("Ghost", peril=3, when="always", does="spared")
    t = seated(2).plays((0, IMP), (0, minion("Two", peril=2)), (0, ghost))
    assert t.haven(0) == ["Imp", "Ghost"]
    guard = minion("Guard", when="always", text="The minion before it is safe.")
    t = seated(2).plays((0, IMP), (0, guard), (0, minion("Bait", peril=4)))
    assert t.asks == "Sir Test defeats the nearest valid minion: which?"
    named = [str(dict(option.label.args)["minion"]) for option in _options(t)]
    assert named == ["Bait", "Guard", "Imp"]
    assert t.copy().do(Aimed(t.id_of("Imp"))).haven(0) == ["Guard", "Bait"]
    assert t.do(Aimed(0)).haven(0) == ["Imp", "Guard", "Bait"]


def _options(t: DarkmoorTable):
    (pick,) = t.asked.choices[0].template.holes
    return pick.options


@rule("RD-21")
def test_abilities_in_their_order() -> None:
    """Abilities go off in order: hero, defeated minion, attacked horde, other hordes.

    The attacked horde goes from its back; the other hordes from the left, each from its back.
    """
    vp = {"does": "vp", "on": "self"}
    there = [(0, "L1"), (0, "L2"), (2, "R1"), (2, "R2")]
    first = hero(6, when="attacks", does="peril", on="whole")
    t = seated(2, first)
    t.plays(*((k, minion(name, peril=0, when="elsewhere", **vp)) for k, name in there))
    t.plays((1, minion("A", peril=1, when="attacked", **vp)), (1, minion("B", peril=2, when="attacked", **vp)))
    t.plays((1, minion("Dead", peril=3, when="defeated", does="vp", on="adjacent")))
    went_off = [line.partition(":")[0].partition(" (")[0] for line in t.told if line.endswith("its ability")]
    assert went_off == ["Sir Test", "Dead", "B", "A", "L2", "L1", "R2", "R1"]
    assert "B (Bea): +1 VP in tokens" in t.told
    assert t.tokens == [1, 2]  # the defeated minion's ability gave a token to B, adjacent to it


@rule("RD-17", "RD-21", "RD-22")
def test_an_attack_with_gaps_and_two_abilities_set_off() -> None:
    """A gap closes before the next ability, which then finds a new neighbour."""
    kills = {"when": "attacked", "does": "defeat", "on": "strongest"}
    t = seated(2).plays((1, minion("Far", vp=0)), (1, minion("Near", vp=4)))
    t.plays((0, minion("A")), (0, minion("B", vp=3, **kills)), (0, minion("C")), (0, minion("D", vp=5, **kills)))
    t.plays((0, minion("Last", peril=2)))
    assert t.haven(0) == ["A", "B"]
    assert t.horde(1) == ["Far", "Near"]
    assert [[card.name for card in player.discard] for player in t.s.players] == [["Last", "C"], ["D"]]
    assert t.told[2:9] == [
        "Last (Ana) is defeated",
        "D (Bea): its ability",
        "C (Ana) is defeated",
        "1 minion closes up to Moor: that is no movement",
        "B (Bea): its ability",
        "D (Bea) is defeated",
        "Sir Test goes back into the box",
    ]
    assert t.tokens == [0, 0]


@rule("RD-22")
def test_the_hero_leaves_and_the_fallen_lie_on_their_owners_discards() -> None:
    """Defeated minions are discarded and the hero leaves only after all abilities."""
    t = seated(2).plays((0, minion("Rag", vp=2, when="attacked", text="Look at those that fell.")), (0, BIG))
    assert t.step == "as_it_says"
    assert [fallen.minion.card.name for fallen in t.s.fallen] == ["Big"]
    assert (t.s.players[1].discard, t.s.hero is None) == ((), False)
    t.do(Declined())
    assert t.s.fallen == ()
    assert (t.s.players[1].discard, t.s.hero) == ((BIG,), None)


@rule("RD-23")
def test_tokens_on_the_fallen_are_nobodys() -> None:
    """VP tokens on a defeated minion are discarded with it."""
    rich = minion("Rich", peril=6, when="played", does="vp", n=3)
    t = seated(2).plays((0, rich))
    assert t.tokens == [0, 0]
    assert "3 VP in tokens: discarded with it" in t.told


@rule("RD-24")
def test_who_is_safe_is_out_of_reach() -> None:
    """Minions that escaped into a haven are no target of abilities."""
    t = seated(2).plays((1, IMP), (1, BIG))
    assert t.haven(1) == ["Imp"]
    t.turns_up(hero(name="Sir Next"))
    t.plays((1, minion("Fire", when="played", does="defeat", on="any")))
    assert "Fire (Ana): nobody it could concern" in t.told
    assert t.haven(1) == ["Imp"]
    assert t.view.places[1].peril == 1


@rule("RD-25")
def test_tokens_on_escaping_and_what_it_sets_off() -> None:
    """On escape, VP tokens go to the owner, peril tokens are discarded, and abilities go off."""
    bay = location("Bay", when="escapes", does="vp", whom="beast", n=2)
    t = seated(2, None, (bay,))
    t.plays((0, minion("Seal", kind="beast", when="escapes", does="vp", n=3)), (0, IMP))
    t.adjust("minion.1.peril_tokens", 1).adjust("minion.1.vp_tokens", 1)
    t.plays((0, minion("Last", peril=3)))
    assert t.haven(0) == ["Seal", "Imp"]
    assert [m.peril_tokens + m.vp_tokens for m in t.s.places[0].haven] == [0, 0]
    assert t.tokens == [1 + 2 + 3, 0]


@rule("RD-25")
def test_all_abilities_of_those_who_escape_go_off() -> None:
    """RD L102: "luego resuelven cualquier habilidad de súbdito en curso que se active en este momento".

    The active player chooses their order (RD-A7) and cannot leave any of them out.
    """
    t = seated(2, hero(7))
    t.plays((0, minion("A", when="escapes", does="vp", n=2)), (0, minion("B", when="escapes", does="vp", n=3)))
    t.plays((0, minion("Last", peril=5)))
    assert t.asks == "Several abilities go off: which first?"
    assert t.refuses(Declined()) == "RD-25"
    (pick,) = t.asked.choices[0].template.holes
    t.do(Aimed(pick.options[-1].value))
    assert (t.tokens, t.step) == ([2, 3], "reveal")


@rule("RD-20")
def test_the_mark_of_the_next_to_fall_goes_with_the_hero() -> None:
    """RD L86-91: a hero strikes once and leaves; until another is revealed nobody is the next to fall."""
    t = seated(2, hero(6)).plays((1, IMP), (0, minion("Rag", when="attacked", text="Look.")), (1, RAT))
    assert [m.short for place in t.view.places for m in place.horde if m.doomed] == ["Rag", "Rat"]
    t.plays((0, BIG))
    assert t.step == "as_it_says"  # in the attack, after Big fell
    assert [m.short for place in t.view.places for m in place.horde if m.doomed] == []
    assert t.game.odds(t.s) == ()
    t.do(Declined())
    assert (t.step, t.s.hero) == ("reveal", None)
    assert [m.short for place in t.view.places for m in place.horde if m.doomed] == []
    t.turns_up(hero(9, name="Sir Next"))
    assert [m.short for place in t.view.places for m in place.horde if m.doomed] == ["Rat"]


@rule("RD-05", "RD-22", "RD-26")
def test_the_first_hero_is_the_first_and_who_was_is_in_the_box() -> None:
    """RD L26: "revele la carta superior del mazo"; L91: "Descarta la carta de Héroe legendario en la caja"."""
    t = DarkmoorTable("Ana", "Bea").locates(*(location(name) for name in ("Moor", "Fen", "Crag")))
    assert t.asks == "The first hero is revealed: who is it?"
    t.turns_up(hero(6)).do(Began(0)).plays((0, minion("Huge", peril=6)))
    assert t.asks == "The next hero is revealed: who is it?"
    assert t.s.boxed_heroes == ("Sir Test",)


@rule("RD-13", "RD-21")
def test_minions_nobody_told_us_of_are_asked_about_once() -> None:
    """Unknown ongoing abilities are asked about once, after the known ones."""
    t = seated(2).plays((1, minion("Odd", when="unsaid")))
    t.do(Declined())
    t.plays((0, BIG), (0, IMP))
    assert t.asks == "Does any other minion's ongoing ability go off?"
    assert t.copy().do(Declined()).step == "reveal"
    assert seated(2).plays((1, IMP), (0, BIG), (0, IMP)).step == "reveal"
    t = seated(2, hero(6, when="unsaid")).plays((0, minion("Huge", peril=6)))
    assert t.asks == "Sir Test: do what it says"


def test_what_is_defeated_already_is_not_defeated_again() -> None:
    """A minion that is already defeated is not defeated again."""
    doomed = minion("Doomed", peril=9, vp=2, when="defeated", does="defeat", also="defeat", on="self")
    t = seated(2).plays((0, IMP), (0, doomed))
    assert t.told.count("Doomed (Bea) is defeated") == 1
