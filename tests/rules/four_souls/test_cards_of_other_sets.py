"""FS-14, FS-22, FS-50, FS-57, FS-65: cards of the Gold Box and Requiem, each from its line in the list of facts."""

import pytest

from rules.four_souls.model.events import Aimed, Played, Told
from rules.four_souls.model.state import set_player
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

rule = pytest.mark.rule


def use(t: FourSoulsTable, card: str) -> FourSoulsTable:
    """Ana turns her item sideways."""
    id = t.item("Ana", card).id
    return t.do(next(c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == id))


# --- Pills! (purple) ---------------------------------------------------------------------------------------------


@rule("FS-50", "FS-71")
@pytest.mark.parametrize(("face", "by"), [(3, -1), (4, -1), (5, 2), (6, 2)])
def test_purple_pills_change_the_evasion_of_whoever_is_attacked(face: int, by: int) -> None:
    """On 3–4 the attacked monster has 1 evasion less, on 5–6 2 more; another one has its own, before and after."""
    t = table(cards__g2="on").plays("Ana", card="pills-purple").nobody().rolls(face).nobody()
    fly, clotty = t.monster("fly"), t.monster("clotty")
    assert (t.s.evasion_of(fly), t.s.evasion_of(clotty)) == (fly.card.evasion, clotty.card.evasion)
    t.attacks("fly")
    assert t.s.evasion_of(t.monster("fly")) == max(1, min(6, fly.card.evasion + by))
    assert t.s.evasion_of(t.monster("clotty")) == clotty.card.evasion


@rule("FS-50")
def test_purple_pills_end_with_the_turn() -> None:
    """In the next turn the attacked monster has its printed evasion again."""
    t = table(cards__g2="on").plays("Ana", card="pills-purple").nobody().rolls(6).nobody().ends_turn()
    while t.step != "priority" or t.stack:
        t.nobody()
    t.attacks("fly")
    assert t.s.evasion_of(t.monster("fly")) == t.monster("fly").card.evasion


# --- Fruitcake ---------------------------------------------------------------------------------------------------


@rule("FS-14", "FS-57")
@pytest.mark.parametrize(("first", "second", "upright"), [(4, 4, True), (4, 5, False)])
def test_fruitcake_recharges_as_the_same_number_comes_twice_in_a_row(first: int, second: int, upright: bool) -> None:
    """Turned sideways, it rolls; the same player's next roll of the same number turns it upright again."""
    t = table(cards__g2="on").names("Ana", "fruitcake")
    use(t, "fruitcake").nobody().rolls(first).nobody()
    assert not t.item("Ana", "fruitcake").ready
    t.attacks("clotty").rolls(second).nobody()
    assert t.item("Ana", "fruitcake").ready == upright


@rule("FS-59", "FS-34")
def test_fruitcake_shows_a_card_on_a_high_number() -> None:
    """On 4–6 it shows the top card of a deck: a line for the hands, no question and no number."""
    t = table(cards__g2="on").names("Ana", "fruitcake")
    before = t.player("Ana")
    use(t, "fruitcake").nobody().rolls(6).nobody()
    assert (t.player("Ana").loot, t.player("Ana").cents, t.step) == (before.loot, before.cents, "priority")
    assert any(note.task for note in t.notes if note.rule == "FS-59")


# --- Magic Skin --------------------------------------------------------------------------------------------------


@rule("FS-11", "FS-22")
def test_magic_skin_gives_a_treasure_and_goes_round_with_a_counter() -> None:
    """Its owner gains a treasure, it gets a counter, and lies by another player."""
    t = table(cards__r="on").names("Ana", "magic-skin")
    had = t.player("Ana").treasures
    use(t, "magic-skin").nobody()
    assert (t.has("Beto", "magic-skin"), t.item("Beto", "magic-skin").counters) == (True, 1)
    assert t.player("Ana").treasures == had  # one more and one less


@rule("FS-22")
@pytest.mark.parametrize(("face", "counters", "left"), [(1, 2, 0), (2, 2, 2), (6, 3, 2)])
def test_magic_skin_destroys_all_with_fewer_than_its_counters(face: int, counters: int, left: int) -> None:
    """As its owner's turn begins they roll: with fewer than its counters it and all their items are destroyed."""
    t = table(cards__r="on").names("Beto", "magic-skin").names("Beto", "Copa")
    t.by_hand("Beto", "treasures", 2 - t.player("Beto").treasures)
    t.plays("Ana", Effect("counter", Target("owned", t.item("Beto", "magic-skin").id), counters)).nobody()
    t.ends_turn().passes_until("roll_die")
    t.rolls(face).all_pass()
    assert t.player("Beto").treasures == left


# --- Algiz -------------------------------------------------------------------------------------------------------


@rule("FS-22", "FS-50")
def test_algiz_keeps_the_items_of_a_player_until_the_turn_ends() -> None:
    """Items of the chosen player are neither destroyed nor stolen this turn, those without a name too."""
    t = table(cards__r="on").names("Beto", "breakfast").by_hand("Beto", "treasures", 1)
    had = t.player("Beto").treasures
    t.plays("Ana", card="algiz").do(Aimed(Target("seat", 1))).nobody()
    t.plays("Ana", Effect("steal", Target("seat", 1))).nobody()
    assert (t.has("Beto", "breakfast"), t.player("Beto").treasures) == (True, had)
    t.ends_turn()
    while t.step != "priority" or t.stack:
        t.nobody()
    t.plays("Ana", Effect("destroy", Target("owned", t.item("Beto", "breakfast").id)), kind="activated").nobody()
    assert not t.has("Beto", "breakfast")


# --- Auction Gavel -----------------------------------------------------------------------------------------------


@rule("FS-65", "FS-34")
def test_auction_gavel_asks_who_wins_and_for_how_much() -> None:
    """The winner is asked as it happens, then what they pay; they have the treasure, the owner has the ¢."""
    t = table("Ana", "Beto", "Cira", cards__r="on")
    t.names("Ana", "auction-gavel")
    use(t, "auction-gavel")
    assert t.step == "priority"
    ana, beto = t.player("Ana"), t.player("Beto")
    t.nobody()
    assert (t.step, {c.event.target.id for c in t.asked.choices if c.event.target.kind == "seat"}) == ("aim", {1, 2})
    t.do(Aimed(Target("seat", 1)))
    assert (t.step, len(t.asked.choices)) == ("choose_amount", beto.cents + 1)
    t.do([c.event for c in t.asked.choices if isinstance(c.event, Told)][1])
    t.all_pass()
    assert (t.player("Ana").cents, t.player("Beto").cents) == (ana.cents + 2, beto.cents - 2)
    assert t.player("Beto").treasures == beto.treasures + 1


@rule("FS-65")
def test_an_auction_that_nobody_wins_changes_nothing() -> None:
    """If nobody offers anything, nothing leaves the shop and no ¢ move."""
    t = table("Ana", "Beto", "Cira").names("Ana", "auction-gavel")
    before = [(player.cents, player.treasures) for player in t.s.players]
    use(t, "auction-gavel").nobody().do(Aimed(Target()))
    assert ([(player.cents, player.treasures) for player in t.s.players], t.stack) == (before, [])


# --- Magic Marker ------------------------------------------------------------------------------------------------


@rule("FS-50", "FS-26")
def test_magic_marker_asks_which_number_of_a_card_changes() -> None:
    """Evasion, attack or life by 1 either way, or another number by hand; then whose."""
    t = table(cards__r="on").by_hand("Beto", "attack", 1).plays("Ana", card="magic-marker")
    ways = [c.event for c in t.asked.choices if isinstance(c.event, Told)]
    assert (t.step, len(ways)) == ("choose_way", 7)
    lower = next(e for e in ways if e.effects and (e.effects[0].kind, e.effects[0].amount) == ("evasion", -1))
    clotty = t.monster("clotty")
    t.do(lower).do(Aimed(Target("monster", clotty.id))).nobody()
    assert t.s.evasion_of(t.monster("clotty")) == clotty.card.evasion - 1


def marked(t: FourSoulsTable, kind: str, by: int) -> set[Target]:
    """Whose number Magic Marker may change so; nobody's where that way is not offered."""
    t.plays("Ana", card="magic-marker")
    ways = [c.event for c in t.asked.choices if isinstance(c.event, Told) and c.event.effects]
    way = next((e for e in ways if (e.effects[0].kind, e.effects[0].amount) == (kind, by)), None)
    if way is None:
        return set()
    t.do(way)
    return {c.event.target for c in t.asked.choices} if t.step == "aim" else {t.top.effects[0].target}


@rule("FS-34", "FS-50")
def test_magic_marker_leaves_no_number_outside_one_and_six() -> None:
    """An attack or a life of 1 never falls to 0, and none of 6 rises to 7: those targets are not offered."""
    t = table(cards__r="on")
    assert marked(t.copy(), "attack", -1) == set()
    t.by_hand("Beto", "attack", 5).change(set_player, 0, life=6, full=6)
    fly, clotty = Target("monster", t.monster("fly").id), Target("monster", t.monster("clotty").id)
    ana, beto = Target("seat", 0), Target("seat", 1)
    assert marked(t.copy(), "attack", -1) == {beto}
    assert marked(t.copy(), "attack", 1) == {ana, fly, clotty}
    assert marked(t.copy(), "health", 1) == {beto}
    assert marked(t.copy(), "health", -1) == {ana, beto}


@rule("FS-102", "FS-50")
def test_magic_marker_stops_at_its_limit_where_the_number_has_changed_before() -> None:
    """Beto's attack of 2 falls to 1 by another effect while the marker waits: it stays 1."""
    t = table(cards__r="on").by_hand("Beto", "attack", 1)
    assert marked(t, "attack", -1) == {Target("seat", 1)}
    t.triggers("Beto", t.to("Beto", "attack", -1)).all_pass()
    assert t.player("Beto").attack == 1


# --- I Can't Believe It's Not Butter Bean ---------------------------------------------------------------------------

BEAN = "i-cant-believe-its-not-butter-bean"


def bean_uses(t: FourSoulsTable) -> list[Played]:
    """The uses of Ana's bean that are offered with a target."""
    id = t.item("Ana", BEAN).id
    return [c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == id and c.event.effects]


@rule("FS-100", "FS-26")
def test_the_other_bean_cancels_only_what_aims_at_an_item_or_a_roll_of_its_owner() -> None:
    """A nickel, and what aims at an item of Beto's, cannot be cancelled; what takes an item of Ana's can."""
    t = table(cards__g2="on").names("Ana", BEAN).names("Ana", "breakfast").names("Beto", "meat")
    mine, his = (Target("owned", t.item(who, card).id) for who, card in (("Ana", "breakfast"), ("Beto", "meat")))
    assert bean_uses(t.copy().plays("Beto", card="a-nickel")) == []
    assert bean_uses(t.copy().plays("Beto", Effect("destroy", his))) == []
    t.plays("Beto", Effect("destroy", mine))
    (use,) = bean_uses(t)
    t.do(use).nobody()
    assert (t.stack, t.has("Ana", "breakfast")) == ([], True)


@rule("FS-100", "FS-57")
@pytest.mark.parametrize(("who", "offered"), [("Ana", 1), ("Beto", 0)])
def test_the_other_bean_protects_a_roll_of_its_owner(who: str, offered: int) -> None:
    """A card that changes the attack roll of whoever has the turn can be cancelled if that is Ana."""
    t = table(cards__g2="on").names("Ana", BEAN)
    while t.s.seats[t.s.active] != who:
        t.nobody()
    t.attacks("clotty").rolls(3)
    t.plays("Ana" if who == "Beto" else "Beto", t.on_top("modify", 1))
    assert len(bean_uses(t)) == offered
