"""Names of answers in the log: each says what happened, not that something was answered."""

from __future__ import annotations

from rules.engine import Confirmed, Displayable, Text, prompt
from rules.engine.overrides import describe_confirmation
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Accepted, GaveUp, Ordered, Placed, Prevented, ReadOff
from rules.four_souls.model.state import FourSouls
from rules.four_souls.stack.priority import next_waiting_items
from rules.four_souls.vocabulary.card_names import card_name, display_name, join_texts, named_in_sentence, target_name
from rules.four_souls.vocabulary.replacements import lasting_text

UNASKED = ("", ())
"""Name and arguments of the step where nothing is asked."""


def ordered(s: FourSouls, event: Ordered) -> Text:
    """Name what resolves first of two things or last of several, or all as they resolve."""
    waiting = next_waiting_items(s)
    chosen = [item for id in event.items for item in waiting if item.id == id]
    others = [item for item in waiting if item not in chosen]
    if not chosen:
        return Text("The order was settled")
    if len(chosen) == 1 and len(others) > 1:
        return Text("{item} last", item=named_in_sentence(s, chosen[0]))
    if others or len(chosen) == 2:
        return Text("{item} first", item=named_in_sentence(s, others[0] if others else chosen[-1]))
    return Text("In this order: {items}", items=join_texts([named_in_sentence(s, item) for item in reversed(chosen)]))


def prevented(s: FourSouls, event: Prevented) -> Text:
    """Name what replaces the damage or the gain first."""
    what: Displayable = Text("the shield")
    if event.first == "roll":
        what = Text("the roll of its card")
    elif event.first == "item":
        what = target_name(s, Target("owned", event.source))
    elif event.first == "turn":
        what = lasting_text(s.boosts[event.source]) if 0 <= event.source < len(s.boosts) else Text("nothing")
    return Text("{item} first", item=what)


def confirmed(s: FourSouls, event: Confirmed) -> Text:
    """Name what happened in play as a number was set by hand, or that it was only a correction."""
    return describe_confirmation(event, _in_question(s))


def _in_question(s: FourSouls) -> Text:
    step, args = _asked(s)
    match step.rpartition(".")[2]:
        case "confirm_death":
            return Text("the death of {target}", target=s.seats[int(args[0])])
        case "confirm_monster_death":
            return Text("the death of {target}", target=target_name(s, Target("monster", int(args[0]))))
        case "confirm_win":
            return Text("the win of {who}", who=s.seats[int(args[0])])
    return Text("the end of the die of eight")


def given_up(s: FourSouls, event: GaveUp) -> Text:
    """Name the soul card that leaves its player."""
    seat = int(next(iter(_asked(s)[1]), s.active))
    souls = s.players[seat].souls
    name = display_name(souls[event.card].name) if 0 <= event.card < len(souls) else ""
    return Text("{who} loses {soul}", who=s.seats[seat], soul=name or Text("a soul without a name"))


def placed(s: FourSouls, event: Placed) -> Text:
    """Name the slot of a monster, with the monster where it is known."""
    if event.slot < 0:
        return Text("It was not found")
    step, args = _asked(s)
    is_search = step.endswith(".bring") and args
    name = display_name(str(args[0])) if is_search else card_name(s.revealed) if s.revealed else None
    return Text("{monster}: slot {n}", monster=name, n=event.slot + 1) if name else Text("Slot {n}", n=event.slot + 1)


def read_off(s: FourSouls, event: ReadOff) -> Text:
    """Name what was read from the card."""
    card = display_name(str(_asked(s)[1][1]))
    question = prompt(s)
    read = next((choice.label for choice in question.choices if choice.event == event), None) if question else None
    return Text("{item}: {what}", item=card, what=read or Text("{n}", n=event.answer))


def accepted(s: FourSouls, event: Accepted) -> Text:
    """Name the payment that was accepted or declined."""
    args = _asked(s)[1]
    if len(args) < 3:
        return Text("Accepted") if event.yes else Text("Declined")
    giver, taker, n = s.seats[int(args[0])], s.seats[int(args[1])], int(args[2])
    if event.yes:
        return Text("{taker} accepts {n}¢ of {giver}", taker=taker, n=n, giver=giver)
    return Text("{taker} declines {n}¢ of {giver}", taker=taker, n=n, giver=giver)


def _asked(s: FourSouls) -> tuple[str, tuple[str | int, ...]]:
    return (s.agenda[0].name, s.agenda[0].args) if s.agenda else UNASKED
