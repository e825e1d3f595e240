"""KT-13 … KT-15: leaving Tokyo after a hit, and entering it."""

from __future__ import annotations

from rules.engine import Choice, Prompt, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.king_of_tokyo.effects.card_names import hearts_left
from rules.king_of_tokyo.effects.triggers import happens
from rules.king_of_tokyo.effects.verbs import Case, may, offered, total, use
from rules.king_of_tokyo.model.events import Used, Yielded
from rules.king_of_tokyo.model.state import Tokyo

from .places import enter, free_place, is_duel, leave


@auto("KT-13", "KT-17")
def ask_yields(s: Tokyo) -> Tokyo:
    """Ask each monster that lost hearts to smash dice in Tokyo and is still there.

    The City comes before the Bay.
    """
    hit = tuple(seat for seat in s.in_tokyo if seat in s.now.smashed and s.monsters[seat].hearts)
    asked = tuple(seat for seat in hit if seat != s.active and may(s, "may_yield", Case(seat, by=s.active)))
    return then(s, *(at(yield_tokyo, seat) for seat in asked))


def yield_prompt(s: Tokyo, seat: int) -> Prompt:
    """Ask a monster whether it leaves Tokyo, and show what follows from either answer."""
    who, hearts = s.seats[seat], hearts_left(s.monsters[seat].hearts)
    stays = Choice(Text("Stay in Tokyo"), Template(Yielded(False)), _if_it_stays(s, seat), "usual", seat)
    yields = Choice(Text("Yield Tokyo"), Template(Yielded(True)), _if_it_yields(s), "usual", seat)
    title = Text("{who} was hit in Tokyo: stay or yield?", who=who)
    choices = (stays, yields, *offered(s, "yield", Case(seat, by=s.active)))
    return Prompt((seat,), title, "KT-13", choices, hearts, Text("Tokyo"))


def _if_it_stays(s: Tokyo, seat: int) -> Text:
    if is_duel(s):
        return Text("no healing; 1 energy if its turn starts there")
    points = total(s, "start_points", Case(seat, why="start"), 2)
    return Text("no healing; {n} points if its turn starts there", n=points)


def _if_it_yields(s: Tokyo) -> Text:
    if not enters(s):
        return Text("nobody enters")
    who = s.seats[s.active]
    if is_duel(s):
        return Text("{who} enters and gains 1 energy", who=who)
    points = total(s, "enter_points", Case(s.active, why="enter"), 1)
    return Text("{who} enters and gains {n} point", "{who} enters and gains {n} points", who=who, n=points)


@asks("KT-13", prompt=yield_prompt)
def yield_tokyo(s: Tokyo, event: Yielded | Used, seat: int) -> Tokyo:
    """Let the monster leave Tokyo or stay; the hearts are lost in any case."""
    if isinstance(event, Used):
        return use(then(s, at(yield_tokyo, seat)), event)
    who, case = s.seats[seat], Case(seat, by=s.active)
    if not event.yields:
        return happens(note(s, "KT-13", Text("{who} stays in Tokyo", who=who)), "stayed", case)
    return happens(note(leave(s, seat), "KT-13", Text("{who} yields Tokyo", who=who)), "yielded", case)


# --- entering ----------------------------------------------------------------------------------------------------


@auto("KT-15", "KT-18", "KT-19")
def enter_tokyo(s: Tokyo) -> Tokyo:
    """Move the active monster into Tokyo if there is room; it has no choice."""
    s = replace(s, phase="enter")
    return enter(s, s.active) if free_place(s) and enters(s) else s


@carries("KT-15")
def enters(s: Tokyo) -> bool:
    """Whether the active monster would enter Tokyo if there is room."""
    outside = s.active not in s.in_tokyo and not s.monsters[s.active].out
    return outside and not s.now.stays_out and may(s, "may_enter", Case(s.active))


def seize(s: Tokyo, rule: str, seat: int, *, all_leave: bool = False) -> Tokyo:
    """Make a monster take Tokyo by an effect.

    The monster in its way leaves, or everybody with ``all_leave``.
    """
    if seat in s.in_tokyo and not all_leave:
        return s
    for other in s.in_tokyo:
        if other != seat and (all_leave or not free_place(s)):
            s = note(leave(s, other), rule, Text("{who} must leave Tokyo", who=s.seats[other]))
    return s if seat in s.in_tokyo else enter(s, seat)
