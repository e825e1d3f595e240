"""Manual adjustments, jumps to another step, and play with numbers only."""

from __future__ import annotations

from rules.engine import (
    Adjusted,
    Choice,
    Confirmed,
    Dice,
    Event,
    Prompt,
    Rolled,
    Step,
    Template,
    Text,
    TurnPassed,
    WentTo,
    asks,
    at,
    note,
    then,
)
from rules.engine.overrides import (
    adjusted_value,
    confirmation_prompt,
    find_position,
    note_adjustment,
    note_jump,
    parse_key,
    unknown_tracker,
)
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import set_held
from rules.king_of_tokyo.city.damage import fall
from rules.king_of_tokyo.city.yielding import enter_tokyo
from rules.king_of_tokyo.effects.state_changes import NUMBER_NAMES
from rules.king_of_tokyo.model.dice import DICE_PER_THROW, TOKYO_DIE, describe_roll
from rules.king_of_tokyo.model.state import Tokyo, Turn, set_monster
from rules.king_of_tokyo.rolling.resolve import resolve_dice
from rules.king_of_tokyo.rolling.roll import roll_dice
from rules.king_of_tokyo.shop.shop import buy_cards

from .turn import TURN_STEPS, end_effects, next_seat, pass_turn, start_turn

TURN_POSITIONS: dict[str, tuple[Step, Text]] = {
    "KT-21": (at(start_turn), Text("Start of the turn")),
    "KT-03": (at(roll_dice), Text("The throw")),
    "KT-06": (at(resolve_dice), Text("The dice count")),
    "KT-18": (at(enter_tokyo), Text("Entering Tokyo")),
    "KT-22": (at(buy_cards), Text("Buying power cards")),
    "KT-27": (at(end_effects), Text("End of the turn")),
    "KT-02": (at(pass_turn), Text("The next player's turn")),
}
"""Steps that the table may jump to, by rule, with their labels."""


# --- adjusting a tracker -----------------------------------------------------------------------------------------


def adjust(s: Tokyo, event: Adjusted) -> Tokyo:
    """X-06: change a tracker by a difference, within 0 … 999.

    Raises ``Refused`` for anything else.
    """
    match parse_key(event.key):
        case "seat", seat, what if seat in range(len(s.seats)) and what in NUMBER_NAMES and what != "counters":
            return _adjust_monster(s, event, seat, what)
        case "held", id, "counters":
            return _adjust_counters(s, event, id)
    raise unknown_tracker()


def _adjust_monster(s: Tokyo, event: Adjusted, seat: int, what: str) -> Tokyo:
    monster = s.monsters[seat]
    before: int = getattr(monster, what)
    after = adjusted_value(before, event.by)
    s = note_adjustment(set_monster(s, seat, **{what: after}), event, s.seats[seat], NUMBER_NAMES[what], before)
    if what != "hearts" or s.depth == "numbers":
        return s
    if after and monster.out:
        text = Text("By hand: {who} is back in the game", who=s.seats[seat])
        return note(set_monster(s, seat, out=False), "X-06", text)
    return confirm_zero_hearts(s, seat) if before and not after else s


def confirm_zero_hearts(s: Tokyo, seat: int) -> Tokyo:
    """Ask whether a monster that the table brought to 0 hearts came there in play."""
    monster = s.monsters[seat]
    if monster.hearts or monster.out or monster.noted or s.depth == "numbers":
        return s
    return then(set_monster(s, seat, noted=True), at(confirm_out, seat))


def _adjust_counters(s: Tokyo, event: Adjusted, id: int) -> Tokyo:
    for seat, monster in enumerate(s.monsters):
        for held in monster.cards:
            if held.id == id:
                after = adjusted_value(held.counters, event.by)
                s = set_held(s, held.id, counters=after)
                return note_adjustment(s, event, s.seats[seat], NUMBER_NAMES["counters"], held.counters)
    raise unknown_tracker()


def out_prompt(s: Tokyo, seat: int) -> Prompt:
    """Ask whether a monster at 0 hearts came there in play."""
    return confirmation_prompt(Text("{who} is at 0 hearts. Did it happen in play?", who=s.seats[seat]), "KT-14")


@asks("KT-14", prompt=out_prompt)
def confirm_out(s: Tokyo, event: Confirmed, seat: int) -> Tokyo:
    """Eliminate the monster if it happened in play; otherwise keep the number only."""
    return then(set_monster(s, seat, noted=False), fall) if event.played else s


# --- jumping to a step -------------------------------------------------------------------------------------------


def go_to_step(s: Tokyo, event: WentTo) -> Tokyo:
    """Set the agenda to the turn from that step on; what was being asked is dropped."""
    step, label = find_position(TURN_POSITIONS, event.rule)
    s = note_jump(s, label)
    s = replace(s, agenda=TURN_STEPS[TURN_STEPS.index(step) :], turn=max(1, s.turn))
    s = replace(s, phase="start" if s.phase == "setup" else s.phase)
    if step == at(roll_dice):
        s = replace(s, now=Turn())
    return s if s.seats_in_game else _bring_back_active(s)


def _bring_back_active(s: Tokyo) -> Tokyo:
    """Bring the active monster back if all are eliminated, so that the game can go on."""
    text = Text("By hand: {who} is back in the game", who=s.seats[s.active])
    return note(set_monster(s, s.active, out=False, hearts=max(1, s.monsters[s.active].hearts)), "X-06", text)


# --- numbers only ------------------------------------------------------------------------------------------------


def numbers_prompt(s: Tokyo) -> Prompt:
    """The prompt of numbers only: throw dice, or pass the turn.

    Numbers are changed by hand.
    """
    passes = Choice(Text("{who}'s turn", who=s.seats[next_seat(s)]), Template(TurnPassed()), role="leave")
    dice = Choice(Text("Throw the dice"), Template(Rolled(()), (Dice("faces", DICE_PER_THROW, 6, TOKYO_DIE),)))
    title = Text("{who}'s turn", who=s.seats[s.active])
    return Prompt((s.active,), title, "X-06", (dice, passes), phase=Text("Numbers only"))


@asks("X-06", prompt=numbers_prompt)
def numbers_only(s: Tokyo, event: Event) -> Tokyo:
    """Note a throw, or start the next turn."""
    match event:
        case Rolled(faces):
            return then(note(s, "KT-06", Text("The dice show {faces}", faces=describe_roll(faces))), numbers_only)
        case TurnPassed():
            seat = next_seat(s)
            s = replace(s, active=seat, turn=s.turn + 1, phase="roll", now=Turn())
            s = replace(s, agenda=(at(numbers_only), *TURN_STEPS[TURN_STEPS.index(at(roll_dice)) :]))
            return note(s, "KT-27", Text("{who}'s turn", who=s.seats[seat]))
    raise TypeError(event)
