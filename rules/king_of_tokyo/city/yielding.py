"""KT-13 … KT-15: leaving Tokyo after a hit, and entering it."""

from __future__ import annotations

from rules.engine import Choice, Prompt, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.effects.card_names import hearts_left_text
from rules.king_of_tokyo.effects.registry import TokyoCase, effects
from rules.king_of_tokyo.effects.standing import is_in_game
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.model.events import Yielded
from rules.king_of_tokyo.model.state import Tokyo

from .places import free_tokyo_place, is_duel, move_into_tokyo, move_out


@auto("KT-13", "KT-17")
def ask_yields(s: Tokyo) -> Tokyo:
    """Ask each monster that lost hearts to smash dice in Tokyo and is still there.

    The City comes before the Bay.
    """
    hit = tuple(seat for seat in s.seats_in_tokyo if seat in s.now.smashed and is_in_game(s, seat))
    others = (seat for seat in hit if seat != s.active)
    asked = (seat for seat in others if effects.allows(s, "may_yield", TokyoCase(seat, by=s.active)))
    return then(s, *(at(yield_tokyo, seat) for seat in asked))


def yield_prompt(s: Tokyo, seat: int) -> Prompt:
    """Ask a monster whether it leaves Tokyo, and show what follows from either answer."""
    who, hearts = s.seats[seat], hearts_left_text(s.monsters[seat].hearts)
    stays = Choice(Text("Stay in Tokyo"), Template(Yielded(False)), _if_it_stays(s, seat), "default", seat)
    yields = Choice(Text("Yield Tokyo"), Template(Yielded(True)), _if_it_yields(s), "default", seat)
    title = Text("{who} was hit in Tokyo: stay or yield?", who=who)
    return Prompt((seat,), title, "KT-13", (stays, yields), hearts, Text("Tokyo"))


def _if_it_stays(s: Tokyo, seat: int) -> Text:
    if is_duel(s):
        return Text("no healing; 1 energy if its turn starts there")
    points = effects.number(s, "start_points", TokyoCase(seat, cause="start"), 2)
    return Text("no healing; {n} points if its turn starts there", n=points)


def _if_it_yields(s: Tokyo) -> Text | None:
    """Return that nobody enters; who does is found by the lookahead, as it is what that brings."""
    return None if would_enter(s) else Text("nobody enters")


@asks("KT-13", prompt=yield_prompt)
def yield_tokyo(s: Tokyo, event: Yielded, seat: int) -> Tokyo:
    """Let the monster leave Tokyo or stay; the hearts are lost in any case."""
    who, case = s.seats[seat], TokyoCase(seat, by=s.active)
    if not event.yields:
        return trigger_moment(note(s, "KT-13", Text("{who} stays in Tokyo", who=who)), "stayed", case)
    return trigger_moment(move_out(s, "KT-13", seat, Text("{who} yields Tokyo", who=who)), "yielded", case)


# --- entering ----------------------------------------------------------------------------------------------------


@auto("KT-15", "KT-18", "KT-19")
def enter_tokyo(s: Tokyo) -> Tokyo:
    """Move the active monster into Tokyo if there is room; it has no choice."""
    s = replace(s, phase="enter")
    return move_into_tokyo(s, s.active) if free_tokyo_place(s) and would_enter(s) else s


@carries("KT-15")
def would_enter(s: Tokyo) -> bool:
    """Whether the active monster would enter Tokyo if there is room."""
    outside = s.active not in s.seats_in_tokyo and not s.monsters[s.active].out
    return outside and not s.now.stays_out and effects.allows(s, "may_enter", TokyoCase(s.active))


def take_tokyo(s: Tokyo, rule: str, seat: int, *, all_leave: bool = False) -> Tokyo:
    """Make a monster take Tokyo by an effect.

    The monster in its way leaves, or everybody with ``all_leave``.
    """
    if seat in s.seats_in_tokyo and not all_leave:
        return s
    for other in s.seats_in_tokyo:
        if other != seat and (all_leave or not free_tokyo_place(s)):
            s = move_out(s, rule, other, Text("{who} must leave Tokyo", who=s.seats[other]))
    return s if seat in s.seats_in_tokyo else move_into_tokyo(s, seat)
