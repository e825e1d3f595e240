"""Malifaux, audit of decks that run out (MX-A10) and of what is done with virtual cards beside the phases."""

import pytest

from rules.engine import Cards
from rules.malifaux.model.events import Discarded, Drew, Flipped, Took, Turned
from rules.malifaux.model.fate_deck import DECK
from rules.malifaux.model.state import set_player
from tests.support.games.malifaux import MalifauxTable


def goes_on(t: MalifauxTable) -> MalifauxTable:
    """Give the plainest answer to what is asked: nobody spends or discards, the highest goes first."""
    match t.asked.rule:
        case "MX-03" | "MX-05" | "MX-10":
            return t.keep()
        case "MX-11":
            return t.goes()
        case "MX-12":
            return t.all_activated()
        case "MX-18":
            return t.no_more_points()
        case _:
            return t.deals()


def with_hand_of_forty(stones: int, **rulings: str) -> MalifauxTable:
    """The draw phase of turn 3: Ana holds 40 cards, her maximum, and 14 are in her deck."""
    t = MalifauxTable(deck="virtual", **rulings).sets_out((stones, 0))
    while t.asked.rule != "MX-12":
        goes_on(t)
    t.by_hand("Ana", "size", 34)
    while t.s.turn < 3:
        goes_on(t)
    assert (t.asked.rule, len(t.player("Ana").hand), t.player("Ana").deck_size) == ("MX-03", 40, 14)
    return t


def asked_to_draw(t: MalifauxTable) -> Cards:
    """The cards that are waited for."""
    hole = t.asked.choices[0].template.holes[0]
    assert isinstance(hole, Cards)
    return hole


def draws(t: MalifauxTable) -> int:
    """How many cards were waited for; the first of those that may come are drawn."""
    hole = asked_to_draw(t)
    t.do(Drew(t.asked.seats[0], tuple(face.value for face in hole.faces)[: hole.most]))
    return hole.most


def whole(t: MalifauxTable) -> bool:
    """Whether each player's hand, discard pile and deck are one fate deck."""
    return all(sorted((*player.hand, *player.discard, *player.undrawn_cards)) == sorted(DECK) for player in t.s.players)


@pytest.mark.rule("MX-A10", "MX-04")
def test_with_too_few_cards_the_rest_of_the_deck_and_then_the_shuffled_discards_are_drawn() -> None:
    """MX-A10, L35: default: shuffle the discards and go on, up to the maximum."""
    t = with_hand_of_forty(0)
    discarded = t.player("Ana").hand[:30]
    left = set(t.player("Ana").undrawn_cards)
    t.do(Discarded(0, discarded)).keep()
    count = 0
    while t.asked.rule == "MX-04":
        count += draws(t)
    player = t.player("Ana")
    assert (count, len(player.hand), len(player.discard), player.deck_size) == (30, 40, 0, 14)
    assert left <= set(player.hand), "what was left in the deck comes first"
    assert len(set(player.hand) & set(discarded)) == 16
    assert whole(t)


@pytest.mark.rule("MX-A10", "MX-04")
def test_by_choice_what_is_left_is_drawn_and_no_more() -> None:
    """MX-A10, short: the hand stays below the maximum; the discards stay where they are."""
    t = with_hand_of_forty(1, MX_A10="short")
    discarded = t.player("Ana").hand[:30]
    left = set(t.player("Ana").undrawn_cards)
    t.do(Discarded(0, discarded)).keep()
    assert [t.refuses(Drew(0, tuple(left)[:n])) for n in (0, 13)] in (["MX-04"] * 2, ["MX-A10"] * 2)
    assert t.refuses(Drew(0, (*left, *discarded[:16]))) in ("MX-04", "MX-A10")
    t.do(Drew(0, tuple(left)))
    player = t.player("Ana")
    assert (len(player.hand), player.deck_size, t.asked.rule) == (24, 0, "MX-05")
    assert left <= set(player.hand)
    assert set(player.discard) == set(discarded)
    assert whole(t)


@pytest.mark.rule("MX-A10", "MX-05")
@pytest.mark.parametrize(("choice", "more"), [("shuffle", 2), ("short", 1)])
def test_two_cards_for_a_soulstone_where_one_is_left(choice: str, more: int) -> None:
    """MX-A10, L37: the draw phase's other draw: two, or the one that is left."""
    t = with_hand_of_forty(1, MX_A10=choice)
    t.do(Discarded(0, t.player("Ana").hand[:13])).keep()
    assert draws(t) == 13
    assert (t.player("Ana").deck_size, t.asked.rule) == (1, "MX-05")
    t.spends("Ana")
    while asked_to_draw(t).source == "deck" and t.s.phase == "draw" and t.asked.rule in ("MX-04", "MX-05"):
        draws(t)
    assert (len(t.player("Ana").hand), t.player("Ana").stones) == (40 + more, 0)
    assert (t.asked.rule, t.who) == ("MX-07", "Ana")
    assert asked_to_draw(t).most == more
    assert whole(t)


@pytest.mark.rule("MX-A10", "MX-05")
def test_by_choice_an_empty_deck_gives_nothing_for_a_soulstone() -> None:
    """MX-A10, short: what is left is drawn: nothing; the discards are not drawn for it."""
    t = with_hand_of_forty(1, MX_A10="short")
    t.do(Discarded(0, t.player("Ana").hand[:14])).keep()
    assert draws(t) == 14
    assert (t.player("Ana").deck_size, t.asked.rule) == (0, "MX-05")
    hand = t.player("Ana").hand
    t.spends("Ana")
    assert (t.player("Ana").stones, t.player("Ana").hand, t.s.phase) == (0, hand, "initiative")


@pytest.mark.rule("MX-A10", "MX-08")
@pytest.mark.parametrize("choice", ["shuffle", "short"])
def test_a_card_drawn_in_the_activation_phase_from_an_empty_deck(choice: str) -> None:
    """MX-A10, L41: with no card left the discards are shuffled in, or there is nothing to draw."""
    t = emptied(choice)
    player = t.player("Ana")
    discarded = player.discard[0]
    if choice == "short":
        assert t.refuses(Took(0, (discarded,))) == "MX-A10"
        assert not [remark for remark in t.remarks if isinstance(remark.event, Took) and remark.event.seat == 0]
        assert t.player("Ana") == player
        return
    t.do(Took(0, (discarded,)))
    assert set(t.player("Ana").hand) == {*player.hand, discarded}
    assert (t.player("Ana").discard, t.player("Ana").deck_size) == ((), 54 - len(player.hand) - 1)
    assert whole(t)


def emptied(choice: str) -> MalifauxTable:
    """A table in the activation phase where all cards of Ana's deck were flipped."""
    t = MalifauxTable(deck="virtual", MX_A10=choice).sets_out()
    while t.asked.rule != "MX-12":
        goes_on(t)
    for card in t.player("Ana").undrawn_cards:
        t.do(Turned(0, (card,)))
    assert (t.player("Ana").deck_size, len(t.player("Ana").discard)) == (0, 48)
    return t


@pytest.mark.rule("MX-A10")
@pytest.mark.parametrize("choice", ["shuffle", "short"])
def test_a_flip_needs_a_card_so_an_empty_deck_is_shuffled_for_it(choice: str) -> None:
    """MX-A10, L52, L90: the choice is about drawing; whoever must flip flips a card under either."""
    t = emptied(choice)
    card = t.player("Ana").discard[0]
    t.do(Turned(0, (card,)))
    assert (t.player("Ana").discard, t.player("Ana").deck_size, t.player("Ana").flip) == ((card,), 47, card)
    assert "What is left is drawn." not in " ".join(t.note_texts), "which is not what happened"
    assert whole(t)


@pytest.mark.rule("MX-A10", "MX-09")
@pytest.mark.parametrize("choice", ["shuffle", "short"])
def test_the_initiative_is_flipped_also_with_an_empty_deck(choice: str) -> None:
    """MX-A10, L52: each player flips a card: the discards are shuffled where none is left."""
    t = with_hand_of_forty(0, MX_A10=choice)
    t.do(Discarded(0, t.player("Ana").hand[:14])).keep()
    assert draws(t) == 14
    assert (t.asked.rule, t.who) == ("MX-09", "Ana")
    hole = asked_to_draw(t)
    assert (hole.most, len(hole.faces)) == (1, 14), "one of the fourteen that were discarded"
    t.do(Flipped(0, (hole.faces[0].value,)))
    assert (len(t.player("Ana").discard), t.player("Ana").deck_size) == (1, 13)
    assert whole(t)


def virtual(stones: tuple[int, ...] = (), **rulings: str) -> MalifauxTable:
    return MalifauxTable("Ana", "Beto", deck="virtual", **rulings).sets_out(stones).deals()


@pytest.mark.rule("MX-04")
def test_a_deck_that_empties_while_cards_are_dealt_is_shuffled() -> None:
    """MX L35: one draws "hasta que alcancen ese número máximo", also if the last cards were just taken."""
    t = virtual()
    t.goes().all_activated().no_more_points().discards("Ana", *t.player("Ana").hand[:3]).keep()
    assert (t.step, t.who) == ("deal", "Ana")
    held, rest = t.player("Ana").hand, t.player("Ana").undrawn_cards
    t.change(set_player, 0, discard=(*t.player("Ana").discard, *rest[1:])).do(Drew(0, rest[:1]))
    assert (t.who, "MX-A10" in t.decided) == ("Ana", True)
    assert len(t.deals().player("Ana").hand) == len(held) + 3


def asked_to_flip() -> MalifauxTable:
    """Virtual decks in turn 2: Ana is asked for her flip, her last one was the 13 of rams."""
    t = MalifauxTable("Ana", "Beto", deck="virtual", MX_A7="value").sets_out().deals()
    return t.change(set_player, 0, flip="13r").goes_to("MX-09")


@pytest.mark.rule("MX-09")
def test_a_deck_that_empties_before_a_flip_is_shuffled() -> None:
    """MX L27: discards are shuffled back into the deck; the flip is then one of them.

    Ana's last card is drawn for her hand after the flip was asked for.
    """
    t = asked_to_flip()
    (*gone, last) = t.player("Ana").undrawn_cards
    t.change(set_player, 0, discard=(*t.player("Ana").discard, *gone), flip="13r").do(Took(0, (last,)))
    assert t.player("Ana").undrawn_cards == ()
    t.do(Flipped(0, (gone[0],)))
    assert (t.player("Ana").flip, t.player("Ana").discard) == (gone[0], (gone[0],))
