"""Boss Monster with virtual cards: deals, draws, and what is hidden."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.boss_monster.effects.choices import fetch
from rules.boss_monster.effects.registry import apply_hand_effect, effects
from rules.boss_monster.hidden.hands import draw_a_room
from rules.boss_monster.model.decks import card_kind, count_undrawn, hand_cards, refill_deck, undrawn_cards
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Countered,
    Discarded,
    Laid,
    Played,
    Robbed,
    Salvaged,
    Searched,
    Skipped,
    Stood,
    TakenBack,
    Walked,
)
from rules.boss_monster.model.state import TOWN, set_keep
from rules.engine import Ruled, at
from tests.support.games.boss_monster import BossMonsterTable, handed, table, virtual

FIVE = ("golem_factory", "dark_altar", "bottomless_pit", "mimic_vault", "open_grave")


def kinds(t: BossMonsterTable, seat: int) -> tuple[int, int]:
    """Number of rooms and spells in a hand."""
    return len(hand_cards(t.s, seat, "room")), len(hand_cards(t.s, seat, "spell"))


# --- first hands -------------------------------------------------------------------------------------------------


def test_cards_cannot_be_changed_for_others_in_mid_game() -> None:
    """The kind of cards cannot be changed during a match."""
    for t in (virtual(), handed()):
        assert t.refuses(Ruled("cards", "table")) == "BM-06"


# --- build phase -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-50")
def test_a_boss_searches_the_deck() -> None:
    """Cleopatra searches deck and discards for an advanced trap, which may be built at once."""
    t = handed().dungeon(0, *FIVE).holds(0, "beast_menagerie")
    t.change(replace, discards=("recycling_center",)).change(set_keep, 0, boss="cleopatra")
    t.builds(t.ids(0)[0])
    assert t.step == "search"
    found = t.cards_for(Searched, 0)
    assert {value.partition(".")[0] for value in found} == {"recycling_center", "the_crushinator", "all_seeing_eye"}
    t.acts(Searched(0, ("recycling_center.1",)))
    assert (t.step, hand_cards(t.s, 0, "room")[-1]) == ("one_more", "recycling_center")
    pit = t.ids(0)[2]
    assert t.cards_for(Laid, 0, room=pit) == ("recycling_center.1",)
    assert t.copy().acts(Laid(0, pit, ("recycling_center.1",))).keys(0)[2] == "recycling_center"
    taken = t.copy().change(replace, agenda=t.s.agenda[1:])
    assert Counter(undrawn_cards(taken.s, "room"))["recycling_center"] + taken.s.discards.count("recycling_center") == 1


# --- spells ------------------------------------------------------------------------------------------------------


def in_a_room() -> BossMonsterTable:
    """A mage of 13 health in Ana's first room; Ana holds Freeze, Bea holds Counterspell."""
    t = handed().dungeon(0, "golem_factory", "dark_altar").dungeon(1, "all_seeing_eye")
    t.holds(0, "freeze", "motivation").holds(1, "counterspell", "fear")
    return t.hero(0, "m", 13, epic=True).at_phase("adventure").do(Walked(0))


@pytest.mark.rule("BM-16")
def test_a_spell_is_played_out_of_the_hand() -> None:
    """A spell of this phase is played from the hand, and is discarded when it is resolved.

    If it is taken back it returns to the hand.
    """
    t = in_a_room()
    assert t.cards_for(Played, 0) == ("freeze.1",)
    assert t.refuses(Played(0, ("motivation.1",)))
    t.acts(Played(0, ("freeze.1",)))
    assert (hand_cards(t.s, 0), t.s.discards, count_undrawn(t.s, "spell")) == (("motivation",), (), 31 - 4)
    assert hand_cards(t.copy().acts(TakenBack()).s, 0) == ("motivation", "freeze")
    t.acts(Aimed(t.ids(0)[1]), Stood())
    assert (t.s.discards, t.step) == (("freeze",), "walk")
    assert t.copy().acts(Played(1)).s.keeps == t.s.keeps


@pytest.mark.rule("BM-51", "BM-67")
def test_who_cancels_pays_with_a_card() -> None:
    """BM L601: a cancelled spell "se pierde sin efecto y debe dejarse en la pila de descartes".

    It costs a Counterspell, or any spell with All-Seeing Eye; without a card nothing is cancelled.
    """
    t = in_a_room().acts(Played(0, ("freeze.1",)))
    t.acts(Aimed(t.ids(0)[1]))
    assert t.cards_for(Countered, 1, room=0) == ("counterspell.1",)
    countered = t.copy().acts(Countered(1, 0, ("counterspell.1",)), Stood())
    assert (sorted(countered.s.discards), hand_cards(countered.s, 1)) == (["counterspell", "freeze"], ("fear",))
    assert not any(pile[0].exhausted for pile in countered.s.keeps[0].piles)
    [eye] = t.ids(1)
    looked = t.copy().acts(Countered(1, eye, ("fear.1",)))
    assert (sorted(looked.s.discards), looked.step) == (["fear", "freeze"], "walk")
    assert t.copy().acts(Countered(1)).step == "stands"
    assert not any(isinstance(c.event, Countered) for c in t.copy().holds(1, "golem_factory").asked.choices)


# --- drawing -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BM-20", "BM-61")
def test_a_card_must_be_drawn_as_the_turn_begins_and_may_be_by_machinations() -> None:
    """BM L356: "Cada jugador roba una carta"; L551: "puede robar una carta"."""
    t = handed().dungeon(0, "haunted_library").inserts(at(draw_a_room, 0))
    assert (t.step, t.refuses(Skipped())) == ("either", "BM-20")
    t = handed(machinations="on").at_phase("end_turn")
    assert t.step == "either"
    assert t.offers(Skipped)


@pytest.mark.rule("BM-24", "BM-65")
def test_what_a_card_makes_its_player_do_cannot_be_declined() -> None:
    """BM L379: "Cualquier capacidad … se resuelve"; only a card that says "puedes" may be declined.

    Mimic Vault, Draculord, Open Grave and Seducia must be done where they can, also to one's own loss; Vampire
    Bordello and Centipede Tunnel may be declined.
    """
    t = handed().holds(1, "freeze").change(replace, discards=("dark_altar",))
    shown = t.copy().change(apply_hand_effect, "draculord", 0).runs().do(Aimed(-2))
    assert shown.refuses(Skipped()) == "BM-57"
    assert t.copy().change(apply_hand_effect, "open_grave", 0).runs().refuses(Skipped()) == "BM-57"
    met = table().dungeon(0, "mimic_vault").hero(TOWN, "c", 8)
    assert met.builds(*met.ids(0)).refuses(Skipped()) == "BM-24"
    fetched = table().inserts(at(fetch, 0))
    assert fetched.refuses(Skipped()) == "BM-50"
    tunnel = table().dungeon(0, "centipede_tunnel", "dark_altar")
    assert tunnel.builds(tunnel.ids(0)[0]).offers(Skipped)
    healed = table().dungeon(0, "vampire_bordello").scored(0, wounds=1).hero(0, "c", 2).at_phase("adventure")
    assert healed.do(Walked(-1)).offers(Skipped)


@pytest.mark.rule("BM-41")
@pytest.mark.parametrize(("ruling", "rest"), [("one", ("freeze",)), ("both", ())])
def test_a_deck_that_runs_out_is_its_discards(ruling: str, rest: tuple[str, ...]) -> None:
    """An empty deck is refilled from the discards, even between two cards of one draw.

    From those of its kind, or of both kinds with BM-A20 set to both.
    """
    t = handed(BM_A20=ruling)
    t.holds(1, *undrawn_cards(t.s, "room")[2:]).change(replace, discards=("freeze",))
    gone = t.s.keeps[1].hand[-3:]
    t.holds(1, *t.s.keeps[1].hand[:-3]).change(replace, discards=(*gone, "freeze"))
    assert count_undrawn(t.s, "room") == 2
    before = len(t.s.keeps[0].hand)
    from rules.boss_monster.model.decks import draw

    t.inserts(at(draw, 0, "room", 3)).deals()
    assert (len(t.s.keeps[0].hand), count_undrawn(t.s, "room"), t.s.discards) == (before + 3, 2, rest)
    assert t.copy().change(refill_deck, "room").s == t.s


@pytest.mark.rule("BM-44")
def test_what_is_lost_at_random_chance_picks() -> None:
    """A random loss takes a card of that kind from the whole hand.

    It goes face up to the discards, or into another player's hand.
    """
    t = handed().holds(1, "freeze", "fear", "golem_factory")
    lost = t.copy().change(apply_hand_effect, "specters_sanctum", 0).runs().acts(Aimed(-2))
    assert (kinds(lost, 1), [card_kind(card) for card in lost.s.discards], lost.step) == ((1, 1), ["spell"], "place")
    lost = t.copy().change(apply_hand_effect, "torture_chamber", 0).runs().acts(Aimed(-2))
    assert (kinds(lost, 1), lost.s.discards) == ((0, 2), ("golem_factory",))
    robbed = t.copy().change(apply_hand_effect, "succubus_spa", 0).runs().acts(Aimed(-2))
    assert (robbed.step, len(robbed.asked.choices)) == ("rob", 2)
    robbed.acts(robbed.choice(Robbed, 0).event)
    assert (kinds(robbed, 0), kinds(robbed, 1), robbed.s.discards) == ((1, 0), (0, 2), ())
    assert handed().change(apply_hand_effect, "succubus_spa", 0).runs().step == "place"


@pytest.mark.rule("BM-47", "BM-65")
def test_an_ability_is_paid_with_rooms_of_the_hand() -> None:
    """BM L593, L613: its owner chooses the cost, of the named sort; it is offered only if the hand holds enough.

    Witch's Kitchen: a monster room for a spell. Dracolich Lair: two rooms for one of the discards.
    """
    t = handed()
    seat = t.asked.seats[0]
    t.dungeon(seat, "witchs_kitchen", "dracolich_lair")
    kitchen, lair = t.ids(seat)
    assert not any(isinstance(c.event, Activated) for c in t.remarks)
    t.holds(seat, "golem_factory", "dark_altar", "dark_altar")
    cooked = t.copy().acts(Activated(kitchen))
    assert cooked.cards_for(Discarded, seat) == ("golem_factory.1",)
    assert cooked.refuses(Discarded(seat, ("dark_altar.1",))) in ("BM-65", "BM-47")
    assert kinds(cooked.copy().acts(Discarded(seat)), seat) == (3, 0)
    cooked.acts(Discarded(seat, ("golem_factory.1",)))
    assert (kinds(cooked, seat), cooked.s.discards) == ((2, 1), ("golem_factory",))
    risen = t.copy().acts(Activated(lair), Discarded(seat, ("dark_altar.1", "dark_altar.2")))
    assert risen.step == "choose_salvage"
    assert sorted(risen.acts(Salvaged(seat, "dark_altar")).s.keeps[seat].hand) == ["dark_altar", "golem_factory"]


DRAWN = {
    "golem_factory": (1, 0),
    "recycling_center": (2, 0),
    "beast_menagerie": (1, 0),
    "brainsucker_hive": (0, 1),
    "ligers_den": (0, 1),
    "soul_harvest": (0, 2),
    "dark_laboratory": (0, 2),
    "cerebellus": (0, 3),
    "jeopardy": (2, 1),
}
"""Rooms and spells that a card gives its player, before anything is discarded."""
SALVAGED = {"monstrous_monument": "monster", "open_grave": "room", "dark_altar": "", "xyzax": ""}


@pytest.mark.parametrize("card", DRAWN)
def test_cards_that_draw(card: str) -> None:
    """A card draws as many of each deck as it says.

    Jeopardy acts on everybody, after the hands were discarded.
    """
    t = handed().holds(1, "freeze")
    t.change(apply_hand_effect, card, 0).runs().deals()
    assert kinds(t, 0) == DRAWN[card]
    assert (kinds(t, 1), t.s.discards) == (((2, 1), ("freeze",)) if card == "jeopardy" else ((0, 1), ()))


@pytest.mark.parametrize("card", SALVAGED)
def test_cards_that_take_from_the_discards(card: str) -> None:
    """A card takes the cards it names from the discards, Xyzax two.

    Without such a card nothing is asked.
    """
    t = handed().change(replace, discards=("freeze", "golem_factory", "dark_altar"))
    waiting = t.copy().change(apply_hand_effect, card, 0).runs()
    offered = [option.value for option in waiting.asked.choices[0].template.holes[0].options]
    means = {"monster": ["golem_factory"], "room": ["dark_altar", "golem_factory"]}
    assert offered == means.get(SALVAGED[card], ["dark_altar", "freeze", "golem_factory"])
    taken = waiting.copy().do(Salvaged(0, "golem_factory"))
    assert (hand_cards(taken.s, 0), taken.s.discards) == (("golem_factory",), ("freeze", "dark_altar"))
    assert (taken.step == "choose_salvage") == (card == "xyzax")
    assert t.change(replace, discards=()).change(apply_hand_effect, card, 0).runs().step == "place"


def test_every_card_of_the_table_is_dealt_with() -> None:
    """Each effect that is left to the table has a counterpart for virtual cards."""
    from rules.boss_monster.model.card_catalogue import card_texts

    table = {key for key, card in card_texts().items() if card.automation == "table"}
    assert table - set(effects.use["hidden"]) == {"haunted_library"}  # a question of the draw itself
