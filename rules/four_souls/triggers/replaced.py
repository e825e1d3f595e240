"""Gains after what replaces them, and the texts of replacements (FS-14, FS-37)."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace

from rules.engine import Choice, Displayable, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.step import StepArgument
from rules.four_souls.board.item_gain import gain_treasure, item_title, put_counters
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Prevented
from rules.four_souls.model.replacement import LOSSES
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.replacements import (
    Applicable,
    apply_to,
    gain_replacements,
    is_order_relevant,
    loss_preventions,
)
from rules.four_souls.vocabulary.state_changes import COUNTED_NAMES, gain

from .trigger import fire_gain

# --- texts -----------------------------------------------------------------------------------------------------------


def origin_text(s: FourSouls, one: Applicable) -> Text:
    """Return the text of what replaces damage or a gain.

    An item, a roll, or an effect of this turn.
    """
    by = one.replacement.amount
    match one.origin, one.replacement.change:
        case "item", _:
            return Text("{item}", item=item_title(s, one.source))
        case "roll", _:
            return Text("The roll of its card")
        case "turn", "cap":
            return Text("The effect that lets at most {n} damage through", n=by)
        case "turn", "times":
            return Text("The effect that multiplies the loot by {n}", n=by)
        case "turn", _ if not by:
            return Text("The effect that prevents all of it")
    return Text("The effect that prevents {n} damage", n=by or one.stock)


def note_replaced(s: FourSouls, rule: str, one: Applicable, before: int, after: int, what: Displayable) -> FourSouls:
    """Note what an item makes of damage or of a gain; nothing where it changes nothing."""
    if before == after:
        return s
    name = item_title(s, one.source)
    return note(s, rule, Text("{item}: {m} {what} → {n}", item=name, m=before, what=what, n=after))


NONE_LEFT_CHOICE = Choice(Text("None is left"), Template(Prevented("turn", -1)), role="default")
"""Choice for a prompt whose replacements the table has removed by hand in between."""


# --- losses ----------------------------------------------------------------------------------------------------------


@carries("FS-14")
def lose(s: FourSouls, rule: str, seat: int, what: str, by: int) -> tuple[FourSouls, int]:
    """Take ¢ or loot of a player by an ability or the death penalty.

    Return how much was there to take.

    An item may keep it from being lost. What is paid as a cost or discarded at the end of a turn is not lost so.
    """
    keeping = next(iter(loss_preventions(s, seat, what)), None)
    if keeping and by > 0:
        return note(s, "FS-14", Text("{item}: nothing is lost", item=item_title(s, keeping.source))), 0
    taken = min(by, getattr(s.players[seat], what))
    return gain(s, rule, seat, what, -by), taken


# --- gains -----------------------------------------------------------------------------------------------------------

LOOT_STEP_RULE = "FS-43"
"""Rule of the loot card that a turn begins with."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A gain of ¢, loot or treasures that is about to happen.

    The fields are in the order of a step's arguments.

    ``source``: id of the item whose effect it is; ``name``: that of the treasure, if it is known; ``done``: the keys of
    the replacements that have been applied, with spaces between them.
    """

    rule: str
    seat: int
    what: str
    by: int
    source: int = 0
    name: str = ""
    done: str = ""


def receive(s: FourSouls, rule: str, seat: int, what: str, by: int, source: int = 0, name: str = "") -> FourSouls:
    """Give a player ¢, loot or treasures, after what replaces the gain.

    All gains pass here, and trigger what reacts to them; gifts, payments and thefts are none, and a negative one is a
    loss.
    """
    if by < 0 and what in LOSSES:
        return lose(s, rule, seat, what, -by)[0]
    return _replace_gain(s, Gain(rule, seat, what, by, source, name))


def _replace_gain(s: FourSouls, gained: Gain) -> FourSouls:
    found = _replacements_of(s, gained) if gained.by > 0 else ()
    if not found:
        return _take(s, gained)
    if is_order_relevant(gained.by, found):
        return then(s, at(order_gains, *astuple(gained)))
    return _apply(s, gained, found[0])


def _replacements_of(s: FourSouls, gained: Gain) -> tuple[Applicable, ...]:
    is_loot_step, done = gained.rule == LOOT_STEP_RULE, tuple(gained.done.split())
    return gain_replacements(s, gained.seat, gained.what, is_loot_step=is_loot_step, done=done)


def _take(s: FourSouls, gained: Gain) -> FourSouls:
    rule, seat, what, by = gained.rule, gained.seat, gained.what, gained.by
    s = gain_treasure(s, rule, seat, by, gained.name) if what == "treasures" else gain(s, rule, seat, what, by)
    return fire_gain(s, seat, what, by, gained.source)


@carries("FS-14")
def _apply(s: FourSouls, gained: Gain, one: Applicable) -> FourSouls:
    after, used = apply_to(one, gained.by)
    if one.origin == "item" and one.replacement.change != "instead":
        s = note_replaced(s, "FS-14", one, gained.by, after, COUNTED_NAMES[gained.what].with_args(n=gained.by))
    if used:
        s = put_counters(s, Target("owned", one.source), -used, "FS-14")
    return _replace_gain(s, replace(gained, by=after, done=f"{gained.done} {one.key}".strip())) if after else s


def gains_prompt(s: FourSouls, *gained: StepArgument) -> Prompt:
    """Ask the player what replaces a gain first; each does so once (FS-37)."""
    about = Gain(*gained)  # type: ignore[arg-type]  # its fields in their order
    who, what = s.seats[about.seat], COUNTED_NAMES[about.what].with_args(n=about.by)
    title = Text("{who} gains {n} {what}: what changes it first?", who=who, n=about.by, what=what)
    choices = tuple(
        Choice(origin_text(s, one), Template(Prevented(one.origin, one.source))) for one in _replacements_of(s, about)
    )
    return Prompt((about.seat,), title, "FS-37", choices or (NONE_LEFT_CHOICE,), phase=Text("Effect"))


@asks("FS-37", prompt=gains_prompt)
def order_gains(s: FourSouls, event: Prevented, *gained: StepArgument) -> FourSouls:
    """Apply the chosen replacement first, then the others.

    ``gained`` are the fields of a ``Gain``.
    """
    about = Gain(*gained)  # type: ignore[arg-type]  # its fields in their order
    found = _replacements_of(s, about)
    chosen = next((one for one in found if (one.origin, one.source) == (event.first, event.source)), None)
    return _replace_gain(s, about) if chosen is None else _apply(s, about, chosen)
