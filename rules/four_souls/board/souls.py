"""Loss of soul cards, discarded or stolen, by choice (FS-107, FS-108, FS-111)."""

from __future__ import annotations

from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.changes import seat_change
from rules.four_souls.model.events import GaveUp
from rules.four_souls.model.state import FourSouls, SoulCard, set_player
from rules.four_souls.vocabulary.card_names import display_name
from rules.four_souls.vocabulary.state_changes import NUMBER_NAMES, gain_soul, losable_souls


@carries("FS-108")
def lose_soul(s: FourSouls, seat: int, taker: int, worth: int) -> FourSouls:
    """Make a player lose a soul card, to ``taker`` or (−1) to its discard.

    If the cards differ, it is asked which one leaves.
    """
    places = losable_souls(s, seat)
    if worth < 1:
        return s
    if not places:
        return note(s, "FS-111", Text("{who} has no soul that can be lost", who=s.seats[seat]))
    cards = {s.players[seat].souls[k] for k in places}
    if len(cards) > 1:
        return then(s, at(give_up, seat, taker, worth))
    return take_soul(s, seat, places[-1], taker, worth)


NONE_LEFT_CHOICE = Choice(Text("None is left"), Template(GaveUp(-1)), role="default")
"""Choice for a prompt whose souls the table has removed by hand in between."""


def give_up_prompt(s: FourSouls, seat: int, taker: int, worth: int) -> Prompt:
    """Ask which soul card leaves; the thief chooses, otherwise the owner."""
    cards = s.players[seat].souls
    choices = tuple(_soul_choice(k, cards[k]) for k in losable_souls(s, seat)) or (NONE_LEFT_CHOICE,)
    title = Text("Which soul of {who} leaves?", who=s.seats[seat])
    return Prompt((seat if taker < 0 else taker,), title, "FS-108", choices, phase=Text("Souls"))


def _soul_choice(place: int, card: SoulCard) -> Choice:
    name = display_name(card.name) or Text("a soul without a name")
    label = Text("{name} ({n} soul)", "{name} ({n} souls)", name=name, n=card.worth)
    return Choice(label, Template(GaveUp(place)), role="default")


@asks("FS-108", prompt=give_up_prompt)
def give_up(s: FourSouls, event: GaveUp, seat: int, taker: int, worth: int) -> FourSouls:
    """Remove the chosen card, if any can still be lost."""
    return take_soul(s, seat, event.card, taker, worth) if losable_souls(s, seat) else s


def take_soul(s: FourSouls, seat: int, place: int, taker: int, worth: int) -> FourSouls:
    """Move a soul card to the taker or to its discard, and lose more until the worth is reached."""
    souls, before = s.players[seat].souls, s.players[seat].soul_count
    card = souls[place]
    s = set_player(s, seat, souls=souls[:place] + souls[place + 1 :])
    change = seat_change(s, seat, "souls", NUMBER_NAMES["souls"], before, before - card.worth)
    s = note(
        s, "FS-108", Text("{who} loses {n} soul", "{who} loses {n} souls", who=s.seats[seat], n=card.worth), change
    )
    s = gain_soul(s, "FS-108", taker, card) if taker >= 0 else _note_soul_discard(s, card)
    return lose_soul(s, seat, taker, worth - card.worth)


DISCARD_TEXTS = {
    "": Text("its own discard"),
    "monsters": Text("the monster discard"),
    "loot": Text("the loot discard"),
    "treasure": Text("the treasure discard"),
}


@carries("FS-23", "FS-108", "FS-112")
def _note_soul_discard(s: FourSouls, card: SoulCard) -> FourSouls:
    """Note where the card goes: to the discard of its kind.

    A bonus soul goes face down beside the table and can never be won again.
    """
    name = display_name(card.name) or Text("a soul without a name")
    if card.pile == "aside":
        return note(s, "FS-23", Text("{name} lies face down for the rest of the game", name=name))
    if card.pile == "gone":
        return note(s, "FS-112", Text("{soul} is out of the game", soul=name))
    return note(s, "FS-108", Text("{name} goes on {discard}", name=name, discard=DISCARD_TEXTS[card.pile]))
