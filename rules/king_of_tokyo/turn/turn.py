"""KT-02, KT-27: the steps of a turn, in the rulebook's order."""

from __future__ import annotations

from rules.engine import Event, Outcome, Prompt, Step, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.damage import damage_monsters
from rules.king_of_tokyo.city.places import is_duel, reward_place
from rules.king_of_tokyo.city.yielding import enter_tokyo
from rules.king_of_tokyo.effects.registry import TokyoCase, effects, use_effect
from rules.king_of_tokyo.effects.triggers import points_to_win, trigger_moment
from rules.king_of_tokyo.effects.windows import window_prompt
from rules.king_of_tokyo.model.events import Used
from rules.king_of_tokyo.model.state import NOBODY, Tokyo, Turn, set_turn_state
from rules.king_of_tokyo.model.texts import RULEBOOK
from rules.king_of_tokyo.rolling.resolve import resolve_dice
from rules.king_of_tokyo.rolling.roll import roll_dice
from rules.king_of_tokyo.shop.shop import buy_cards
from rules.king_of_tokyo.variants.fate_die import fate_die

# --- before the dice ---------------------------------------------------------------------------------------------


@auto("KT-02")
def start_turn(s: Tokyo) -> Tokyo:
    """Begin a new turn, in which nothing has been thrown yet."""
    return replace(s, turn=s.turn + 1, phase="start")


@auto("KT-21", "KT-36")
def start_in_tokyo(s: Tokyo) -> Tokyo:
    """Give two points for starting a turn in Tokyo; between two players an energy instead."""
    if s.active not in s.seats_in_tokyo:
        return s
    points = effects.breakdown(s, "start_points", TokyoCase(s.active, cause="start"), 0 if is_duel(s) else 2)
    return reward_place(s, s.active, "start", points, Text("for starting in Tokyo"))


@auto("KT-02")
def start_effects(s: Tokyo) -> Tokyo:
    """Run the effects of the start of a turn."""
    return then(trigger_moment(s, "turn_starts", TokyoCase(s.active)), before_rolling)


@auto("KT-33")
def before_rolling(s: Tokyo) -> Tokyo:
    """Ask whether an effect is used before the dice are thrown, if there is one."""
    return then(s, choose_before_rolling) if effects.offered(s, "start", TokyoCase(s.active)) else s


def before_prompt(s: Tokyo) -> Prompt:
    """Ask whether an effect is used before the throw."""
    title = Text("{who}'s turn: anything before the dice?", who=s.seats[s.active])
    return window_prompt(s, "start", "KT-33", title, Text("On to the dice"), Text("Start of turn"))


@asks("KT-33", prompt=before_prompt)
def choose_before_rolling(s: Tokyo, event: Event) -> Tokyo:
    """Use the effect, or go on to the throw."""
    return use_effect(then(s, before_rolling), "start", event) if isinstance(event, Used) else s


# --- after buying ------------------------------------------------------------------------------------------------


@auto("KT-27", "KT-35")
def end_effects(s: Tokyo) -> Tokyo:
    """Run the effects of the end of the turn."""
    return then(trigger_moment(replace(s, phase="end"), "turn_ends", TokyoCase(s.active)), poisoned, before_passing)


@auto("KT-34")
def poisoned(s: Tokyo) -> Tokyo:
    """Take a heart for each poison token at the end of its bearer's turn."""
    tokens = s.monsters[s.active].poison
    return damage_monsters(s, "KT-34", ((s.active, tokens),), NOBODY, "poison") if tokens else s


@auto("KT-27")
def before_passing(s: Tokyo) -> Tokyo:
    """Ask whether an effect is used at the end of the turn, if there is one."""
    return then(s, choose_before_passing) if effects.offered(s, "end", TokyoCase(s.active)) else s


def passing_prompt(s: Tokyo) -> Prompt:
    """Ask whether an effect is used before the dice are passed."""
    title = Text("{who}'s turn ends: anything else?", who=s.seats[s.active])
    return window_prompt(s, "end", "KT-27", title, Text("The dice go on"), Text("End of turn"))


@asks("KT-27", prompt=passing_prompt)
def choose_before_passing(s: Tokyo, event: Event) -> Tokyo:
    """Use the effect, or end the turn."""
    return use_effect(then(s, before_passing), "end", event) if isinstance(event, Used) else s


@auto("KT-01", "KT-28")
def crown(s: Tokyo) -> Tokyo:
    """End the game if somebody has the points to win and has survived the turn.

    Of several the first to have reached them wins (KT-A5).
    """
    winners = winners_by_points(s)
    if not winners:
        return s
    names = ", ".join(s.seats[seat] for seat in winners)
    s = note_points_ruling(s)
    text = Text("{who} has the points to win and has survived the turn", who=names)
    return replace(note(s, "KT-01", text, kind="win"), outcome=Outcome(winners, "KT-01"))


def note_points_ruling(s: Tokyo) -> Tokyo:
    """Note how the table ranks several with the points to win (KT-A5)."""
    return RULEBOOK.note_ruling(s, "KT-A5", "KT-01") if len([seat for group in s.twenty for seat in group]) > 1 else s


@carries("KT-01")
def winners_by_points(s: Tokyo) -> tuple[int, ...]:
    """The seats that win by points.

    The first who reached them, or those with most of them (KT-A5).
    """
    have = tuple(seat for group in s.twenty for seat in group if s.monsters[seat].points >= points_to_win(s, seat))
    if not have:
        return ()
    if s.ruling("KT-A5") == "most":
        most = max(s.monsters[seat].points for seat in have)
        return tuple(seat for seat in sorted(have) if s.monsters[seat].points == most)
    return next(group for group in s.twenty if set(group) & set(have))


@auto("KT-27")
def pass_turn(s: Tokyo) -> Tokyo:
    """Pass the dice to the next monster on the left, or start an extra turn of the same one."""
    ended, s = s.now, replace(s, now=Turn())
    if ended.again and not s.monsters[s.active].out:
        s = set_turn_state(s, dice=ended.again[0], again=ended.again[1:], fateless=ended.spared)
        return then(note(s, "KT-27", Text("{who} takes another turn", who=s.seats[s.active])), *TURN_STEPS)
    following = next_seat(s)
    s = replace(s, active=following)
    return then(note(s, "KT-27", Text("{who}'s turn", who=s.seats[following])), *TURN_STEPS)


def next_seat(s: Tokyo) -> int:
    """The next monster on the left that is still in the game."""
    left = (seat for seat in s.seats_from(s.active)[1:] if not s.monsters[seat].out)
    return next(left, s.active)


TURN_STEPS: tuple[Step, ...] = tuple(
    at(step)
    for step in (
        start_turn,
        start_in_tokyo,
        start_effects,
        roll_dice,
        fate_die,
        resolve_dice,
        enter_tokyo,
        buy_cards,
        end_effects,
        crown,
        pass_turn,
    )
)
"""The steps of a whole turn, the first one first (KT-02)."""
