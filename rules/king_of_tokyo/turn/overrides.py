"""Manual adjustments, jumps to another step, and play with numbers only."""

from __future__ import annotations

from typing import Any, cast

from rules.engine import (
    Change,
    Choice,
    Confirmed,
    Dice,
    Event,
    HandMove,
    Prompt,
    Rolled,
    Template,
    Text,
    TrackerGroup,
    TrackerKind,
    TurnPassed,
    TurnPosition,
    asks,
    at,
    note,
    steps_from,
    then,
)
from rules.engine.numbers_only import turn_prompt
from rules.engine.overrides import confirmation_prompt
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import set_held
from rules.king_of_tokyo.city.damage import fall
from rules.king_of_tokyo.city.yielding import enter_tokyo
from rules.king_of_tokyo.effects.card_names import effect_key_name
from rules.king_of_tokyo.effects.registry import TokyoCase, effects, use_effect
from rules.king_of_tokyo.effects.standing import is_in_game, max_hearts
from rules.king_of_tokyo.effects.state_changes import NUMBER_NAMES
from rules.king_of_tokyo.effects.triggers import points_to_win
from rules.king_of_tokyo.model.dice import DICE_PER_THROW, TOKYO_DIE, describe_roll
from rules.king_of_tokyo.model.events import UsedAside
from rules.king_of_tokyo.model.state import Held, Monster, Tokyo, Turn, set_monster
from rules.king_of_tokyo.rolling.resolve import resolve_dice
from rules.king_of_tokyo.rolling.roll import roll_dice
from rules.king_of_tokyo.shop.shop import buy_cards

from .turn import TURN_STEPS, end_effects, next_seat, pass_turn, start_turn

TRACKERS: tuple[TrackerGroup[Tokyo, Any], ...] = (
    TrackerGroup[Tokyo, Monster](
        "seat",
        NUMBER_NAMES,
        (
            TrackerKind(
                "hearts", "heart", lambda s, it: max_hearts(s, it.number), counted=Text("{n} heart", "{n} hearts", n=0)
            ),
            TrackerKind(
                "points",
                "points",
                lambda s, it: points_to_win(s, it.number),
                counted=Text("{n} point", "{n} points", n=0),
            ),
            TrackerKind("energy", "energy", counted=Text("{n} energy", n=0)),
            TrackerKind(
                "poison",
                worth=-1,
                shown=lambda s, it: it.record.poison > 0,
                counted=Text("{n} poison token", "{n} poison tokens", n=0),
            ),
            TrackerKind(
                "shrink",
                worth=-1,
                shown=lambda s, it: it.record.shrink > 0,
                counted=Text("{n} shrink token", "{n} shrink tokens", n=0),
            ),
            TrackerKind(
                "cultists",
                shown=lambda s, it: s.has_variant("cultists") or it.record.cultists > 0,
                counted=Text("{n} cultist", "{n} cultists", n=0),
            ),
            TrackerKind(
                "wickedness",
                shown=lambda s, it: s.has_variant("wickedness") or it.record.wickedness > 0,
                counted=Text("{n} wickedness", n=0),
            ),
        ),
        lambda s: ((seat, seat, monster) for seat, monster in enumerate(s.monsters)),
        set_monster,
    ),
    TrackerGroup[Tokyo, Held](
        "held",
        NUMBER_NAMES,
        (
            TrackerKind(
                "counters",
                shown=lambda s, it: it.record.counters > 0,
                title=lambda held: held.name or effect_key_name(f"card.{held.card}"),
            ),
        ),
        lambda s: ((seat, held.id, held) for seat, monster in enumerate(s.monsters) for held in monster.cards),
        set_held,
        log_owner=Text("a card"),
    ),
)
"""Every number that may be set by hand (X-06)."""
HAND_MOVES = {
    "seat.energy": HandMove(
        Text("take {n} energy", "take {n} energy", n=0),
        Text("pay {n} energy", "pay {n} energy", n=0),
        Text("give {n} energy to {who}", "give {n} energy to {who}", n=0, who=""),
        is_alike=True,
    ),
    "seat.poison": HandMove(
        Text("take {n} poison token", "take {n} poison tokens", n=0),
        Text("put back {n} poison token", "put back {n} poison tokens", n=0),
        is_alike=True,
    ),
    "seat.shrink": HandMove(
        Text("take {n} shrink token", "take {n} shrink tokens", n=0),
        Text("put back {n} shrink token", "put back {n} shrink tokens", n=0),
        is_alike=True,
    ),
    "seat.cultists": HandMove(
        Text("take {n} cultist", "take {n} cultists", n=0),
        Text("put back {n} cultist", "put back {n} cultists", n=0),
        is_alike=True,
    ),
}
"""What is moved for each number, by the key of its tracker; hearts and points are on the monster's own board."""


POSITIONS = (
    TurnPosition("KT-21", Text("Start of the turn"), steps_from(TURN_STEPS, start_turn)),
    TurnPosition("KT-03", Text("The roll"), steps_from(TURN_STEPS, roll_dice)),
    TurnPosition("KT-06", Text("The dice count"), steps_from(TURN_STEPS, resolve_dice)),
    TurnPosition("KT-18", Text("Entering Tokyo"), steps_from(TURN_STEPS, enter_tokyo)),
    TurnPosition("KT-22", Text("Buying power cards"), steps_from(TURN_STEPS, buy_cards)),
    TurnPosition("KT-27", Text("End of the turn"), steps_from(TURN_STEPS, end_effects)),
    TurnPosition("KT-02", Text("The next player's turn"), steps_from(TURN_STEPS, pass_turn)),
)
"""Positions that the table may jump to."""


# --- after adjusting a number ------------------------------------------------------------------------------------


def revive_or_ask(s: Tokyo, change: Change) -> Tokyo:
    """Bring a monster with hearts back into the game; ask about one that came to 0."""
    _, number, what = change.key.split(".")
    if what != "hearts" or s.depth == "numbers":
        return s
    seat = int(number)
    if change.after and s.monsters[seat].out:
        text = Text("By hand: {who} is back in the game", who=s.seats[seat])
        return note(set_monster(s, seat, out=False), "X-06", text)
    return confirm_zero_hearts(s, seat) if change.before and not change.after else s


def confirm_zero_hearts(s: Tokyo, seat: int) -> Tokyo:
    """Ask whether a monster that the table brought to 0 hearts came there in play."""
    if s.monsters[seat].out or is_in_game(s, seat) or s.depth == "numbers":
        return s
    return then(set_monster(s, seat, noted=True), at(confirm_out, seat))


def out_prompt(s: Tokyo, seat: int) -> Prompt:
    """Ask whether a monster at 0 hearts came there in play."""
    return confirmation_prompt(s.every_seat, Text("{who} is at 0 hearts. Really out?", who=s.seats[seat]), "KT-14")


@asks("KT-14", prompt=out_prompt)
def confirm_out(s: Tokyo, event: Confirmed, seat: int) -> Tokyo:
    """Eliminate the monster if it happened in play; otherwise keep the number only."""
    return then(set_monster(s, seat, noted=False), fall) if event.played else s


# --- jumping to a step -------------------------------------------------------------------------------------------


def reset_turn(s: Tokyo, position: TurnPosition) -> Tokyo:
    """Prepare the turn after a jump to one of its steps."""
    s = replace(s, turn=max(1, s.turn), phase="start" if s.phase == "setup" else s.phase)
    if position.agenda[0] == at(roll_dice):
        s = replace(s, now=Turn())
    return s if s.seats_in_game else _bring_back_active(s)


def _bring_back_active(s: Tokyo) -> Tokyo:
    """Bring the active monster back if all are eliminated, so that the game can go on."""
    text = Text("By hand: {who} is back in the game", who=s.seats[s.active])
    return note(set_monster(s, s.active, out=False, hearts=max(1, s.monsters[s.active].hearts)), "X-06", text)


# --- numbers only ------------------------------------------------------------------------------------------------


def throw_or_pass_prompt(s: Tokyo) -> Prompt:
    """Ask only for a throw or the next turn."""
    hole = Dice("faces", DICE_PER_THROW, 6, TOKYO_DIE)
    return turn_prompt(s, next_seat(s), Choice(Text("Roll the dice"), Template(Rolled(()), (hole,))))


@asks("X-06", prompt=throw_or_pass_prompt)
def numbers_only(s: Tokyo, event: Event) -> Tokyo:
    """Note a throw, or start the next turn."""
    match event:
        case Rolled(faces):
            return then(note(s, "KT-06", Text("The dice show {faces}", faces=describe_roll(faces))), numbers_only)
        case TurnPassed():
            seat = next_seat(s)
            s = replace(s, active=seat, turn=s.turn + 1, phase="roll", now=Turn())
            s = replace(s, agenda=(at(numbers_only), *steps_from(TURN_STEPS, roll_dice)))
            return note(s, "KT-27", Text("{who}'s turn", who=s.seats[seat]), kind="restated")
    raise TypeError(event)


# --- effects that may be used at any moment (KT-41) --------------------------------------------------------------


REMARK_EVENTS = (UsedAside,)
"""Events of these effects."""


def remarks(s: Tokyo) -> tuple[Choice, ...]:
    """Choices that effects offer beside the prompt, once the first turn has begun."""
    return () if s.phase == "setup" or s.depth == "numbers" else effects.offered(s, "any", TokyoCase(s.active))


def remark(s: Tokyo, event: Event) -> Tokyo:
    """Use the effect; the prompt stays open."""
    return use_effect(s, "any", cast(UsedAside, event))
