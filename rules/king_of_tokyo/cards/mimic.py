"""KT-33: Mimic, whose token makes it another card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine import Choice, Option, Pick, Prompt, Template, Text, asks, at, note, then
from rules.king_of_tokyo.city.cards_in_play import came, set_held
from rules.king_of_tokyo.effects.card_names import held_name, source_name
from rules.king_of_tokyo.effects.state_changes import pay
from rules.king_of_tokyo.effects.verbs import Case, Source, find, offers, uses, when
from rules.king_of_tokyo.model.card_catalogue import printed
from rules.king_of_tokyo.model.events import Copied, Use
from rules.king_of_tokyo.model.state import Tokyo

from .dice_changes import using

MOVE = 1
"""Energy cost of moving the token to another card."""


def _models(s: Tokyo, source: Source) -> Iterator[Option]:
    """Every keep card in play, but Mimic and the one that it copies already."""
    mine = find(s, source.item)
    now = mine.copies if mine else 0
    for seat in s.round:
        for held in s.monsters[seat].cards:
            known = printed().get(held.card)
            if known and known.kind == "keep" and held.card != "mimic" and held.id != now:
                yield Option(held.id, held_name(held), Text("of {who}", who=s.seats[seat]))


@when("taken", "card.mimic")
def mimic_comes(s: Tokyo, source: Source, case: Case) -> Tokyo:
    """Ask for a card to copy when Mimic is bought, if there is one."""
    return then(s, at(copy, source.seat, source.item)) if any(_models(s, source)) else s


def copy_prompt(s: Tokyo, seat: int, item: int) -> Prompt:
    """Ask which card Mimic copies."""
    options = tuple(_models(s, _mimic(seat, item)))
    pick = Pick("item", options, Text("Which card"))
    choice = Choice(Text("It copies"), Template(Copied(options[0].value), (pick,)), role="usual", seat=seat)
    return Prompt((seat,), Text("Which card does Mimic copy?"), "KT-33", (choice,), phase=Text("Power cards"))


@asks("KT-33", prompt=copy_prompt)
def copy(s: Tokyo, event: Copied, seat: int, item: int) -> Tokyo:
    """Put the token on the card, which acts as if it had just been bought."""
    return put_token(s, _mimic(seat, item), event.item)


@offers("start", "card.mimic")
def may_move_token(s: Tokyo, source: Source, case: Case) -> Iterable[Choice]:
    """Offer to move the token for 1 energy at the start of a turn.

    A token that came back can be placed again in the same way.
    """
    pick = Pick("n", tuple(_models(s, source)), Text("Which card"))
    if source.seat == case.seat and s.monsters[source.seat].energy >= MOVE and pick.options:
        label = Text("{card} copies another card", card=source_name(source))
        yield Choice(label, Template(using(source), (pick,)), Text("{n} energy", n=MOVE))


@uses("card.mimic")
def move_token(s: Tokyo, source: Source, event: Use) -> Tokyo:
    """Pay and put the token on that card."""
    return put_token(pay(s, "KT-33", source.seat, MOVE, source_name(source)), source, event.n)


def put_token(s: Tokyo, source: Source, item: int) -> Tokyo:
    """Put the token on a card, which acts for its copy as if just bought."""
    copied = find(s, item)
    if copied is None:
        return s
    s = set_held(s, source.item, copies=item, counters=0)
    text = Text("{who} copies {card}", who=s.seats[source.seat], card=held_name(copied))
    held = find(s, source.item)
    return came(note(s, "KT-33", text), source.seat, held, copied.card) if held else s


def _mimic(seat: int, item: int) -> Source:
    return Source("card", "card.mimic", seat, item)
