"""Metamorph, Unstable DNA, Freeze Time and Hibernation.

Metamorph sells cards as the turn ends, Unstable DNA is swapped, Freeze Time gives an extra turn; Hibernation lasts
until its owner ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine import Choice, Option, Pick, Prompt, Template, Text, asks, at, carries, then
from rules.king_of_tokyo.city.cards_in_play import drop, hand_over, spend, spent
from rules.king_of_tokyo.effects.card_names import held_name, source_name
from rules.king_of_tokyo.effects.state_changes import add
from rules.king_of_tokyo.effects.verbs import Case, Source, alters, find, offers, uses, when
from rules.king_of_tokyo.model.card_catalogue import printed
from rules.king_of_tokyo.model.dice import NUMBERS, SMASH, counts
from rules.king_of_tokyo.model.events import DoneBuying, Swapped, Use
from rules.king_of_tokyo.model.state import Held, Tokyo, set_now

from .dice_changes import using

# --- Metamorph ---------------------------------------------------------------------------------------------------


@offers("end", "card.metamorph")
def may_change(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to discard any of the owner's keep cards for its price."""
    mine = s.monsters[source.seat].cards if source.seat == case.seat else ()
    refunds = tuple(Option(held.id, held_name(held), Text("+{n} energy", n=held.cost)) for held in mine if _kept(held))
    if refunds:
        label = Text("{card}: discard a card for its price", card=source_name(source))
        yield Choice(label, Template(using(source), (Pick("n", refunds, Text("Which card")),)))


def _kept(held: Held) -> bool:
    known = printed().get(held.card)
    return known is None or known.kind == "keep"


@uses("card.metamorph")
@carries("KT-35")
def change(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Discard the card and return its full printed price, whatever was paid."""
    held = find(s, event.n)
    return add(drop(s, held.id), "KT-35", source.seat, "energy", held.cost, held_name(held)) if held else s


# --- Unstable DNA ------------------------------------------------------------------------------------------------


@when("yielded", "card.unstable_dna")
def may_swap(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Ask a monster that has yielded whether it swaps the card for one of the attacker."""
    if source.seat != case.seat or case.by < 0 or not any(_swaps(s, case.by)):
        return s
    return then(s, at(swap, source.seat, source.item, case.by))


def _swaps(s: Tokyo, seat: int) -> Iterator[Option]:
    return (Option(held.id, held_name(held)) for held in s.monsters[seat].cards if _kept(held))


def swap_prompt(s: Tokyo, seat: int, item: int, other: int) -> Prompt:
    """Ask whether the cards are swapped."""
    pick = Pick("item", tuple(_swaps(s, other)), Text("Which card"))
    title = Text("{who}: swap Unstable DNA for a card of {other}?", who=s.seats[seat], other=s.seats[other])
    keep = Choice(Text("Keep it"), Template(DoneBuying()), role="usual", seat=seat)
    take = Choice(Text("Swap"), Template(Swapped(0), (pick,)), seat=seat)
    choices = (keep, take) if pick.options else (keep,)
    return Prompt((seat,), title, "KT-26", choices, phase=Text("Power cards"))


@asks("KT-26", prompt=swap_prompt)
def swap(s: Tokyo, event: Swapped | DoneBuying, seat: int, item: int, other: int) -> Tokyo:
    """Exchange the two cards."""
    if isinstance(event, DoneBuying):
        return s
    return hand_over(hand_over(s, item, other), event.item, seat)


# --- Freeze Time -------------------------------------------------------------------------------------------------


@offers("end", "card.freeze_time")
def may_freeze(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer another turn with one die less, after 1-1-1."""
    if source.seat == case.seat and counts(s.now.faces)[1] >= 3 and not spent(s, source):
        label = Text("{card}: another turn, with one die less", card=source_name(source))
        yield Choice(label, Template(using(source)))


@uses("card.freeze_time")
def freeze(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Add the extra turn."""
    return set_now(spend(s, source), again=(*s.now.again, s.now.dice - 1))


# --- Hibernation -------------------------------------------------------------------------------------------------


@alters("may_buy", "card.hibernation")
@alters("may_enter", "card.hibernation")
def asleep(s: Tokyo, source: Source, case: Case, n: int) -> int:
    """Forbid entering Tokyo and buying during hibernation."""
    return 0 if source.seat == case.seat else n


@when("rolled", "card.hibernation")
def dream(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Let only hearts and energy count during hibernation."""
    return set_now(s, void=s.now.void | {*NUMBERS, SMASH}) if source.seat == case.seat else s


@offers("start", "card.hibernation")
def may_wake(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to end the hibernation at the start of a turn."""
    if source.seat == case.seat:
        yield Choice(Text("{card}: wake up", card=source_name(source)), Template(using(source)))


@uses("card.hibernation")
def wake(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Discard the card."""
    return drop(s, source.item)
